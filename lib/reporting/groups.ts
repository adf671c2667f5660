import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { type CsvColumns, csvTable } from "@/lib/base/csv";
import { currencyDigits } from "@/lib/base/money";
import { paged } from "@/lib/base/params";
import { networkLabel } from "@/lib/campaigns/networks";
import { type GroupSum, sumGroups } from "@/lib/reporting/groups-queries";
import {
  type Dimension,
  dimensions,
  type GroupRow,
  type GroupsQuery,
  type groupsData,
} from "@/lib/reporting/groups-schema";
import { type MetricName, metrics, noSums, type Sums } from "@/lib/reporting/metrics";
import { matchingCampaigns } from "@/lib/reporting/report";
import { addSum } from "@/lib/reporting/rules";

const metricNames = Object.keys(metrics) as MetricName[];

/** A page of the report, broken down by one or two things. */
export async function reportGroups(
  project: Project,
  query: GroupsQuery,
): Promise<z.output<typeof groupsData>> {
  const rows = await groupsOf(project, query);
  const { page, limit } = query;
  return {
    from: query.from,
    to: query.to,
    time_zone: project.timeZone,
    currency: project.currency,
    view: query.view,
    rows: rows.slice((page - 1) * limit, page * limit),
    pagination: paged(rows.length, page, limit),
  };
}

/** All rows, with money in units of the currency as spreadsheets expect it. */
export async function groupsCsv(project: Project, query: GroupsQuery): Promise<string> {
  const rows = await groupsOf(project, query);
  const scale = 10 ** currencyDigits(project.currency);
  const figure = (name: MetricName) => (row: GroupRow) => {
    const value = row.metrics[name];
    return value === null || metrics[name].unit !== "money" ? value : value / scale;
  };
  const columns: CsvColumns<GroupRow> = {
    ...Object.fromEntries(
      query.by.map((by, i) => [dimensions[by].label, (row: GroupRow) => row.labels[i] ?? ""]),
    ),
    ...Object.fromEntries(measuredNames.map((name) => [metrics[name].label, figure(name)])),
  };
  return csvTable(columns, rows);
}

const measuredNames = metricNames.filter((name) => name !== "uninstalls");

async function groupsOf(project: Project, query: GroupsQuery): Promise<GroupRow[]> {
  const { from, to, platform, view } = query;
  const [first = "campaign", second = null] = query.by;
  const campaigns = isFiltered(query) ? (await matchingCampaigns(project, query)).map(({ id }) => id) : null;
  const sums = await sumGroups(project.id, { from, to, platform }, campaigns, [first, second]);
  const groups = new Map<string, { row: Omit<GroupRow, "metrics">; sums: Sums }>();
  for (const sum of sums) {
    const id = JSON.stringify([sum.first, sum.second]);
    let group = groups.get(id);
    if (!group) {
      group = { row: rowOf(sum, first, second), sums: noSums() };
      groups.set(id, group);
    }
    addSum(group.sums, sum, view);
  }
  const rows = [...groups.values()].map(({ row, sums }) => ({
    ...row,
    metrics: Object.fromEntries(
      metricNames.map((name) => [name, metrics[name].of(sums)]),
    ) as GroupRow["metrics"],
  }));
  return rows.filter(({ metrics: all }) => Object.values(all).some((value) => value)).sort(inOrderOf(query));
}

const isFiltered = ({ search, network, affiliate, meta_account_id, active }: GroupsQuery) =>
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

const platformLabels: Record<string, string> = { IOS: "iOS", ANDROID: "Android" };

function labelFor(dimension: Dimension, key: string, label: string | null): string {
  if (dimension === "campaign") return key === "0" ? "Organic" : (label ?? key);
  if (dimension === "network")
    return key === "organic" ? "Organic" : (networkLabel(key || null) ?? "No network");
  if (dimension === "affiliate") return label ?? "No affiliate";
  if (dimension === "tag") return label ?? "No tag";
  if (dimension === "platform") return platformLabels[key] ?? "Unknown";
  return key;
}

/** Rows without a value come last, in either direction; rows alike are in the order of their keys. */
function inOrderOf({ sort_field: field, sort_order }: GroupsQuery): (a: GroupRow, b: GroupRow) => number {
  const byKeys = (a: GroupRow, b: GroupRow) => (a.labels.join("\0") < b.labels.join("\0") ? -1 : 1);
  if (field === "key") return (a, b) => sort_order * byKeys(a, b);
  return (a, b) => {
    const [left, right] = [a.metrics[field], b.metrics[field]];
    if (left === right) return byKeys(a, b);
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -sort_order : sort_order;
  };
}
