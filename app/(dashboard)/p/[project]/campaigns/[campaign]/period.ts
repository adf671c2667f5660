import { urlChoice } from "@/components/use-url-state";
import { addDays } from "@/lib/base/days";

const periods = ["7", "30", "90", "all"] as const;
export type Period = (typeof periods)[number];

export const codecs = { period: urlChoice<Period>(periods, "30") };

/** The days up to today as the project counts them. */
export function daysOf(period: Period, timeZone: string, now: Date): { from: string; to: string } | null {
  if (period === "all") return null;
  const today = new Intl.DateTimeFormat("en-CA", { timeZone }).format(now);
  return { from: addDays(today, 1 - Number(period)), to: today };
}
