/** Counts that networks report with their spend: a part of the table of metrics. */

import { t } from "@/lib/base/languages/texts";
import { measuredCount, ratioOf, type Sums, sumTerms, type TextScope } from "@/lib/reporting/metrics/sums";

const source = t(
  "Reported by the network with its spend, for its own days. No value for an ad, platform or country for which it reports no counts, and without a synced account or uploaded counts.",
);

/** A network that reports one of the counts reports both; without them, the counts are unknown and not zero. */
function reportedCount(measure: "network_impressions" | "network_clicks") {
  const both = ["network_impressions", "network_clicks"] as const;
  return {
    measures: both,
    of: (sums: Sums): number | null =>
      both.some((one) => measuredCount(sums, one) > 0) ? measuredCount(sums, measure) : null,
    text: (scope: TextScope): string => {
      const [impressions, clicks] = both.map((one) => sumTerms[one].text(scope));
      return `case when ${impressions} > 0 or ${clicks} > 0 then ${sumTerms[measure].text(scope)} end`;
    },
  };
}

/** The API's documented rows have none of them. */
const answered = { user_acquisition: [], retargeting: [] } as const;

export const networkMetrics = {
  network_impressions: {
    label: t("Network impressions"),
    unit: "count",
    answered,
    meaning: t("Ad views. {source}", { source }),
    isNeutral: true,
    ...reportedCount("network_impressions"),
  },
  network_clicks: {
    label: t("Network clicks"),
    unit: "count",
    answered,
    meaning: t("Clicks on ads, also those that do not reach Cairn. {source}", { source }),
    ...reportedCount("network_clicks"),
  },
  network_ctr: {
    label: t("Network CTR"),
    unit: "percent",
    answered,
    meaning: t("Network clicks divided by network impressions."),
    ...ratioOf("network_clicks", "network_impressions", 100),
  },
  network_cost_per_click: {
    label: t("Network CPC"),
    unit: "money",
    answered,
    meaning: t("Spend per network click. Spend without the network's counts is left out."),
    isNeutral: true,
    ofSpend: true,
    ...ratioOf("counted_spend", "network_clicks"),
  },
  network_cost_per_mille: {
    label: t("Network CPM"),
    unit: "money",
    answered,
    meaning: t("Spend per 1,000 network impressions. Spend without the network's counts is left out."),
    isNeutral: true,
    ofSpend: true,
    ...ratioOf("counted_spend", "network_impressions", 1_000),
  },
} as const;

export const isNetworkMetric = (id: string): boolean => Object.hasOwn(networkMetrics, id);

/** Why a row has no count of its network. */
export const missingNetworkText = t(
  "The network reports no counts for this row, or its account is not synced and no counts are uploaded.",
);
