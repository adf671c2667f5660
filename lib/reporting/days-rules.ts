import { addDays } from "@/lib/base/days";
import { speaksForAll } from "@/lib/reporting/cohort-rules";
import type { CampaignDays } from "@/lib/reporting/days-schema";

export type SinceInstallCell = {
  /** Of the install. */
  day: string;
  measure: string;
  /** How many days later, of revenue. */
  name: string;
  count: number;
  amount: number;
};

const ages = Array.from({ length: 31 }, (_, age) => age);

/**
 * What installs bring on each day of their life: each over those at least as many days old, and added up. So the sum
 * never falls because the installs that are old enough for the next day happen to be others.
 */
export function revenueSinceInstall(
  cells: readonly SinceInstallCell[],
  today: string,
): CampaignDays["since_install"] {
  const installsOf = (some: readonly SinceInstallCell[]) =>
    some.reduce((sum, cell) => sum + (cell.measure === "installs" ? cell.count : 0), 0);
  const all = installsOf(cells);
  let soFar = 0;
  return ages.map((age) => {
    const old = cells.filter(({ day }) => addDays(day, age) <= today);
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
