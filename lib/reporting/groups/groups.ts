import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { currencyDigits } from "@/lib/base/money";
import { paged } from "@/lib/base/params";
import { Refusal } from "@/lib/base/refusal";
import { csvLines } from "@/lib/base/text/csv";
import { platformNames } from "@/lib/base/text/platform-names";
import { dayIn } from "@/lib/base/time";
import { networkLabel } from "@/lib/campaigns/networks";
import { notBrokenDown, notBrokenDownCountry, storedCountry } from "@/lib/ledger/country";
import { type LedgerSum, sumLedger } from "@/lib/ledger/sum-queries";
import { runInSteps, type Steps } from "@/lib/platform/steps";
import {
  type Dimension,
  dimensions,
  type GroupRow,
  type GroupsQuery,
  type groupsData,
  type ReportFilter,
} from "@/lib/reporting/groups/schema";
import { countryLabel } from "@/lib/reporting/metrics/country-param";
import { spendLeftOut } from "@/lib/reporting/metrics/left-out";
import { type MetricName, metricValues } from "@/lib/reporting/metrics/metrics";
import { noSums, type Sums } from "@/lib/reporting/metrics/sums";
import { matchingCampaigns, selectsCampaigns } from "@/lib/reporting/report/report";
import { metricColumns } from "@/lib/reporting/table/columns";
import { csvFigure, csvHead } from "@/lib/reporting/table/csv";
import { byMeasure } from "@/lib/reporting/tree/queries";
import { addSum } from "@/lib/reporting/tree/rules";

/** A page of the report, with one or two dimensions. */
export async function reportGroups(
  project: Project,
  query: GroupsQuery,
  now: Date,
): Promise<z.output<typeof groupsData>> {
  const [{ rows, total }, leftOut] = await Promise.all([
    groupsOf(project, query),
    sumsFor(project, query).then((request) => spendLeftOut(project.id, request)),
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
    spend_left_out: leftOut,
    rows: rows.slice((page - 1) * limit, page * limit),
    pagination: paged(rows.length, page, limit),
  };
}

/** All rows with the chosen columns, with money in units of the currency, for spreadsheets. */
export async function groupsCsv(project: Project, query: GroupsQuery): Promise<string> {
  const { rows } = await groupsOf(project, query);
  const digits = currencyDigits(project.currency);
  const chosen = query.columns.flatMap((id) => metricColumns.find((column) => column.id === id) ?? []);
  const columns = chosen.length > 0 ? chosen : metricColumns;
  return csvLines([
    [
      ...query.by.map((by) => dimensions[by].label),
      ...columns.map((column) => csvHead(column, project.currency)),
    ],
    ...rows.map(({ labels, metrics: values }) => [
      ...labels,
      ...columns.map(({ id, unit }) => csvFigure(unit, values[id as MetricName], digits)),
    ]),
  ]);
}

async function groupsOf(
  project: Project,
  query: GroupsQuery,
): Promise<{ rows: GroupRow[]; total: GroupRow["metrics"] | null }> {
  const { groups, whole } = await groupedSums(project, query, query.by);
  return {
    rows: (await runInSteps(rowsIn(groups, query.by))).sort(inOrderOf(query)),
    total: query.by.includes("tag") ? null : metricValues(whole),
  };
}

const isNotBrokenDown = (by: Dimension, key: string) =>
  (by === "platform" && key === "") || (by === "country" && key === notBrokenDownCountry);

/** About a few milliseconds of work. */
const rowsPerStep = 500;

/** Groups without any figure have no row. */
function* rowsIn(groups: Map<string, SummedGroup>, by: readonly Dimension[]): Steps<GroupRow[]> {
  const rows: GroupRow[] = [];
  let scanned = 0;
  for (const { keys, labels, sums } of groups.values()) {
    const values = metricValues(sums);
    // Revenue always has a platform, and spend without one has none to compare it with.
    const metrics = keys.some((key, i) => isNotBrokenDown(by[i]!, key)) ? { ...values, roas: null } : values;
    if (Object.values(metrics).some((value) => value)) rows.push({ keys, labels, metrics });
    if (++scanned % rowsPerStep === 0) yield;
  }
  return rows;
}

export type SummedGroup = Pick<GroupRow, "keys" | "labels"> & { sums: Sums };

export const columnOf = (name: Dimension) => (name === "campaign" ? "campaign_id" : name);

type GroupSum = LedgerSum<ReturnType<typeof columnOf> | (typeof byMeasure)[number]>;

/** More rows are not readable, and would fill the memory of the process. */
const maxSums = 200_000;

/** The days and filters of a query, for sums. */
export async function sumsFor(project: Project, query: ReportFilter) {
  const { from, to, platform } = query;
  const campaigns = selectsCampaigns(query)
    ? (await matchingCampaigns(project, query)).map(({ id }) => id)
    : null;
  return {
    days: { from, to },
    where: { platform, country: storedCountry(query.country), campaign_id: campaigns },
  };
}

/**
 * The matching sums by one or two dimensions: each group under the text of its keys, and the total. `only` filters by
 * keys of the first dimension.
 */
export async function groupedSums(
  project: Project,
  query: ReportFilter,
  by: readonly Dimension[],
  only: readonly string[] | null = null,
): Promise<{ groups: Map<string, SummedGroup>; whole: Sums }> {
  const columns = by.map(columnOf);
  const { days, where } = await sumsFor(project, query);
  const found = await sumLedger(project.id, {
    by: [...columns, ...byMeasure],
    measures: "without events",
    days,
    where: { ...where, ...(only && { [columns[0]!]: only }) },
    organic: query.traffic === "all",
    weekStart: project.weekStart,
    labels: true,
    max: maxSums + 1,
  });
  if (found.length > maxSums)
    throw new Refusal(
      "report_too_large",
      "The report would have too many rows. Choose fewer days or fewer breakdowns.",
    );
  return runInSteps(groupsIn(found, query, by));
}

/** About a few milliseconds of work. */
const sumsPerStep = 2_000;

function* groupsIn(
  found: GroupSum[],
  query: ReportFilter,
  by: readonly Dimension[],
): Steps<{ groups: Map<string, SummedGroup>; whole: Sums }> {
  const { view } = query;
  const groups = new Map<string, SummedGroup>();
  const whole = noSums();
  for (const [i, sum] of found.entries()) {
    if (i % sumsPerStep === 0) yield;
    const keys = by.map((name) => String(sum[columnOf(name)]));
    const id = JSON.stringify(keys);
    let group = groups.get(id);
    if (!group) {
      const labels = by.map((name, i) => labelFor(name, keys[i]!, sum[`${columnOf(name)}_label`] ?? null));
      group = { keys, labels, sums: noSums() };
      groups.set(id, group);
    }
    addSum(group.sums, sum, view);
    addSum(whole, sum, view);
  }
  return { groups, whole };
}

export function labelFor(dimension: Dimension, key: string, label: string | null): string {
  if (dimension === "campaign") return key === "0" ? "Organic" : (label ?? key);
  if (dimension === "network")
    return key === "organic" ? "Organic" : (networkLabel(key || null) ?? "No network");
  if (dimension === "affiliate") return label ?? "No affiliate";
  if (dimension === "tag") return label ?? "No tag";
  if (dimension === "country") return countryLabel(key);
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
  return (a, b) => {
    const [left, right] = [a.metrics[field], b.metrics[field]];
    if (left === right) return byKeys(a, b);
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -sort_order : sort_order;
  };
}
