import type { LinkRule } from "@/lib/campaigns/link-rules/schema";
import type { CampaignPurpose } from "@/lib/campaigns/purposes";

/** The demo project: a hiking app, a dozen campaigns, a price list. Figures are per day at the end of a campaign. */
export type Plan = {
  name: string;
  id: string;
  network: string | null;
  networkCampaignId?: string;
  clicks: number;
  /** The shares of clicks that become installs, of installs that sign up, and of sign-ups that pay within a month. */
  installs: number;
  signUps: number;
  pays: number;
  /** The share of Android installs that follow their click faster than a store can deliver. */
  hasty?: number;
  /** The cost of a click, in the project's currency. */
  cost: number;
  adSets: {
    id: string;
    name: string;
    creatives: { id: string; name: string }[];
    keywords?: { id: string; name: string }[];
  }[];
  /** Both by default. */
  purpose?: CampaignPurpose;
  active?: boolean;
  deeplink?: string;
  website?: string;
  /** The campaign's first and last day, in days before today. */
  from?: number;
  to?: number;
  /** The days before today when its links become active and end; a negative number is in the future. */
  starts?: number;
  ends?: number;
  clickLimit?: number;
  tags?: string[];
  rules?: LinkRule[];
  /** The factor by which clicks of a variant become installs more often. */
  lift?: Record<string, number>;
};

export const plannedAds = (prefix: string, sets: string[], creatives: string[]) =>
  sets.map((name, i) => ({
    id: `${prefix}${1000 + i}`,
    name,
    creatives: creatives.map((creative, k) => ({ id: `${prefix}${2000 + i * 10 + k}`, name: creative })),
  }));
