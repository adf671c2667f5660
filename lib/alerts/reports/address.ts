/** The address of the screen that shows the sent report, with its days. Pure; runs in the browser too. */
import type { ReportedDays } from "@/lib/alerts/reports/runs";
import type { SentReport } from "@/lib/alerts/reports/schema";
import { readNames } from "@/lib/base/text/name-list";

/** The address of the overview. */
export const summaryAddress = (days: ReportedDays): string =>
  new URLSearchParams({ range: "custom", ...days, traffic: "all" }).toString();

/** Parameters that the screen shares with the report's file. */
const allowed = [
  "view",
  "search",
  "network",
  "affiliate",
  "platform",
  "country",
  "publisher",
  "traffic",
  "activity",
];
const sorts: Record<string, string> = { key: "name" };

/** Encodes a list as the addresses of screens do. */
const listText = (entries: readonly string[]) =>
  entries.map((entry) => entry.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");

export function reportAddress({ query }: SentReport, { from, to }: ReportedDays): string {
  const params = new URLSearchParams(query);
  const address = new URLSearchParams({ range: "custom", from, to });
  for (const name of allowed) {
    const value = params.get(name);
    if (value) address.set(name, value);
  }
  const active = params.get("active");
  if (active) address.set("status", active === "true" ? "active" : "inactive");
  const [by, second] = (params.get("by") ?? "campaign").split(",");
  if (by) address.set("by", by);
  if (second) address.set("second", second);
  const field = params.get("sort_field");
  if (field) {
    const down = params.get("sort_order") !== "ascending";
    address.set("sort", `${down ? "-" : ""}${sorts[field] ?? field}`);
  }
  const columns = readNames(params.get("columns") ?? "");
  if (columns.length > 0) address.set("columns", listText(columns));
  return address.toString();
}
