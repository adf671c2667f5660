/** The states of a campaign, with their labels on every screen. */
export const campaignStates = {
  active: "Active",
  inactive: "Paused",
  scheduled: "Scheduled",
  ended: "Ended",
  archived: "Archived",
} as const;

export type CampaignState = keyof typeof campaignStates;

/** The maximum per call, which limits its statement and its entries in the audit log. */
export const maxBulkCampaigns = 10_000;
