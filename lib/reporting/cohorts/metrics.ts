/** The figures of cohorts, by their sums. Runs in the browser too. */
import type { CohortCell } from "@/lib/reporting/cohorts/schema";
import type { MetricUnit } from "@/lib/reporting/metrics/metrics";

type CohortMetric = {
  label: string;
  unit: MetricUnit;
  meaning: string;
  /** Of the requested event. */
  ofEvent?: true;
  /** Projections have it too. */
  isProjected?: true;
  of(cell: CohortCell): number | null;
};

const ratio = (above: number | null, below: number | null) =>
  above === null || below === null || below === 0 ? null : above / below;

const mature = "Cohorts that are not old enough are left out.";

/** The figures of a cell, in order. */
export const cohortMetrics = {
  revenue: {
    label: "Revenue",
    unit: "money",
    meaning: `Revenue of the cohort up to that age. ${mature}`,
    isProjected: true,
    of: ({ revenue }) => revenue,
  },
  ltv: {
    label: "LTV (ARPU)",
    unit: "money",
    meaning: `Revenue up to that age, divided by installs: the lifetime value, and the average revenue per user. ${mature}`,
    isProjected: true,
    of: ({ revenue, installs }) => ratio(revenue, installs),
  },
  roas: {
    label: "ROAS",
    unit: "ratio",
    meaning: `Revenue up to that age, divided by the spend on the days of the installs. ${mature}`,
    isProjected: true,
    of: ({ revenue, spend }) => ratio(revenue, spend),
  },
  retention: {
    label: "Retention",
    unit: "percent",
    meaning: `Share of installs that opened the app on that calendar day after the install, up to D30. ${mature}`,
    of: ({ retained, installs }) => (retained === null ? null : ratio(100 * retained, installs)),
  },
  paying_share: {
    label: "Paying share",
    unit: "percent",
    meaning: `Share of installs with a payment up to that age. ${mature}`,
    of: ({ payers, installs }) => ratio(100 * payers, installs),
  },
  arppu: {
    label: "ARPPU",
    unit: "money",
    meaning: `Revenue up to that age, divided by the installs with a payment up to then: the average revenue per paying user. ${mature}`,
    of: ({ revenue, payers }) => ratio(revenue, payers),
  },
  events: {
    label: "Events per install",
    unit: "ratio",
    ofEvent: true,
    meaning: `Events of the chosen name up to that age, divided by installs. ${mature}`,
    of: ({ events, installs }) => ratio(events?.count ?? null, installs),
  },
  event_value: {
    label: "Value per install",
    unit: "money",
    ofEvent: true,
    meaning: `Amounts of events of the chosen name up to that age, divided by installs. ${mature}`,
    of: ({ events, installs }) => ratio(events?.amount ?? null, installs),
  },
  cost_per_event: {
    label: "Cost per event",
    unit: "money",
    ofEvent: true,
    meaning: `Spend on the days of the installs, divided by the events of the chosen name up to that age. ${mature}`,
    of: ({ events, spend }) => (spend === 0 ? null : ratio(spend, events?.count ?? null)),
  },
} as const satisfies Record<string, CohortMetric>;
export type CohortMetricName = keyof typeof cohortMetrics;
export const cohortMetricNames = Object.keys(cohortMetrics) as CohortMetricName[];
export const isOfEvent = (name: CohortMetricName) => "ofEvent" in cohortMetrics[name];
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
