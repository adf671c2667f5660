import { t } from "@/lib/base/languages/texts";
/** The states of a campaign, with their labels on every screen. */
export const campaignStates = {
  active: t("Active"),
  inactive: t("Paused"),
  scheduled: t("Scheduled"),
  ended: t("Ended"),
  archived: t("Archived"),
} as const;

export type CampaignState = keyof typeof campaignStates;

/** The maximum per call, which limits its statement and its entries in the audit log. */
export const maxBulkCampaigns = 10_000;
