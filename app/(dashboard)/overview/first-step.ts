/** The steps from an empty project to its first install. */
export type FirstStep = "app" | "link" | "follow" | "click" | "init";

type Progress = { listings: number; campaign: object | null; click: object | null; installs: boolean };

/**
 * The next step; null if all steps are done. Steps that were skipped, by a server's click or an earlier integration,
 * are not required.
 */
export function nextFirstStep({ listings, campaign, click, installs }: Progress): FirstStep | null {
  if (installs) return null;
  if (click) return "init";
  if (campaign) return "follow";
  return listings > 0 ? "link" : "app";
}
