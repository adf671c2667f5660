/** The way from an empty project to its first install. */
export type FirstStep = "app" | "link" | "follow" | "click" | "init";

type Progress = { listings: number; campaign: object | null; click: object | null; installs: boolean };

/**
 * The next thing to do; null: the way is walked. Somebody who came another way (a click of a server, an app that was
 * integrated first) is not sent back.
 */
export function firstStepOf({ listings, campaign, click, installs }: Progress): FirstStep | null {
  if (installs) return null;
  if (click) return "init";
  if (campaign) return "follow";
  return listings > 0 ? "link" : "app";
}
