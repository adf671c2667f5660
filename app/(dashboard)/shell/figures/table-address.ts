import type { ApiAddress as AddressOf } from "@/app/(dashboard)/shell/api";
import { compareCodec, type DayWindow, windowCodecs } from "@/app/(dashboard)/shell/dates/window";
import { tableCodecs } from "@/components/table/table-state";
import { type UrlState, urlChoice, urlList, urlText } from "@/components/use-url-state";
import type { SentReport } from "@/lib/alerts/reports/schema";
import { writeNames } from "@/lib/base/text/name-list";
import { type Dimension, dimensionNames, dimensions } from "@/lib/reporting/groups/dimensions";
import {
  type MetricName,
  type MetricView,
  metricNames,
  metrics,
  metricViews,
} from "@/lib/reporting/metrics/metrics";
import { type Traffic, trafficKinds } from "@/lib/reporting/metrics/traffic";
import {
  defaultColumns,
  isInBreakdowns,
  isInView,
  type ReportColumn,
  reportColumn,
} from "@/lib/reporting/table/columns";
import type { FileLevel } from "@/lib/reporting/table/levels";
import type { DrillDownFigure } from "./drill-down";
import { sharedQueryText } from "./shared-text";

const statuses = ["all", "active", "inactive"] as const;
const platforms = ["", "ios", "android"] as const;

/** The URL has the full state of the screen, so that members can share it. */
export const reportCodecs = {
  ...tableCodecs("-installs", 25),
  ...windowCodecs,
  view: urlChoice<MetricView>(metricViews, "user_acquisition"),
  search: urlText(),
  network: urlText(),
  affiliate: urlText(),
  traffic: urlChoice<Traffic>(trafficKinds, "paid"),
  platform: urlChoice<(typeof platforms)[number]>(platforms, ""),
  country: urlText(),
  publisher: urlText(),
  status: urlChoice<(typeof statuses)[number]>(statuses, "all"),
  /** The breakdown of the rows, and a second one. */
  by: urlChoice<Dimension>(dimensionNames, "campaign"),
  /** The metric of the chart above the table (default: the view's main metric). */
  chart: urlChoice<MetricName | "">(["", ...metricNames], ""),
  compare: compareCodec,
  second: urlChoice<Dimension | "">(["", ...dimensionNames], ""),
  /** Hides rows without activity. */
  activity: urlChoice<"" | "only">(["", "only"], ""),
  /** Shades cells by their share of the largest figure in the column. */
  shading: urlChoice<"" | "on">(["", "on"], ""),
  /** Shows assists and attribution models below the table. */
  assists: urlChoice<"" | "on">(["", "on"], ""),
  /** Shows estimated iOS installs below the table. */
  ios: urlChoice<"" | "on">(["", "on"], ""),
  /** The expanded rows. */
  open: urlList(),
};

export type ReportAddress = UrlState<typeof reportCodecs>;
/** The props of the screen's tables. */
export type ReportPartProps = {
  path: AddressOf<"/projects/:project/report">;
  address: ReportAddress;
  window: DayWindow;
  today: string;
  onChange: (patch: Partial<ReportAddress>) => void;
  choosing: { open: boolean; onOpenChange: (open: boolean) => void };
};
export type ReportTableFilters = Pick<
  ReportAddress,
  "search" | "network" | "affiliate" | "platform" | "country" | "publisher" | "status"
>;

export const noReportFilters: ReportTableFilters = {
  search: "",
  network: "",
  affiliate: "",
  platform: "",
  country: "",
  publisher: "",
  status: "all",
};

/** True if campaigns are filtered, because lists of facts do not have these filters. */
export const filtersCampaigns = ({ status, search, network, affiliate }: ReportTableFilters) =>
  status !== "all" || [search, network, affiliate].some((chosen) => chosen !== "");

export const hasReportFilters = (filters: ReportTableFilters) =>
  filtersCampaigns(filters) || filters.platform !== "" || filters.country !== "" || filters.publisher !== "";

/** One or two breakdowns. Campaigns alone use the table that expands to their ads. */
export const breakdownsOfTable = ({ by, second }: Pick<ReportAddress, "by" | "second">): Dimension[] =>
  second === "" || second === by ? [by] : [by, second];

export const isGrouped = (address: Pick<ReportAddress, "by" | "second">) =>
  breakdownsOfTable(address).join() !== "campaign";

/** Dates are sorted in time order, everything else by the view's main metric. */
export function defaultSort(address: Pick<ReportAddress, "by" | "second" | "view">): string {
  if (breakdownsOfTable(address).some((name) => "isTime" in dimensions[name])) return "name";
  return address.view === "retargeting" ? "-revenue" : "-installs";
}

/**
 * The columns in their order: the chosen ones, or the view's default. Some are only counted by campaign.
 */
export function reportColumns(
  address: Pick<ReportAddress, "columns" | "view" | "by" | "second">,
): ReportColumn[] {
  const { columns, view } = address;
  const grouped = isGrouped(address);
  const named = (ids: readonly string[]) =>
    ids
      .flatMap((id) => reportColumn(id) ?? [])
      .filter((column) => isInView(view, column) && (!grouped || isInBreakdowns(column)));
  const chosen = named(columns);
  return chosen.length > 0 ? chosen : named(defaultColumns[view]);
}

/** The server's maximum per request. */
const maxOpen = 200;

const narrowing = (address: ReportAddress, window: DayWindow) => ({
  from: window.from,
  to: window.to,
  view: address.view,
  search: address.search || undefined,
  network: address.network || undefined,
  affiliate: address.affiliate || undefined,
  platform: address.platform || undefined,
  country: address.country || undefined,
  publisher: address.publisher || undefined,
  active: address.status === "all" ? undefined : String(address.status === "active"),
});

/** The lines over days: the total, or the top five if rows are not days. */
export function reportLinesQuery(address: ReportAddress, window: DayWindow) {
  const { chart, view, traffic } = address;
  const kinds = breakdownsOfTable(address).filter((name) => !("isTime" in dimensions[name]));
  const metric: MetricName = chart || (view === "retargeting" ? "revenue" : "installs");
  const by = isGrouped(address) && kinds.length === 1 ? kinds[0] : undefined;
  return { ...narrowing(address, window), traffic, metric, by };
}

/** Null without a comparison. */
export function reportChangesQuery(address: ReportAddress, window: DayWindow) {
  const { compare, traffic } = address;
  if (compare === "" || compare === "none") return null;
  const cohorts = reportColumns(address).filter(({ group }) => group === "cohorts");
  const columns = cohorts.length > 0 ? writeNames(cohorts.map(({ id }) => id)) : undefined;
  return { ...narrowing(address, window), traffic, compare, by: breakdownsOfTable(address).join(), columns };
}

/** The changes of the ads in expanded campaigns; null if there are none to request. */
export function adChangesQuery(address: ReportAddress, window: DayWindow) {
  const query = reportChangesQuery(address, window);
  const open = [...new Set(address.open.map((key) => key.split("/")[0] ?? ""))].filter((id) =>
    /^[1-9]\d{0,14}$/.test(id),
  );
  return query === null || isGrouped(address) || open.length === 0
    ? null
    : { ...query, ads_of: open.slice(0, maxOpen).join() };
}

/** The query of rows with a breakdown other than campaigns alone. */
export function reportGroupsQuery(address: ReportAddress, window: DayWindow) {
  const { sort, page, limit, traffic } = address;
  const field = sort.replace(/^-/, "");
  const column = reportColumn(field);
  const isSortable = column?.sortable === true && isInBreakdowns(column);
  const sorts = { name: "key", second: "second" }[field] ?? (isSortable ? field : undefined);
  return {
    ...narrowing(address, window),
    traffic,
    by: breakdownsOfTable(address).join(),
    sort_field: sorts ?? "installs",
    sort_order: sort.startsWith("-") || sorts === undefined ? "descending" : "ascending",
    page,
    limit,
    columns: requestedColumns(address),
  };
}

/** The columns that are only counted if requested. */
function requestedColumns(address: ReportAddress): string | undefined {
  const isRequested = ({ part, group }: ReportColumn) =>
    part === "unique" ||
    group === "cohorts" ||
    group === "projections" ||
    group === "budgets" ||
    (isGrouped(address) && group !== "figures" && group !== "networks");
  const requested = reportColumns(address).filter(isRequested);
  return requested.length > 0 ? writeNames(requested.map(({ id }) => id)) : undefined;
}

export function groupsFileQuery(address: ReportAddress, window: DayWindow) {
  const { page: _page, limit: _limit, ...query } = reportGroupsQuery(address, window);
  return { ...query, columns: writeNames(reportColumns(address).map(({ id }) => id)) };
}

/** The query of the SQL that returns the table's rows, or others of the same days and filters. */
export function reportSqlQuery(address: ReportAddress, window: DayWindow, by: string) {
  const columns = writeNames(reportColumns(address).map(({ id }) => id));
  return { ...narrowing(address, window), traffic: address.traffic, by, columns };
}

/** The query of the table. */
export function tableQuery(address: ReportAddress, window: DayWindow) {
  const { sort, page, limit } = address;
  const field = sort.replace(/^-/, "");
  const sortable = field === "name" || field === "created_at" || reportColumn(field)?.sortable === true;
  return {
    ...narrowing(address, window),
    sort_field: sortable ? field : "installs",
    sort_order: sort.startsWith("-") || !sortable ? "descending" : "ascending",
    page,
    limit,
    activity: address.activity || undefined,
    columns: requestedColumns(address),
  };
}

/** The query of the file: the table's columns, with all rows at one level. */
export function fileQuery(address: ReportAddress, window: DayWindow, level: FileLevel) {
  const { page: _page, limit: _limit, ...query } = tableQuery(address, window);
  return { ...query, columns: writeNames(reportColumns(address).map(({ id }) => id)), level };
}

/** The report of a scheduled email, which has different days each time. */
export const sentReport = (address: ReportAddress, window: DayWindow): SentReport =>
  isGrouped(address)
    ? { kind: "groups", query: sharedQueryText(groupsFileQuery(address, window)) }
    : { kind: "campaigns", query: sharedQueryText(fileQuery(address, window, "campaign")) };

/** The report with some settings, as a shared link stores it. */
export function sharedReport(chosen: Partial<ReportAddress>, days: DayWindow): string {
  const defaults = Object.fromEntries(
    Object.entries(reportCodecs).map(([key, { fallback }]) => [key, fallback]),
  );
  return sharedQueryText(groupsFileQuery({ ...(defaults as ReportAddress), ...chosen }, days));
}

/** A link to the report with some settings; without days it uses the longest preset. */
export function reportHref(
  project: string | number,
  chosen: Partial<ReportAddress>,
  days: DayWindow | null,
): string {
  const query = new URLSearchParams();
  const entries = { ...chosen, ...(days ? { range: "custom", ...days } : { range: "90d" }) };
  for (const [key, value] of Object.entries(entries)) {
    const codec = reportCodecs[key as keyof typeof reportCodecs] as { write: (value: unknown) => string };
    query.set(key, codec.write(value));
  }
  return `/p/${project}/report?${query}`;
}

/** Undefined if a column counts facts without a list. */
export function drillDownFigureOf(
  { id, name, part, group }: ReportColumn,
  view: MetricView,
): DrillDownFigure | undefined {
  const returned = view === "retargeting";
  if (name === undefined) return id in metrics ? { metric: id as MetricName, returned } : undefined;
  if (part !== "count" && part !== "amount") return undefined;
  // The list of events has no filter by return.
  if (group === "events") return returned ? undefined : { event: name };
  return { payment: name, returned };
}
