import { t } from "@/lib/base/languages/texts";
/** The steps of website visitors on their way into the app. Runs in the browser too. */
export const webSteps = ["visited", "clicked", "installed", "signed_up", "paid"] as const;
export type WebStep = (typeof webSteps)[number];

export const webStepLabels: Record<WebStep, string> = {
  visited: t("Visitors"),
  clicked: t("Store button clicks"),
  installed: t("Installs"),
  signed_up: t("Sign-ups"),
  paid: t("Paying users"),
};

/** The possible groupings of visitors. */
export const webGroupings = ["source", "campaign"] as const;
export type WebGrouping = (typeof webGroupings)[number];

/** Visitors without a source. A `utm_source` is stored in lower case, so it cannot collide with this value. */
export const noWebSource = "DIRECT";
/** Visitors without a campaign. */
export const noWebCampaign = "none";
