/** What people call the systems that apps and visitors run on. Runs in the browser too. */
export const platformNames: Record<string, string> = {
  ANDROID: "Android",
  IOS: "iOS",
  DESKTOP: "Desktop",
  UNKNOWN: "Unknown",
};
