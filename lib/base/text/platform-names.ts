/** The common names of the systems that apps and visitors use. Runs in the browser too. */
export const platformNames: Record<string, string> = {
  ANDROID: "Android",
  IOS: "iOS",
  DESKTOP: "Desktop",
  UNKNOWN: "Unknown",
};
