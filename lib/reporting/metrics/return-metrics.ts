/** The figures of users who returned, and of the ads that brought them back: a part of the table of metrics. */

import { t } from "@/lib/base/languages/texts";
import type { CampaignPurpose } from "@/lib/campaigns/purposes";
import {
  costPer,
  isForRetargetingText,
  type Sums,
  sumTerms,
  type TextScope,
} from "@/lib/reporting/metrics/sums";

const levels = ["campaign", "adSet", "creative", "keyword"] as const;

export const returnMetrics = {
  cost_per_reinstall: {
    label: t("Cost per reinstall"),
    unit: "money",
    answered: { user_acquisition: [], retargeting: levels, ifKnown: true },
    meaning: t("Spend per reinstall."),
    ...costPer("reinstalls"),
  },
  reinstalls: {
    label: t("Reinstalls"),
    unit: "count",
    answered: { user_acquisition: ["campaign"], retargeting: levels },
    meaning: t("First opens on a device seen before."),
    ...sumTerms.reinstalls,
  },
  cost_per_reengagement: {
    label: t("Cost per re-engagement"),
    unit: "money",
    answered: { user_acquisition: [], retargeting: [] },
    meaning: t("Spend per re-engagement."),
    ...costPer("reengagements"),
  },
  reengagements: {
    label: t("Re-engagements"),
    unit: "count",
    answered: { user_acquisition: ["campaign"], retargeting: levels },
    meaning: t("Users whom a campaign link brought back to the app."),
    ...sumTerms.reengagements,
  },
  reengagements_without_cost: {
    label: t("Re-engagements without cost"),
    unit: "count",
    answered: { user_acquisition: [], retargeting: [] },
    meaning: t(
      "Re-engagements of campaigns that don't have the purpose Retargeting. No spend is divided by them.",
    ),
    isNeutral: true,
    measures: sumTerms.reengagements.measures,
    of: (sums: Sums): number | null =>
      sums.retargeting && sumTerms.reengagements.of(sums) - sumTerms.reengagements.of(sums.retargeting),
    text: (scope: TextScope) =>
      sumTerms.reengagements.text({ ...scope, only: `not (${isForRetargetingText})` }),
  },
} as const;

type AdFigures = {
  spend: number | null;
  reinstalls: number | null;
  reengagements: number | null;
};

/** True for a figure without a value because no campaign of its row is for retargeting. */
export const isNotSplit = (
  { isOfAds, part }: { isOfAds?: boolean; part?: string },
  { metrics }: { metrics: AdFigures },
) => metrics.spend === null && (isOfAds === true || part === "cost");

/** What such a row shows, and why. Without the purpose of a campaign, the row is the sum of several. */
export function notSplitText(
  { reinstalls, reengagements }: AdFigures,
  purpose?: CampaignPurpose,
): { text: string; reason: string } {
  if (purpose === "new_users")
    return {
      text: "–",
      reason: t("This campaign is for new users, so its clicks and spend aren't counted here."),
    };
  if (purpose)
    return {
      text: t("Not split"),
      reason: t(
        "This campaign is for new and returning users, so its clicks and spend can't be split. Change its purpose if it is for retargeting only.",
      ),
    };
  const isReturn = Boolean(reinstalls || reengagements);
  return {
    text: isReturn ? t("Not split") : "–",
    reason: t(
      "None of these campaigns has the purpose Retargeting, so their clicks and spend aren't counted here.",
    ),
  };
}

/** Below a report; empty if there are none. */
export const withoutCostText = (count: number | null): string =>
  count
    ? t(
        "{count, plural, one {# re-engagement has no cost, because its campaign doesn't have the purpose Retargeting.} other {# re-engagements have no cost, because their campaigns don't have the purpose Retargeting.}}",
        { count },
      )
    : "";
