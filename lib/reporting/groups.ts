import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { csvLines } from "@/lib/base/csv";
import { currencyDigits } from "@/lib/base/money";
import { paged } from "@/lib/base/params";
import { networkLabel } from "@/lib/campaigns/networks";
import { metricColumns } from "@/lib/reporting/columns";
import { type GroupSum, sumGroups } from "@/lib/reporting/groups-queries";
import {
  type Dimension,
  dimensions,
  type GroupRow,
  type GroupsQuery,
  type groupsData,
  type Narrowed,
} from "@/lib/reporting/groups-schema";
import { type MetricName, metrics, noSums, type Sums } from "@/lib/reporting/metrics";
import { matchingCampaigns } from "@/lib/reporting/report";
import { addSum } from "@/lib/reporting/rules";
import { csvFigure, csvHead } from "@/lib/reporting/table-csv";

const metricNames = Object.keys(metrics) as MetricName[];

/** A page of the report, broken down by one or two things. */
export async function reportGroups(
  project: Project,
  query: GroupsQuery,
): Promise<z.output<typeof groupsData>> {
  const { rows, total } = await groupsOf(project, query);
  const { page, limit } = query;
  return {
    from: query.from,
    to: query.to,
    time_zone: project.timeZone,
    currency: project.currency,
    view: query.view,
    by: query.by,
    total,
    rows: rows.slice((page - 1) * limit, page * limit),
    pagination: paged(rows.length, page, limit),
  };
}

/** All rows with the chosen columns, with money in units of the currency as spreadsheets expect it. */
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
  const { view } = query;
  const [first = "campaign", second = null] = query.by;
  const sums = await groupSums(project, query, [first, second]);
  const groups = new Map<string, { row: Omit<GroupRow, "metrics">; sums: Sums }>();
  const whole = noSums();
  for (const sum of sums) {
    const id = JSON.stringify([sum.first, sum.second]);
    let group = groups.get(id);
    if (!group) {
      group = { row: rowOf(sum, first, second), sums: noSums() };
      groups.set(id, group);
    }
    addSum(group.sums, sum, view);
    addSum(whole, sum, view);
  }
  const rows = [...groups.values()].map(({ row, sums }) => ({ ...row, metrics: valuesOf(sums) }));
  return {
    rows: rows.filter(({ metrics: all }) => Object.values(all).some((value) => value)).sort(inOrderOf(query)),
    total: query.by.includes("tag") ? null : valuesOf(whole),
  };
}

const valuesOf = (sums: Sums) =>
  Object.fromEntries(metricNames.map((name) => [name, metrics[name].of(sums)])) as GroupRow["metrics"];

/** The sums of what a query leaves, by one or two dimensions. */
export async function groupSums(
  project: Project,
  query: Narrowed,
  by: readonly [Dimension, Dimension | null],
): Promise<GroupSum[]> {
  const { from, to, platform, traffic } = query;
  const campaigns = isFiltered(query) ? (await matchingCampaigns(project, query)).map(({ id }) => id) : null;
  return sumGroups(project.id, { from, to, platform }, { campaigns, traffic }, by);
}

const isFiltered = ({ search, network, affiliate, meta_account_id, active }: Narrowed) =>
  Boolean(search?.trim()) ||
  [network, affiliate].some(Boolean) ||
  meta_account_id !== null ||
  active !== null;

function rowOf(sum: GroupSum, first: Dimension, second: Dimension | null): Omit<GroupRow, "metrics"> {
  const label = labelFor(first, sum.first, sum.first_label);
  if (second === null) return { keys: [sum.first], labels: [label] };
  return {
    keys: [sum.first, sum.second],
    labels: [label, labelFor(second, sum.second, sum.second_label)],
  };
}

const platformLabels: Record<string, string> = {
  IOS: "iOS",
  ANDROID: "Android",
  DESKTOP: "Desktop",
  "": "No platform",
};

export function labelFor(dimension: Dimension, key: string, label: string | null): string {
  if (dimension === "campaign") return key === "0" ? "Organic" : (label ?? key);
  if (dimension === "network")
    return key === "organic" ? "Organic" : (networkLabel(key || null) ?? "No network");
  if (dimension === "affiliate") return label ?? "No affiliate";
  if (dimension === "tag") return label ?? "No tag";
  if (dimension === "platform") return platformLabels[key] ?? key;
  return key;
}

/** Rows without a value come last, in either direction; rows alike are in the order of their keys. */
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
