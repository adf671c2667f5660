/** The figures of cohorts, by their sums. Runs in the browser too. */

import { t } from "@/lib/base/languages/texts";
import type { MetricUnit } from "@/lib/reporting/metrics/metrics";

/** Sums of the installs that are old enough, up to the age. Money is in minor units. */
export type CohortCell = {
  installs: number;
  /** Of purchases. */
  revenue: number;
  ad_revenue: number;
  /** Null if unknown. */
  spend: number | null;
  /** The installs that opened the app on that calendar day; null for ages without retention. */
  retained: number | null;
  /** The installs with a payment up to the age. */
  payers: number;
  /** Events of the requested name up to the age, and the sum of their amounts; null without a name. */
  events: { count: number; amount: number } | null;
  /** The installs with such an event, up to the calendar day of the age; null unless requested. */
  users: number | null;
};

/** The sums that ratios divide. */
const terms = {
  installs: ({ installs }) => installs,
  spend: ({ spend }) => spend,
  revenue: ({ revenue }) => revenue,
  ads: ({ ad_revenue }) => ad_revenue,
  total: ({ revenue, ad_revenue }) => revenue + ad_revenue,
  payers: ({ payers }) => payers,
  opened: ({ retained }) => retained,
  events: ({ events }) => events?.count ?? null,
  value: ({ events }) => events?.amount ?? null,
  users: ({ users }) => users,
} satisfies Record<string, (cell: CohortCell) => number | null>;
type Term = keyof typeof terms;

/** The same sums as SQL. */
export type CohortTexts = Record<Term, string>;

/** Revenue of purchases and ads as SQL. */
export const withTotal = (texts: Omit<CohortTexts, "total">): CohortTexts => ({
  ...texts,
  total: `(${texts.revenue} + ${texts.ads})`,
});

/** One sum divided by another, times 100 for a percentage. */
export type CohortRatio = { top: Term; bottom: Term; times: 1 | 100 };

type CohortMetric = {
  label: string;
  unit: MetricUnit;
  meaning: string;
  /** Why there is no value, if there are mature cohorts. */
  none: string;
  /** Of the requested event. */
  ofEvent?: true;
  /** Counted from the days of events instead of the ledger, only if requested. */
  ofUsers?: true;
  /** Projections have it too. */
  isProjected?: true;
  /** Its numerator and denominator, if it is a ratio of two sums. */
  ratio?: CohortRatio;
  of(cell: CohortCell): number | null;
  /** The same in SQL. */
  text(sums: CohortTexts): string;
};

/** Null without a denominator, and for a cost without spend. */
export const cohortRatioOf = (
  { top, times }: CohortRatio,
  above: number | null,
  below: number | null,
): number | null =>
  above === null || below === null || below === 0 || (top === "spend" && above === 0)
    ? null
    : (times * above) / below;

export const partsOfCell = (cell: CohortCell, { top, bottom }: CohortRatio) => ({
  top: terms[top](cell),
  bottom: terms[bottom](cell),
});

function divided(top: Term, bottom: Term, times: CohortRatio["times"] = 1) {
  const ratio: CohortRatio = { top, bottom, times };
  return {
    ratio,
    of: (cell: CohortCell) => cohortRatioOf(ratio, terms[top](cell), terms[bottom](cell)),
    text: (sums: CohortTexts) => {
      const above = top === "spend" ? `nullif(${sums.spend}, 0)` : sums[top];
      return `${times === 1 ? "" : `${times} * `}${above}::numeric / nullif(${sums[bottom]}, 0)`;
    },
  };
}

const mature = t("Cohorts that are not old enough are left out.");

/** The figures of a cell, in order. */
export const cohortMetrics = {
  revenue: {
    label: t("Revenue"),
    unit: "money",
    meaning: t("Revenue of the cohort up to that age. {mature}", { mature }),
    none: t("No installs."),
    isProjected: true,
    of: ({ revenue }) => revenue,
    text: ({ revenue }) => revenue,
  },
  ltv: {
    label: "LTV (ARPU)",
    unit: "money",
    meaning: t(
      "Revenue up to that age, divided by installs: the lifetime value, and the average revenue per user. {mature}",
      { mature },
    ),
    none: t("No installs."),
    isProjected: true,
    ...divided("revenue", "installs"),
  },
  roas: {
    label: "ROAS",
    unit: "ratio",
    meaning: t("Revenue up to that age, divided by the spend on the days of the installs. {mature}", {
      mature,
    }),
    none: t("No spend on the days of these installs."),
    isProjected: true,
    ...divided("revenue", "spend"),
  },
  ad_revenue: {
    label: t("Ad revenue"),
    unit: "money",
    meaning: t("Revenue of the ads that the cohort saw up to that age. {mature}", { mature }),
    none: t("No installs."),
    of: ({ ad_revenue }) => ad_revenue,
    text: ({ ads }) => ads,
  },
  ad_ltv: {
    label: t("Ad LTV (ARPU)"),
    unit: "money",
    meaning: t("Ad revenue up to that age, divided by installs. {mature}", { mature }),
    none: t("No installs."),
    ...divided("ads", "installs"),
  },
  ad_roas: {
    label: t("Ad ROAS"),
    unit: "ratio",
    meaning: t("Ad revenue up to that age, divided by the spend on the days of the installs. {mature}", {
      mature,
    }),
    none: t("No spend on the days of these installs."),
    ...divided("ads", "spend"),
  },
  total_revenue: {
    label: t("Total revenue"),
    unit: "money",
    meaning: t("Revenue of purchases and ads up to that age. {mature}", { mature }),
    none: t("No installs."),
    of: terms.total,
    text: ({ total }) => total,
  },
  total_ltv: {
    label: t("Total LTV (ARPU)"),
    unit: "money",
    meaning: t("Revenue of purchases and ads up to that age, divided by installs. {mature}", { mature }),
    none: t("No installs."),
    ...divided("total", "installs"),
  },
  total_roas: {
    label: t("Total ROAS"),
    unit: "ratio",
    meaning: t(
      "Revenue of purchases and ads up to that age, divided by the spend on the days of the installs. {mature}",
      { mature },
    ),
    none: t("No spend on the days of these installs."),
    ...divided("total", "spend"),
  },
  retention: {
    label: t("Retention"),
    unit: "percent",
    meaning: t(
      "Share of installs that opened the app on that calendar day after the install, up to D30. {mature}",
      { mature },
    ),
    none: t("No installs."),
    ...divided("opened", "installs", 100),
  },
  paying_share: {
    label: t("Paying share"),
    unit: "percent",
    meaning: t("Share of installs with a payment up to that age. {mature}", { mature }),
    none: t("No installs."),
    ...divided("payers", "installs", 100),
  },
  arppu: {
    label: "ARPPU",
    unit: "money",
    meaning: t(
      "Revenue up to that age, divided by the installs with a payment up to then: the average revenue per paying user. {mature}",
      { mature },
    ),
    none: t("No install has paid."),
    ...divided("revenue", "payers"),
  },
  event_count: {
    label: t("Events"),
    unit: "count",
    ofEvent: true,
    meaning: t("Events of the chosen name up to that age. {mature}", { mature }),
    none: t("No installs."),
    of: ({ events }) => events?.count ?? null,
    text: ({ events }) => events,
  },
  events: {
    label: t("Events per install"),
    unit: "ratio",
    ofEvent: true,
    meaning: t("Events of the chosen name up to that age, divided by installs. {mature}", { mature }),
    none: t("No installs."),
    ...divided("events", "installs"),
  },
  event_value: {
    label: t("Value per install"),
    unit: "money",
    ofEvent: true,
    meaning: t("Amounts of events of the chosen name up to that age, divided by installs. {mature}", {
      mature,
    }),
    none: t("No installs."),
    ...divided("value", "installs"),
  },
  cost_per_event: {
    label: t("Cost per event"),
    unit: "money",
    ofEvent: true,
    meaning: t(
      "Spend on the days of the installs, divided by the events of the chosen name up to that age. {mature}",
      { mature },
    ),
    none: t("No spend on the days of these installs, or no such event."),
    ...divided("spend", "events"),
  },
  event_users: {
    label: t("Unique users"),
    unit: "count",
    ofEvent: true,
    ofUsers: true,
    meaning: t(
      "Installs with at least one event of the chosen name up to that calendar day after the install. {mature}",
      { mature },
    ),
    none: t("No installs."),
    of: ({ users }) => users,
    text: ({ users }) => users,
  },
  event_share: {
    label: t("Share with the event"),
    unit: "percent",
    ofEvent: true,
    ofUsers: true,
    meaning: t(
      "Share of installs with at least one event of the chosen name up to that calendar day after the install. {mature}",
      { mature },
    ),
    none: t("No installs."),
    ...divided("users", "installs", 100),
  },
} as const satisfies Record<string, CohortMetric>;
export type CohortMetricName = keyof typeof cohortMetrics;
export const cohortMetricNames = Object.keys(cohortMetrics) as CohortMetricName[];
export const isOfEvent = (name: CohortMetricName) => "ofEvent" in cohortMetrics[name];
/** True for installs with an event, which take longer to count. */
export const isOfUsers = (name: CohortMetricName) => "ofUsers" in cohortMetrics[name];
export function needsSpend(name: CohortMetricName): boolean {
  const { ratio }: CohortMetric = cohortMetrics[name];
  return ratio !== undefined && (ratio.top === "spend" || ratio.bottom === "spend");
}
/** A sum grows with the number of days. */
export const isGrowingSum = (name: CohortMetricName) => !("ratio" in cohortMetrics[name]);
export const isProjected = (name: CohortMetricName) => "isProjected" in cohortMetrics[name];

/** A projected cell, for the figures that projections have. */
export const projectedCell = ({
  installs,
  revenue,
  spend,
}: Pick<CohortCell, "installs" | "revenue" | "spend">): CohortCell => ({
  ...{ installs, revenue, spend },
  ad_revenue: 0,
  retained: null,
  payers: 0,
  events: null,
  users: null,
});
