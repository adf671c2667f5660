/** The breakdowns of a report. Runs in the browser too. */
import type { WeekStart } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { type MetricName, type MetricUnit, metrics } from "@/lib/reporting/metrics/metrics";

/** Each dimension's label, and the singular of its rows. Calendar dimensions use the project's time zone. */
export const dimensions = {
  campaign: { label: t("Campaign") },
  network: { label: t("Network") },
  affiliate: { label: t("Affiliate") },
  tag: {
    label: t("Tag"),
    note: t("A campaign with several tags appears under each of them, so there is no total."),
  },
  platform: { label: t("Platform") },
  country: {
    label: t("Country"),
    note: t(
      'The country is that of the click or install. Spend has the country that the network or upload reports, or is "Not broken down".',
    ),
  },
  app_version: {
    label: t("App version"),
    note: t(
      'The version is that of the app at its first start on a device. Clicks and spend have no version and are "Not broken down".',
    ),
  },
  publisher: {
    label: t("Publisher"),
    note: t(
      'The publisher is the site or app that showed the ad, by the network\'s ID. Networks report spend without it, which is "Not broken down".',
    ),
  },
  day: { label: t("Day"), isTime: true },
  week: { label: t("Week"), isTime: true },
  month: { label: t("Month"), isTime: true },
} as const satisfies Record<string, { label: string; note?: string; isTime?: true }>;

export type Dimension = keyof typeof dimensions;

/** Notes on a breakdown, shown below its rows. */
export function breakdownNotes(by: readonly Dimension[], weekStart: WeekStart): string[] {
  return by.flatMap((name) => {
    const dimension = dimensions[name];
    if (name === "week")
      return [
        t("Weeks start on {weekStart}{weekStart2}.", {
          weekStart: weekStart[0]!.toUpperCase(),
          weekStart2: weekStart.slice(1),
        }),
      ];
    return "note" in dimension ? [dimension.note] : [];
  });
}

export const dimensionNames = Object.keys(dimensions) as Dimension[];

/** Shares and costs do not show size: the best value may come from a single install. */
const sizeBy: Partial<Record<MetricUnit, MetricName>> = { percent: "installs", ratio: "spend" };
/** The figure that selects the lines. */
export const lineSizeMetric = (name: MetricName): MetricName =>
  name.startsWith("cost_per_") ? "spend" : (sizeBy[metrics[name].unit] ?? name);
