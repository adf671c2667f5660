import { type UrlCodec, type UrlState, urlChoice } from "@/components/use-url-state";
import { addDays, dayCount, type WeekStart, weekStartOf } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { type Comparison, comparisons } from "@/lib/reporting/metrics/compare";

/** Named date ranges, as stored in the address: rolling ones and calendar ones. */
export const namedPresets = [
  ...(["today", "yesterday", "7d", "week", "14d", "last-week", "28d", "month"] as const),
  ...(["30d", "last-month", "90d", "quarter", "year"] as const),
] as const;
export type NamedPreset = (typeof namedPresets)[number];
/** `all` has no days; only some screens offer it. */
export type WindowPreset = NamedPreset | "custom" | "all";

export const presetNames: Record<WindowPreset, string> = {
  today: t("Today"),
  yesterday: t("Yesterday"),
  "7d": t("Last 7 days"),
  "14d": t("Last 14 days"),
  "28d": t("Last 28 days"),
  "30d": t("Last 30 days"),
  "90d": t("Last 90 days"),
  week: t("This week"),
  "last-week": t("Last week"),
  month: t("This month"),
  "last-month": t("Last month"),
  quarter: t("This quarter"),
  year: t("This year"),
  custom: t("Custom"),
  all: t("All time"),
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

const days = { from: dayCodec, to: dayCodec };
export const windowCodecs = { range: urlChoice<WindowPreset>([...namedPresets, "custom"], "30d"), ...days };
/** For screens that can show all time. */
export const anyWindowCodecs = {
  range: urlChoice<WindowPreset>([...namedPresets, "custom", "all"], "30d"),
  ...days,
};

export type WindowState = UrlState<typeof windowCodecs>;
export type DayWindow = { from: string; to: string };

/** Parameters that remain when the member switches projects; all others belong to the project. */
export const keptParameters = ["range", "from", "to", "compare", "traffic"] as const;

/** Empty until a comparison is chosen. */
export type Compare = Comparison | "none" | "";
export const compareCodec = urlChoice<Compare>(["", "none", ...comparisons], "");

const ofCalendar: readonly WindowPreset[] = ["week", "last-week", "month", "last-month", "quarter", "year"];

/** By default, calendar ranges are compared with the previous one, and other ranges with the same weekdays before. */
export const chosenComparison = ({
  range,
  compare,
}: Pick<WindowState, "range"> & { compare: Compare }): Comparison | "none" =>
  compare || (ofCalendar.includes(range) ? "previous" : "weeks");

export const maxWindowDays = 731;

const lengths: Partial<Record<WindowPreset, number>> = {
  today: 1,
  "7d": 7,
  "14d": 14,
  "28d": 28,
  "30d": 30,
  "90d": 90,
};

/** The days of a range. An invalid custom range becomes the default one. Weeks start on the project's first weekday. */
export function dayWindow({ range, from, to }: WindowState, today: string, weekStart: WeekStart): DayWindow {
  const makesSense = from !== "" && to !== "" && from <= to && dayCount(from, to) <= maxWindowDays;
  if (range === "custom" && makesSense) return { from, to };
  const before = (day: string) => addDays(day, -1);
  const [year = "", monthText = ""] = today.split("-");
  const month = `${year}-${monthText}-01`;
  const begins = weekStartOf(today, weekStart);
  switch (range) {
    case "yesterday":
      return { from: before(today), to: before(today) };
    case "week":
      return { from: begins, to: today };
    case "last-week":
      return { from: addDays(begins, -7), to: before(begins) };
    case "month":
      return { from: month, to: today };
    case "last-month":
      return { from: `${before(month).slice(0, 8)}01`, to: before(month) };
    case "quarter": {
      const first = Math.floor((Number(monthText) - 1) / 3) * 3 + 1;
      return { from: `${year}-${String(first).padStart(2, "0")}-01`, to: today };
    }
    case "year":
      return { from: `${year}-01-01`, to: today };
    default:
      return { from: addDays(today, 1 - (lengths[range] ?? 30)), to: today };
  }
}
