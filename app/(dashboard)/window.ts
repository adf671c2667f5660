import { type UrlCodec, type UrlState, urlChoice } from "@/components/use-url-state";
import { addDays, daysBetween } from "@/lib/base/days";
import type { Comparison } from "@/lib/reporting/compare";

/** Windows of days that have a name, as they stand in the address. */
export const presets = ["today", "yesterday", "7d", "30d", "90d", "month", "last-month", "custom"] as const;
export type Preset = (typeof presets)[number];

export const presetNames: Record<Preset, string> = {
  today: "Today",
  yesterday: "Yesterday",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  month: "This month",
  "last-month": "Last month",
  custom: "Custom",
};

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

const dayCodec: UrlCodec<string> = {
  fallback: "",
  read: (text) => (isDay(text) ? text : undefined),
  write: (value) => value,
};

export const windowCodecs = {
  range: urlChoice<Preset>(presets, "30d"),
  from: dayCodec,
  to: dayCodec,
};

export type WindowState = UrlState<typeof windowCodecs>;
export type DayWindow = { from: string; to: string };

/** A month is compared with the month before, other windows with whole weeks before. */
export const comparisonOf = ({ range }: WindowState): Comparison =>
  range === "month" || range === "last-month" ? "month" : "weeks";

export const longestWindow = 731;

/** The days that are meant; a custom window that makes no sense is the usual one. */
export function windowOf({ range, from, to }: WindowState, today: string): DayWindow {
  const last = (days: number) => ({ from: addDays(today, 1 - days), to: today });
  if (range === "today") return last(1);
  if (range === "7d") return last(7);
  if (range === "90d") return last(90);
  const month = `${today.slice(0, 8)}01`;
  if (range === "month") return { from: month, to: today };
  const dayBefore = (day: string) => addDays(day, -1);
  if (range === "yesterday") return { from: dayBefore(today), to: dayBefore(today) };
  if (range === "last-month") {
    const to = dayBefore(month);
    return { from: `${to.slice(0, 8)}01`, to };
  }
  const makesSense = from !== "" && to !== "" && from <= to && daysBetween(from, to) <= longestWindow;
  return range === "custom" && makesSense ? { from, to } : last(30);
}
