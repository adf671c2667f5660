import { speaksForAll } from "@/lib/reporting/campaign/cohort-rules";
import type { CampaignDays } from "@/lib/reporting/campaign/days-schema";
import type { CohortPeriod } from "@/lib/reporting/cohorts/rules";
import { firstImmatureDay } from "@/lib/reporting/metrics/cohort-ages";

export type SinceInstallRow = {
  /** The day of the install. */
  day: string;
  measure: string;
  /** For revenue, the age of the install. */
  name: string;
  count: number;
  amount: number;
};

const ages = Array.from({ length: 31 }, (_, age) => age);

/**
 * The revenue of installs at each age, averaged over the installs that have completed it, and accumulated.
 * Adding daily averages keeps the sum from falling when older ages include fewer installs.
 */
export function revenueSinceInstall(
  rows: readonly SinceInstallRow[],
  present: Pick<CohortPeriod, "timeZone" | "now">,
): CampaignDays["since_install"] {
  const installsOf = (some: readonly SinceInstallRow[]) =>
    some.reduce((sum, cell) => sum + (cell.measure === "installs" ? cell.count : 0), 0);
  const all = installsOf(rows);
  let soFar = 0;
  return ages.map((age) => {
    const first = firstImmatureDay(age, present)!;
    const old = rows.filter(({ day }) => day < first);
    const installs = installsOf(old);
    if (!speaksForAll(installs, all)) return { age, installs, revenue: null, so_far: null };
    const revenue = old.reduce(
      (sum, cell) => sum + (cell.measure === "revenue_since" && Number(cell.name) === age ? cell.amount : 0),
      0,
    );
    soFar += revenue / installs;
    return { age, installs, revenue, so_far: soFar };
  });
}
