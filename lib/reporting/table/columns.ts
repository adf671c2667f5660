/** The columns of the report's table, derived from the metrics. Runs in the browser too. */

import { t } from "@/lib/base/languages/texts";
import { soonAfterReturn } from "@/lib/ledger/return-days";
import { breakEvenId, type ProjectedColumn, projectedColumns } from "@/lib/reporting/forecast/columns";
import { cohortAges } from "@/lib/reporting/metrics/cohort-ages";
import {
  type CohortFigure,
  cohortFigureId,
  cohortFigures,
  readCohortFigure,
} from "@/lib/reporting/metrics/cohort-columns";
import { type CohortMetricName, cohortMetrics } from "@/lib/reporting/metrics/cohort-metrics";
import {
  isNeutral,
  type Metric,
  type MetricName,
  type MetricUnit,
  type MetricView,
  metricNames,
  metrics,
  metricValues,
} from "@/lib/reporting/metrics/metrics";
import { isNetworkMetric } from "@/lib/reporting/metrics/network-metrics";
import { isOfAds, type Sums } from "@/lib/reporting/metrics/sums";
import { withLowerFirst } from "@/lib/reporting/metrics/traffic";
import { dayColumns, dayText } from "@/lib/reporting/table/day-columns";
import { type EventPart, eventLabels, eventMeanings, eventParts } from "@/lib/reporting/table/event-texts";
import type { TableFigures } from "@/lib/reporting/table/schema";
import { budgetColumnIds, budgetColumns } from "@/lib/spend/budgets/columns";

export type ReportColumn = {
  id: string;
  label: string;
  meaning: string;
  /** Its meaning in the retargeting view, if it differs. */
  ofReturns?: string | undefined;
  /** Made of clicks, views or spend, which the retargeting view only has of campaigns for retargeting. */
  isOfAds?: boolean;
  unit: MetricUnit;
  group: "figures" | "retention" | "cohorts" | "projections" | "networks" | "events" | "payments" | "budgets";
  /** False for cohorts and distinct users, which are counted for one page only. */
  sortable: boolean;
  of: (figures: TableFigures) => number | null;
  /** The days after the install from which the column has a value. */
  age?: number;
  /** The name of an event or a type of payment. */
  name?: string;
  part?: EventPart;
  /** Of cohorts that have completed an age. */
  cohort?: CohortFigure;
  /** An estimate of cohorts. */
  projected?: ProjectedColumn;
};

const onlyForRetargeting = t("Only campaigns with the purpose Retargeting count.");

export const metricColumns: readonly ReportColumn[] = metricNames.map((name): ReportColumn => {
  const metric: Pick<Metric, "label" | "meaning" | "unit" | "ofReturns" | "measures"> = metrics[name];
  const { label, meaning, unit, measures } = metric;
  const isAds = isOfAds(measures);
  const ofReturns = isAds ? `${metric.ofReturns ?? meaning} ${onlyForRetargeting}` : metric.ofReturns;
  const of: ReportColumn["of"] = (row) => row.metrics[name];
  const group = isNetworkMetric(name) ? "networks" : "figures";
  return { id: name, label, meaning, ofReturns, isOfAds: isAds, unit, group, sortable: true, of };
});

/** The meaning of a column in a view. */
export const meaningInView = (view: MetricView, { meaning, ofReturns }: ReportColumn) =>
  (view === "retargeting" ? ofReturns : undefined) ?? meaning;

/** Figures about new users, which a retargeting campaign does not bring. */
const ofNewUsers = new Set<string>([
  "installs",
  "signups",
  "conversion",
  "cost_per_install",
  "cost_per_signup",
  "uninstalls",
  "uninstall_rate",
  "suspicious_installs",
  "click_through_attribution",
  "view_through_attribution",
] satisfies MetricName[]);

/** Figures that compare with the returns of campaigns, which the other view does not separate from new users. */
const ofReturnsOnly = new Set<string>([
  "cost_per_reinstall",
  "cost_per_reengagement",
  "reengagements_without_cost",
] satisfies MetricName[]);

/** The retargeting view has no figures about new users, and the other view no costs of returns. */
export const isInView = (view: MetricView, { id, group }: ReportColumn) =>
  view === "retargeting"
    ? !["retention", "cohorts", "projections"].includes(group) && !ofNewUsers.has(id)
    : !ofReturnsOnly.has(id);

/** True if a row has a figure of the view. Rows with figures of new users only have none in the retargeting view. */
export const hasFiguresInView = (view: MetricView, sums: Sums): boolean => {
  const values = metricValues(sums);
  return (
    metricColumns.some((column) => isInView(view, column) && Boolean(values[column.id as MetricName])) ||
    (view === "retargeting" && sums.events.size > 0)
  );
};

/** Breakdowns other than by campaign have no distinct users, no budgets, and no retention by the API's definition. */
export const isInBreakdowns = ({ group, part }: ReportColumn) =>
  group !== "retention" && group !== "budgets" && part !== "unique";

/** The columns of a breakdown other than by campaign, in order. */
export const groupColumns = (ids: readonly string[]): ReportColumn[] =>
  ids.flatMap((id) => reportColumn(id) ?? []).filter(isInBreakdowns);

/** Such a breakdown has no figures by the API's cohorts. */
export const noCohortsOfDays: Pick<TableFigures, "retention" | "classic_retention" | "daywise_revenue"> = {
  retention: { d1: null, d7: null },
  classic_retention: { d1: null, d7: null, d14: null, d30: null },
  daywise_revenue: { d0: null, d3: null, d7: null, d30: null },
};

/** The figure of a column in a row of such a breakdown. */
export const groupFigure = (
  { of }: ReportColumn,
  row: Pick<TableFigures, "metrics" | "events" | "payments" | "cohorts" | "projected">,
): number | null => of({ ...row, ...noCohortsOfDays });

/** The columns whose figures have changes against earlier days. */
export const hasComparison = ({ group }: ReportColumn) => ["figures", "networks", "cohorts"].includes(group);

/** A higher value is neither good nor bad in general. */
export const isNeutralColumn = ({ id, cohort, group }: ReportColumn): boolean =>
  group === "budgets" ||
  id === breakEvenId ||
  (cohort ? cohort.metric === "cost_per_event" : id in metrics && isNeutral(id as MetricName));

/** The events whose sums the columns show. */
export const eventsOfColumns = (columns: readonly ReportColumn[]): string[] => [
  ...new Set(columns.flatMap(({ group, name }) => (group === "events" && name !== undefined ? [name] : []))),
];

/** The metrics of cohorts that also exist by other definitions. */
const isAlsoOfDays = new Set<CohortMetricName>(["revenue", "retention"]);

const cohortColumns = dayColumns.map(
  (column): ReportColumn => ({ ...column, group: "retention", sortable: false }),
);

/** The budgets of campaigns, at present and whatever the days of the report. */
export const budgetReportColumns: readonly ReportColumn[] = budgetColumnIds.map(
  (id): ReportColumn => ({
    id,
    ...budgetColumns[id],
    group: "budgets",
    sortable: true,
    of: ({ budget }) => budget?.[id] ?? null,
  }),
);

/** Estimates, which the API's report does not have. */
export const projectedReportColumns: readonly ReportColumn[] = projectedColumns.map(
  (projected): ReportColumn => ({
    ...{ id: projected.id, label: projected.label, meaning: projected.meaning, unit: projected.unit },
    group: "projections",
    sortable: true,
    of: (row) => row.projected?.[projected.id]?.value ?? null,
    projected,
  }),
);

/** The projected figures among these columns, which are only computed if requested. */
export const projectedOfColumns = (columns: readonly ReportColumn[]): ProjectedColumn[] =>
  columns.flatMap(({ projected }) => projected ?? []);

/** Why a row has no projected figure. */
export const missingProjectionText = ({ id }: ReportColumn, { projected }: Pick<TableFigures, "projected">) =>
  projected?.[id]?.refused ?? t("No projection: too few installs or paying users, or too few older cohorts.");

export const fixedColumns: readonly ReportColumn[] = [...metricColumns, ...cohortColumns];
const fixedById = new Map(
  [...fixedColumns, ...projectedReportColumns, ...budgetReportColumns].map((column) => [column.id, column]),
);

export const eventColumnId = (kind: "event" | "payment", name: string, part: EventPart) =>
  `${kind}:${encodeURIComponent(name)}:${part}`;

export const eventColumns = (kind: "event" | "payment", name: string): ReportColumn[] =>
  eventParts.map((part) => eventColumn(kind, name, part));

function eventColumn(kind: "event" | "payment", name: string, part: EventPart): ReportColumn {
  const cell = (row: TableFigures) => row[kind === "event" ? "events" : "payments"][name];
  return {
    id: eventColumnId(kind, name, part),
    label: eventLabels[part](name),
    meaning: eventMeanings[part](name, kind),
    ofReturns: t(
      "{name} Of {kind, select, event {events} other {payments}} {soonAfterReturn}.{onlyForRetargeting}",
      {
        name: eventMeanings[part](name, kind),
        kind,
        soonAfterReturn,
        onlyForRetargeting: part === "cost" ? ` ${onlyForRetargeting}` : "",
      },
    ),
    unit: part === "amount" || part === "cost" ? "money" : "count",
    group: kind === "event" ? "events" : "payments",
    sortable: part !== "unique",
    name,
    part,
    of(row) {
      if (part === "unique") return cell(row) ? (cell(row)?.unique ?? null) : 0;
      if (part !== "cost") return cell(row)?.[part] ?? 0;
      const count = cell(row)?.with_cost ?? cell(row)?.count ?? 0;
      const { spend } = row.metrics;
      return count > 0 && spend !== null ? spend / count : null;
    },
  };
}

const ageOf = ({ at }: CohortFigure) => cohortAges.find(({ name }) => name === at)!;

function cohortColumn(cohort: CohortFigure): ReportColumn {
  const { label, unit, meaning } = cohortMetrics[cohort.metric];
  const id = cohortFigureId(cohort);
  const { event, metric } = cohort;
  const lower = withLowerFirst(label);
  const name = isAlsoOfDays.has(metric)
    ? t("Cohort {lower}", { lower })
    : event === null
      ? label
      : `${event}: ${lower}`;
  return {
    id,
    label: `${name} ${ageOf(cohort).label}`,
    meaning,
    unit,
    group: "cohorts",
    sortable: true,
    of: ({ cohorts }) => cohorts[id] ?? null,
    cohort,
  };
}

/** The columns of cohorts without an event, or with this one. */
export const cohortColumnsOf = (event: string | null): ReportColumn[] =>
  cohortFigures(event).map(cohortColumn);

/** The figures of cohorts among these columns, which are only computed if requested. */
export const cohortFiguresOfColumns = (columns: readonly ReportColumn[]): CohortFigure[] =>
  columns.flatMap(({ cohort }) => cohort ?? []);

/** Why a cohort's figure has no value. */
export function missingCohortText(cohort: CohortFigure, { cohorts }: Pick<TableFigures, "cohorts">): string {
  if (cohortFigureId(cohort) in cohorts) return cohortMetrics[cohort.metric].none;
  const { label, days } = ageOf(cohort);
  return t("Not mature yet: {label} is complete {days} after the install, and no install here is that old.", {
    label,
    days: dayText((days ?? 0) + 1),
  });
}

/** Null for an unknown ID, because addresses can contain any ID. */
export function reportColumn(id: string): ReportColumn | null {
  const fixed = fixedById.get(id);
  if (fixed) return fixed;
  const cohort = readCohortFigure(id);
  if (cohort) return cohortColumn(cohort);
  const match = /^(event|payment):([^:]+):(count|amount|unique|cost)$/.exec(id);
  if (!match) return null;
  try {
    return eventColumn(
      match[1] as "event" | "payment",
      decodeURIComponent(match[2] ?? ""),
      match[3] as EventPart,
    );
  } catch {
    return null;
  }
}

/** The events and payment types whose distinct users are requested. */
export const uniqueNames = (ids: readonly string[]): string[] => [
  ...new Set(
    ids.flatMap((id) => {
      const column = reportColumn(id);
      return column?.part === "unique" && column.name !== undefined ? [column.name] : [];
    }),
  ),
];

export const defaultColumns = {
  user_acquisition: [
    "clicks",
    "installs",
    "signups",
    "conversion",
    "spend",
    "revenue",
    "roas",
    "cost_per_install",
    "classic_d1",
    "classic_d7",
    "revenue_d7",
  ],
  retargeting: [
    "clicks",
    "reengagements",
    "reinstalls",
    "revenue_event_count",
    "spend",
    "revenue",
    "roas",
    "cost_per_reengagement",
    "cost_per_reinstall",
  ],
} as const;
