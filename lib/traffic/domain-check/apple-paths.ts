/** Where Apple sends copies of postbacks; it adds a slash at the end. Runs in the browser too. */
export const applePaths = {
  skan: "/.well-known/skadnetwork/report-attribution",
  aak: "/.well-known/appattribution/report-attribution",
} as const;

/** Stands on every answer there. */
export const postbackHeader = "x-cairn-postbacks";
