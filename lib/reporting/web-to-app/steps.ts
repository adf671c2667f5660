/** What visitors of websites do on their way into the app. Runs in the browser too. */
export const webSteps = ["visited", "clicked", "installed", "signed_up", "paid"] as const;
export type WebStep = (typeof webSteps)[number];

export const webStepLabels: Record<WebStep, string> = {
  visited: "Visitors",
  clicked: "Store button clicks",
  installed: "Installs",
  signed_up: "Sign-ups",
  paid: "Paying users",
};

/** By what visitors can be grouped. */
export const webGroupings = ["source", "campaign"] as const;
export type WebGrouping = (typeof webGroupings)[number];

/** Visitors whom nothing brought. A `utm_source` is kept in small letters, and no network is called so. */
export const noWebSource = "DIRECT";
/** Visitors of no campaign. */
export const noWebCampaign = "none";
