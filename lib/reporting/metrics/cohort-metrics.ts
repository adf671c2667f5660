/** The figures of cohorts, by their sums. Runs in the browser too. */
import type { MetricUnit } from "@/lib/reporting/metrics/metrics";

/** Sums of the installs that are old enough, up to the age. Money is in minor units. */
export type CohortCell = {
  installs: number;
  revenue: number;
  /** Null if unknown. */
  spend: number | null;
  /** The installs that opened the app on that calendar day; null for ages without retention. */
  retained: number | null;
  /** The installs with a payment up to the age. */
  payers: number;
  /** Events of the requested name up to the age, and the sum of their amounts; null without a name. */
  events: { count: number; amount: number } | null;
};

/** The same sums as SQL. */
export type CohortTexts = Record<
  "installs" | "spend" | "revenue" | "payers" | "events" | "value" | "opened",
  string
>;

type CohortMetric = {
  label: string;
  unit: MetricUnit;
  meaning: string;
  /** Why there is no value, if there are mature cohorts. */
  none: string;
  /** It grows with the number of days. */
  isSum?: true;
  /** Of the requested event. */
  ofEvent?: true;
  /** Projections have it too. */
  isProjected?: true;
  of(cell: CohortCell): number | null;
  /** The same in SQL. */
  text(sums: CohortTexts): string;
};

const ratioText = (above: string, below: string) => `${above}::numeric / nullif(${below}, 0)`;
const ratio = (above: number | null, below: number | null) =>
  above === null || below === null || below === 0 ? null : above / below;

const mature = "Cohorts that are not old enough are left out.";

/** The figures of a cell, in order. */
export const cohortMetrics = {
  revenue: {
    label: "Revenue",
    unit: "money",
    isSum: true,
    meaning: `Revenue of the cohort up to that age. ${mature}`,
    none: "No installs.",
    isProjected: true,
    of: ({ revenue }) => revenue,
    text: ({ revenue }) => revenue,
  },
  ltv: {
    label: "LTV (ARPU)",
    unit: "money",
    meaning: `Revenue up to that age, divided by installs: the lifetime value, and the average revenue per user. ${mature}`,
    none: "No installs.",
    isProjected: true,
    of: ({ revenue, installs }) => ratio(revenue, installs),
    text: ({ revenue, installs }) => ratioText(revenue, installs),
  },
  roas: {
    label: "ROAS",
    unit: "ratio",
    meaning: `Revenue up to that age, divided by the spend on the days of the installs. ${mature}`,
    none: "No spend on the days of these installs.",
    isProjected: true,
    of: ({ revenue, spend }) => ratio(revenue, spend),
    text: ({ revenue, spend }) => ratioText(revenue, spend),
  },
  retention: {
    label: "Retention",
    unit: "percent",
    meaning: `Share of installs that opened the app on that calendar day after the install, up to D30. ${mature}`,
    none: "No installs.",
    of: ({ retained, installs }) => (retained === null ? null : ratio(100 * retained, installs)),
    text: ({ opened, installs }) => `100 * ${ratioText(opened, installs)}`,
  },
  paying_share: {
    label: "Paying share",
    unit: "percent",
    meaning: `Share of installs with a payment up to that age. ${mature}`,
    none: "No installs.",
    of: ({ payers, installs }) => ratio(100 * payers, installs),
    text: ({ payers, installs }) => `100 * ${ratioText(payers, installs)}`,
  },
  arppu: {
    label: "ARPPU",
    unit: "money",
    meaning: `Revenue up to that age, divided by the installs with a payment up to then: the average revenue per paying user. ${mature}`,
    none: "No install has paid.",
    of: ({ revenue, payers }) => ratio(revenue, payers),
    text: ({ revenue, payers }) => ratioText(revenue, payers),
  },
  event_count: {
    label: "Events",
    unit: "count",
    isSum: true,
    ofEvent: true,
    meaning: `Events of the chosen name up to that age. ${mature}`,
    none: "No installs.",
    of: ({ events }) => events?.count ?? null,
    text: ({ events }) => events,
  },
  events: {
    label: "Events per install",
    unit: "ratio",
    ofEvent: true,
    meaning: `Events of the chosen name up to that age, divided by installs. ${mature}`,
    none: "No installs.",
    of: ({ events, installs }) => ratio(events?.count ?? null, installs),
    text: ({ events, installs }) => ratioText(events, installs),
  },
  event_value: {
    label: "Value per install",
    unit: "money",
    ofEvent: true,
    meaning: `Amounts of events of the chosen name up to that age, divided by installs. ${mature}`,
    none: "No installs.",
    of: ({ events, installs }) => ratio(events?.amount ?? null, installs),
    text: ({ value, installs }) => ratioText(value, installs),
  },
  cost_per_event: {
    label: "Cost per event",
    unit: "money",
    ofEvent: true,
    meaning: `Spend on the days of the installs, divided by the events of the chosen name up to that age. ${mature}`,
    none: "No spend on the days of these installs, or no such event.",
    of: ({ events, spend }) => (spend === 0 ? null : ratio(spend, events?.count ?? null)),
    text: ({ spend, events }) => `nullif(${ratioText(spend, events)}, 0)`,
  },
} as const satisfies Record<string, CohortMetric>;
export type CohortMetricName = keyof typeof cohortMetrics;
export const cohortMetricNames = Object.keys(cohortMetrics) as CohortMetricName[];
export const isOfEvent = (name: CohortMetricName) => "ofEvent" in cohortMetrics[name];
export const isSum = (name: CohortMetricName) => "isSum" in cohortMetrics[name];
export const isProjected = (name: CohortMetricName) => "isProjected" in cohortMetrics[name];

/** A projected cell, for the figures that projections have. */
export const asCell = ({
  installs,
  revenue,
  spend,
}: Pick<CohortCell, "installs" | "revenue" | "spend">): CohortCell => ({
  ...{ installs, revenue, spend },
  retained: null,
  payers: 0,
  events: null,
});
