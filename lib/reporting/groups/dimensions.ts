/** The breakdowns of a report. Runs in the browser too. */
import type { WeekStart } from "@/lib/base/days";
import { type MetricName, type MetricUnit, metrics } from "@/lib/reporting/metrics/metrics";

/** Each dimension's label, and the singular of its rows. Calendar dimensions use the project's time zone. */
export const dimensions = {
  campaign: { label: "Campaign" },
  network: { label: "Network" },
  affiliate: { label: "Affiliate" },
  tag: {
    label: "Tag",
    note: "A campaign with several tags appears under each of them, so there is no total.",
  },
  platform: { label: "Platform" },
  country: {
    label: "Country",
    note: 'The country is that of the click or install. Spend has the country that the network or upload reports, or is "Not broken down".',
  },
  app_version: {
    label: "App version",
    note: 'The version is that of the app at its first start on a device. Clicks and spend have no version and are "Not broken down".',
  },
  publisher: {
    label: "Publisher",
    note: 'The publisher is the site or app that showed the ad, by the network\'s ID. Networks report spend without it, which is "Not broken down".',
  },
  day: { label: "Day", isTime: true },
  week: { label: "Week", isTime: true },
  month: { label: "Month", isTime: true },
} as const satisfies Record<string, { label: string; note?: string; isTime?: true }>;

export type Dimension = keyof typeof dimensions;

/** Notes on a breakdown, shown below its rows. */
export function breakdownNotes(by: readonly Dimension[], weekStart: WeekStart): string[] {
  return by.flatMap((name) => {
    const dimension = dimensions[name];
    if (name === "week") return [`Weeks start on ${weekStart[0]!.toUpperCase()}${weekStart.slice(1)}.`];
    return "note" in dimension ? [dimension.note] : [];
  });
}

export const dimensionNames = Object.keys(dimensions) as Dimension[];

/** Shares and costs do not show size: the best value may come from a single install. */
const sizeBy: Partial<Record<MetricUnit, MetricName>> = { percent: "installs", ratio: "spend" };
/** The figure that selects the lines. */
export const lineSizeMetric = (name: MetricName): MetricName =>
  name.startsWith("cost_per_") ? "spend" : (sizeBy[metrics[name].unit] ?? name);
