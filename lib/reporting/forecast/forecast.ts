import type { Project } from "@/lib/accounts/access/project";
import { addDays, weekStartOf } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import type { LedgerDimension } from "@/lib/ledger/sum-queries";
import { forecastLimits } from "@/lib/reporting/forecast/project";
import { type ForecastScope, type ForecastSum, findForecastSums } from "@/lib/reporting/forecast/queries";
import type { ForecastPeriod } from "@/lib/reporting/forecast/rows";

const lastAge = 180;

/** The weeks that projections look back on: the latest ones that have reached D180. */
export function pastWeeks(
  { timeZone, weekStart }: Pick<Project, "timeZone" | "weekStart">,
  now: Date,
): { from: string; to: string } {
  const to = dayIn(timeZone, now);
  return { from: weekStartOf(addDays(to, -(lastAge + 1 + 7 * (forecastLimits.latest + 1))), weekStart), to };
}

/** More rows would fill the memory of the process. */
const maxSums = 200_000;

const timeDimensions: readonly LedgerDimension[] = ["day", "week", "month"];

export type Forecast<By extends LedgerDimension> = {
  sums: (ForecastSum<By> & { week: string })[];
  past: (ForecastSum<By> & { week: string })[];
  period: ForecastPeriod;
};

/** The sums of the cohorts of these dimensions, and of older weeks; null for too many. */
export async function readForecast<By extends LedgerDimension>(
  project: Project,
  { by, days, ...scope }: Omit<ForecastScope<By>, "weekStart">,
  now: Date,
): Promise<Forecast<By> | null> {
  const { id, timeZone, weekStart } = project;
  const today = dayIn(timeZone, now);
  const period = { to: days.to !== null && days.to < today ? days.to : today, timeZone, now };
  const read = (named: readonly LedgerDimension[], within: ForecastScope<never>["days"]) => {
    const grouped = [...new Set(["week" as const, ...named])];
    return findForecastSums(id, { ...scope, weekStart, by: grouped, days: within }, maxSums + 1);
  };
  const lasting = by.filter((name) => !timeDimensions.includes(name));
  const [sums, past] = await Promise.all([read(by, days), read(lasting, pastWeeks(project, now))]);
  if (sums.length > maxSums || past.length > maxSums) return null;
  // The statement has a column for each dimension.
  return { sums, past, period } as Forecast<By>;
}
