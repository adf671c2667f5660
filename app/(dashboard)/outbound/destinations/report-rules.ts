/** Derives the page's figures from the days of a destination's report. Pure. */
import { addDays } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import type { ReportDay } from "@/lib/outbound/deliveries/schema";

const reportDays = 30;

/** The days up to today, each with its figures. Days missing from the report are empty. */
export function daysOfReport(days: readonly ReportDay[], today: string): (ReportDay | { day: string })[] {
  const known = new Map(days.map((each) => [each.day, each]));
  return Array.from({ length: reportDays }, (_, i) => addDays(today, i - reportDays + 1)).map(
    (day) => known.get(day) ?? { day },
  );
}

/** The sums over all days, largest first. */
export function sumOfDays(
  days: readonly ReportDay[],
  of: "states" | "reasons" | "identifiers",
): { name: string; count: number }[] {
  const sums = new Map<string, number>();
  for (const day of days)
    for (const [name, count] of Object.entries(day[of])) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

const steps = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
] as const;

/** A lag in short form: 400 ms, 12 s, 3.5 min. */
export function lagText(seconds: number | null): string {
  if (seconds === null) return "–";
  if (seconds < 1) return t("{value} ms", { value: Math.max(0, Math.round(seconds * 1_000)) });
  const [size, unit] = steps.find(([each]) => seconds >= each) ?? [1, "s"];
  const value = seconds / size;
  return `${value < 10 && unit !== "s" ? Number(value.toFixed(1)) : Math.round(value)} ${unit}`;
}
