/** The paths to which Apple sends copies of postbacks; it adds a slash at the end. Runs in the browser too. */
export const applePaths = {
  skan: "/.well-known/skadnetwork/report-attribution",
  aak: "/.well-known/appattribution/report-attribution",
} as const;

/** A header of every response at these paths. */
export const postbackHeader = "x-cairn-postbacks";
