import { t } from "@/lib/base/languages/texts";

/** Whom a campaign is for. Only the spend of campaigns for returning users is compared with their returns. */
export const purposeLabels = {
  new_users: t("New users"),
  retargeting: t("Retargeting"),
  both: t("Both"),
} as const;

export type CampaignPurpose = keyof typeof purposeLabels;
export const campaignPurposes = Object.keys(purposeLabels) as [CampaignPurpose, ...CampaignPurpose[]];

/** Until a member chooses one, because it makes no claim about the campaign's spend. */
export const defaultPurpose: CampaignPurpose = "both";

const spell = (text: string) => text.toLowerCase().replace(/[_\-\s]+/g, " ");

/** A typed name or value of a purpose; other text stays, so that validation rejects it. */
export const readPurpose = (text: string): string =>
  campaignPurposes.find((purpose) => spell(purpose) === spell(text)) ?? text;
