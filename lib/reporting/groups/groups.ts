import type { Project } from "@/lib/accounts/access/project";
import { currencyDigits } from "@/lib/base/money";
import { paginationOf } from "@/lib/base/params";
import { csvLines } from "@/lib/base/text/csv";
import { platformNames } from "@/lib/base/text/platform-names";
import { dayIn } from "@/lib/base/time";
import { networkLabel } from "@/lib/campaigns/networks";
import { notBrokenDownPublisher } from "@/lib/ledger/ad-ids/publishers";
import { notBrokenDownVersion } from "@/lib/ledger/ad-ids/versions";
import { notBrokenDown, notBrokenDownCountry } from "@/lib/ledger/country";
import { type LedgerSum, sumLedger } from "@/lib/ledger/sum-queries";
import { runInSteps, type WorkSteps } from "@/lib/platform/steps";
import type { ProjectedFigures } from "@/lib/reporting/forecast/schema";
import { type Dimension, dimensions } from "@/lib/reporting/groups/dimensions";
import { forecastOfGroups, wholeKey } from "@/lib/reporting/groups/forecasts";
import type {
  GroupRow,
  GroupsData,
  GroupsQuery,
  ReportFilter,
  RequestedFigures,
} from "@/lib/reporting/groups/schema";
import { dimensionColumn, sumsFor, tooManyRows } from "@/lib/reporting/groups/scope";
import { noRoas } from "@/lib/reporting/metrics/ad-revenue-metrics";
import { onlyOfAds, spendLeftOut } from "@/lib/reporting/metrics/left-out";
import { type MetricView, metricValues } from "@/lib/reporting/metrics/metrics";
import { eventMeasures, noSums, type Sums } from "@/lib/reporting/metrics/sums";
import { countryLabel, publisherLabel, versionLabel } from "@/lib/reporting/metrics/value-labels";
import {
  cohortFiguresOfColumns,
  eventsOfColumns,
  groupColumns,
  groupFigure,
  hasFiguresInView,
  metricColumns,
  type ReportColumn,
} from "@/lib/reporting/table/columns";
import { csvFigure, csvHead } from "@/lib/reporting/table/csv";
import { requestedFigures } from "@/lib/reporting/table/figures";
import { cohortRequestOf, sumCohorts } from "@/lib/reporting/tree/cohort-queries";
import { byMeasure, byPurpose, findEventNames } from "@/lib/reporting/tree/queries";
import { addCohortSum, addSum } from "@/lib/reporting/tree/rules";

/** A page of the report, with one or two dimensions. */
export async function reportGroups(project: Project, query: GroupsQuery, now: Date): Promise<GroupsData> {
  const [{ rows, total, requested, payments }, leftOut, events] = await Promise.all([
    groupsOf(project, query, now),
    sumsFor(project, query).then(({ days, where }) =>
      spendLeftOut(project.id, { days, where: { ...where, ...onlyOfAds(query.view) } }),
    ),
    findEventNames(project.id),
  ]);
  const { page, limit } = query;
  return {
    from: query.from,
    to: query.to,
    time_zone: project.timeZone,
    currency: project.currency,
    view: query.view,
    by: query.by,
    today: dayIn(project.timeZone, now),
    week_start: project.weekStart,
    total,
    total_requested: requested,
    spend_left_out: leftOut,
    events,
    payments,
    rows: rows.slice((page - 1) * limit, page * limit),
    pagination: paginationOf(rows.length, page, limit),
  };
}

/** All rows with the chosen columns, with money in units of the currency, for spreadsheets. */
export async function groupsCsv(project: Project, query: GroupsQuery, now: Date): Promise<string> {
  const { rows } = await groupsOf(project, query, now);
  const digits = currencyDigits(project.currency);
  const chosen = groupColumns(query.columns);
  const columns = chosen.length > 0 ? chosen : metricColumns;
  return csvLines([
    [
      ...query.by.map((by) => dimensions[by].label),
      ...columns.map((column) => csvHead(column, project.currency)),
    ],
    ...rows.map((row) => [
      ...row.labels,
      ...columns.map((column) => csvFigure(column.unit, groupFigure(column, row), digits)),
    ]),
  ]);
}

async function groupsOf(
  project: Project,
  query: GroupsQuery,
  now: Date,
): Promise<{
  rows: GroupRow[];
  total: GroupRow["metrics"] | null;
  requested: RequestedFigures | null;
  payments: string[];
}> {
  const columns = groupColumns([...new Set([...query.columns, query.sort_field])]);
  const [{ groups, whole }, forecasts] = await Promise.all([
    groupedSums(project, query, query.by, { shown: { columns, now } }),
    forecastOfGroups(project, query, columns, now),
  ]);
  const hasTotal = !query.by.includes("tag");
  return {
    rows: (await runInSteps(rowsIn(groups, query.by, { columns, view: query.view, forecasts }))).sort(
      inOrderOf(query),
    ),
    total: hasTotal ? metricValues(whole) : null,
    requested: hasTotal
      ? { ...requestedFigures(columns)(whole), ...(forecasts && { projected: forecasts.get(wholeKey) }) }
      : null,
    payments: [...whole.payments.keys()].sort(),
  };
}

const isNotBrokenDown = (by: Dimension, key: string) =>
  (by === "platform" && key === "") ||
  (by === "country" && key === notBrokenDownCountry) ||
  (by === "app_version" && key === notBrokenDownVersion) ||
  (by === "publisher" && key === notBrokenDownPublisher);

/** About a few milliseconds of work. */
const rowsPerStep = 500;

/** Groups without any figure have no row. */
function* rowsIn(
  groups: Map<string, SummedGroup>,
  by: readonly Dimension[],
  {
    columns,
    view,
    forecasts,
  }: { columns: readonly ReportColumn[]; view: MetricView; forecasts: Map<string, ProjectedFigures> | null },
): WorkSteps<GroupRow[]> {
  const figures = requestedFigures(columns);
  const rows: GroupRow[] = [];
  let scanned = 0;
  for (const [id, { keys, labels, sums }] of groups) {
    const values = metricValues(sums);
    // Revenue is always broken down, so other spend has none to compare it with.
    const hasRevenue = !keys.some((key, i) => isNotBrokenDown(by[i]!, key));
    const metrics = hasRevenue ? values : { ...values, ...noRoas };
    const projected = forecasts && { projected: forecasts.get(id) };
    if (hasFiguresInView(view, sums))
      rows.push({ keys, labels, metrics, ...figures(sums, hasRevenue), ...projected });
    if (++scanned % rowsPerStep === 0) yield;
  }
  return rows;
}

export type SummedGroup = Pick<GroupRow, "keys" | "labels"> & { sums: Sums };

type GroupSum = LedgerSum<ReturnType<typeof dimensionColumn> | (typeof byMeasure)[number]> & {
  purpose?: string;
};

/** More rows are not readable, and would fill the memory of the process. */
const maxSums = 200_000;

export type ShownColumns = { columns: readonly ReportColumn[]; now: Date };

type Requested = {
  /** Filters by keys of the first dimension. */
  only?: readonly string[];
  /** Events and cohorts are only summed for these columns. */
  shown?: ShownColumns;
};

/** The matching sums by one or two dimensions: each group under the text of its keys, and the total. */
export async function groupedSums(
  project: Project,
  query: ReportFilter,
  by: readonly Dimension[],
  { only, shown }: Requested = {},
): Promise<{ groups: Map<string, SummedGroup>; whole: Sums }> {
  const columns = by.map(dimensionColumn);
  const { days, where } = await sumsFor(project, query);
  const scope = {
    days,
    where: { ...where, ...(only && { [columns[0]!]: only }) },
    organic: query.traffic === "all",
    weekStart: project.weekStart,
  };
  const request = {
    ...scope,
    by: [...columns, ...byMeasure, ...byPurpose(query.view)],
    labels: true,
    max: maxSums + 1,
  };
  const events = eventsOfColumns(shown?.columns ?? []);
  const eventMeasure = eventMeasures[query.view];
  const cohorts = shown && cohortRequestOf(project, cohortFiguresOfColumns(shown.columns), shown.now);
  const [plain, ofEvents, ofCohorts] = await Promise.all([
    sumLedger(project.id, { ...request, measures: "without events" }),
    events.length === 0
      ? []
      : sumLedger(project.id, { ...request, measures: [eventMeasure], names: { [eventMeasure]: events } }),
    cohorts ? sumCohorts(project.id, cohorts, { ...scope, by: columns }, maxSums + 1) : [],
  ]);
  const found = [...plain, ...ofEvents];
  if (found.length > maxSums || ofCohorts.length > maxSums) throw tooManyRows();
  const { groups, whole } = await runInSteps(groupsIn(found, query, by));
  await runInSteps(addCohorts());
  return { groups, whole };

  function* addCohorts(): WorkSteps<void> {
    for (const [i, sum] of ofCohorts.entries()) {
      if (i % sumsPerStep === 0) yield;
      const group = groups.get(JSON.stringify(columns.map((name) => String(sum[name]))));
      if (group) addCohortSum(group.sums, sum);
      addCohortSum(whole, sum);
    }
  }
}

/** About a few milliseconds of work. */
const sumsPerStep = 2_000;

function* groupsIn(
  found: GroupSum[],
  query: ReportFilter,
  by: readonly Dimension[],
): WorkSteps<{ groups: Map<string, SummedGroup>; whole: Sums }> {
  const { view } = query;
  const groups = new Map<string, SummedGroup>();
  const whole = noSums(view);
  for (const [i, sum] of found.entries()) {
    if (i % sumsPerStep === 0) yield;
    const keys = by.map((name) => String(sum[dimensionColumn(name)]));
    const id = JSON.stringify(keys);
    let group = groups.get(id);
    if (!group) {
      const labels = by.map((name, i) =>
        groupLabelFor(name, keys[i]!, sum[`${dimensionColumn(name)}_label`] ?? null),
      );
      group = { keys, labels, sums: noSums(view) };
      groups.set(id, group);
    }
    addSum(group.sums, sum, view);
    addSum(whole, sum, view);
  }
  return { groups, whole };
}

export function groupLabelFor(dimension: Dimension, key: string, label: string | null): string {
  if (dimension === "campaign") return key === "0" ? "Organic" : (label ?? key);
  if (dimension === "network")
    return key === "organic" ? "Organic" : (networkLabel(key || null) ?? "No network");
  if (dimension === "affiliate") return label ?? "No affiliate";
  if (dimension === "tag") return label ?? "No tag";
  if (dimension === "country") return countryLabel(key);
  if (dimension === "app_version") return versionLabel(key);
  if (dimension === "publisher") return publisherLabel(key);
  if (dimension === "platform") return key === "" ? notBrokenDown : (platformNames[key] ?? key);
  return key;
}

/** Rows without a value are last in both directions; equal rows are in the order of their keys. */
function inOrderOf({ sort_field: field, sort_order }: GroupsQuery): (a: GroupRow, b: GroupRow) => number {
  const byKeys = (a: GroupRow, b: GroupRow) => (a.labels.join("\0") < b.labels.join("\0") ? -1 : 1);
  if (field === "key") return (a, b) => sort_order * byKeys(a, b);
  if (field === "second") {
    const behind = ({ labels: [first = "", second = ""] }: GroupRow) => `${second}\0${first}`;
    return (a, b) => (behind(a) < behind(b) ? -sort_order : sort_order);
  }
  const [column] = groupColumns([field]);
  if (!column) return byKeys;
  const figures = new Map<GroupRow, number | null>();
  const figureOf = (row: GroupRow) => {
    const known = figures.get(row);
    if (known !== undefined) return known;
    const figure = groupFigure(column, row);
    figures.set(row, figure);
    return figure;
  };
  return (a, b) => {
    const [left, right] = [figureOf(a), figureOf(b)];
    if (left === right) return byKeys(a, b);
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -sort_order : sort_order;
  };
}
