/** The steps from an empty project to its first real install. */
export type FirstStep = "app" | "link" | "follow" | "click" | "init" | "real";

type Progress = {
  listings: number;
  campaign: object | null;
  click: object | null;
  installs: boolean;
  real: object | null;
};

/**
 * The next step; null if all steps are done. Steps that were skipped, by a server's click or an earlier integration,
 * are not required.
 */
export function nextFirstStep({ listings, campaign, click, installs, real }: Progress): FirstStep | null {
  if (real) return null;
  if (installs) return "real";
  if (click) return "init";
  if (campaign) return "follow";
  return listings > 0 ? "link" : "app";
}
