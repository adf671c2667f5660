import type { Counted } from "@/app/(dashboard)/p/[project]/drill-down";
import { type DayWindow, windowCodecs } from "@/app/(dashboard)/window";
import { tableCodecs } from "@/components/table-state";
import { type UrlState, urlChoice, urlList, urlText } from "@/components/use-url-state";
import { writeNames } from "@/lib/base/name-list";
import { columnNamed, isIn, type ReportColumn, usualColumns } from "@/lib/reporting/columns";
import { type MetricName, metrics, type View, views } from "@/lib/reporting/metrics";
import type { FileLevel } from "@/lib/reporting/table-schema";
import { type Traffic, traffics } from "@/lib/reporting/traffic";

const statuses = ["all", "active", "inactive"] as const;
const platforms = ["", "ios", "android"] as const;

/** All of the screen stands in the address, so that it can be sent to others. */
export const codecs = {
  ...tableCodecs("-installs", 25),
  ...windowCodecs,
  view: urlChoice<View>(views, "user_acquisition"),
  search: urlText(),
  network: urlText(),
  affiliate: urlText(),
  traffic: urlChoice<Traffic>(traffics, "paid"),
  platform: urlChoice<(typeof platforms)[number]>(platforms, ""),
  status: urlChoice<(typeof statuses)[number]>(statuses, "all"),
  /** Rows whose inside is shown. */
  open: urlList(),
};

export type Address = UrlState<typeof codecs>;
export type Filters = Pick<Address, "search" | "network" | "affiliate" | "platform" | "status">;

export const noFilters: Filters = { search: "", network: "", affiliate: "", platform: "", status: "all" };

export const isFiltered = ({ status, ...others }: Filters) =>
  status !== "all" ||
  (["search", "network", "affiliate", "platform"] as const).some((name) => others[name] !== "");

/** The columns shown, in their order; the usual ones of the view unless others were chosen. */
export function shownColumns({ columns, view }: Pick<Address, "columns" | "view">): ReportColumn[] {
  const chosen = columns.flatMap((id) => columnNamed(id) ?? []).filter((column) => isIn(view, column));
  return chosen.length > 0 ? chosen : usualColumns[view].flatMap((id) => columnNamed(id) ?? []);
}

/** The query of the table. */
export function tableQuery(address: Address, window: DayWindow) {
  const { view, search, network, affiliate, platform, status, sort, page, limit } = address;
  const field = sort.replace(/^-/, "");
  const sortable = field === "name" || field === "created_at" || columnNamed(field)?.sortable === true;
  // Different users are counted for the columns that tell them, and for no others.
  const unique = shownColumns(address).filter((column) => column.part === "unique");
  return {
    from: window.from,
    to: window.to,
    view,
    search: search || undefined,
    network: network || undefined,
    affiliate: affiliate || undefined,
    platform: platform || undefined,
    active: status === "all" ? undefined : String(status === "active"),
    sort_field: sortable ? field : "installs",
    sort_order: sort.startsWith("-") || !sortable ? "descending" : "ascending",
    page,
    limit,
    columns: unique.length > 0 ? writeNames(unique.map(({ id }) => id)) : undefined,
  };
}

/** The query of the file with the columns of the table and a row for everything at one level. */
export function fileQuery(address: Address, window: DayWindow, level: FileLevel) {
  const { page: _page, limit: _limit, ...query } = tableQuery(address, window);
  return { ...query, columns: writeNames(shownColumns(address).map(({ id }) => id)), level };
}

/** The report with something in it chosen; without days the longest window that has a name. */
export function reportHref(
  project: string | number,
  chosen: Partial<Address>,
  days: DayWindow | null,
): string {
  const query = new URLSearchParams();
  const entries = { ...chosen, ...(days ? { range: "custom", ...days } : { range: "90d" }) };
  for (const [key, value] of Object.entries(entries)) {
    const codec = codecs[key as keyof typeof codecs] as { write: (value: unknown) => string };
    query.set(key, codec.write(value));
  }
  return `/p/${project}/report?${query}`;
}

/** Undefined where the figures of a column count nothing that lies in a list. */
export function countedBy({ id, name, part, group }: ReportColumn, view: View): Counted | undefined {
  const returned = view === "retargeting";
  if (name === undefined) return id in metrics ? { metric: id as MetricName, returned } : undefined;
  if (part !== "count" && part !== "amount") return undefined;
  return group === "events" ? { event: name } : { payment: name, returned };
}
