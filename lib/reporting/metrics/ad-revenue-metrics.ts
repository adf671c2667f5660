/** The figures of ad revenue, and of ad revenue and purchases together: a part of the table of metrics. */

import { t } from "@/lib/base/languages/texts";
import { soonAfterReturn } from "@/lib/ledger/return-days";
import { ratioOf, sumTerms } from "@/lib/reporting/metrics/sums";

const levels = ["campaign", "adSet", "creative", "keyword"] as const;
const inAllRows = { user_acquisition: levels, retargeting: levels };

export const adRevenueMetrics = {
  ad_revenue: {
    label: t("Ad revenue"),
    unit: "money",
    isWatched: true,
    answered: inAllRows,
    meaning: t("Revenue of the ads that users saw in the app, apart from purchases."),
    ofReturns: t(
      "Revenue of the ads that users saw {soonAfterReturn}. Also counted for the campaign that won the install.",
      { soonAfterReturn },
    ),
    ...sumTerms.ad_revenue,
  },
  total_revenue: {
    label: t("Total revenue"),
    unit: "money",
    isWatched: true,
    answered: inAllRows,
    meaning: t("Revenue of purchases and ads."),
    ofReturns: t("Revenue of purchases and ads {soonAfterReturn}.", { soonAfterReturn }),
    ...sumTerms.total_revenue,
  },
  ad_roas: {
    label: t("Ad ROAS"),
    unit: "ratio",
    isWatched: true,
    answered: { ...inAllRows, ifKnown: true },
    meaning: t("Ad revenue divided by spend."),
    ofReturns: t("Ad revenue {soonAfterReturn}, divided by spend.", { soonAfterReturn }),
    ofSpend: true,
    ...ratioOf("ad_revenue", "spend"),
  },
  total_roas: {
    label: t("Total ROAS"),
    unit: "ratio",
    isWatched: true,
    answered: { ...inAllRows, ifKnown: true },
    meaning: t("Revenue of purchases and ads, divided by spend."),
    ofReturns: t("Revenue of purchases and ads {soonAfterReturn}, divided by spend.", { soonAfterReturn }),
    ofSpend: true,
    ...ratioOf("total_revenue", "spend"),
  },
} as const;

/** Spend that is not broken down has no revenue to compare it with. */
export const noRoas = { roas: null, ad_roas: null, total_roas: null } as const;
