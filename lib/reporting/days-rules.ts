import { addDays } from "@/lib/days";
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

/** What installs have brought so many days after, of those at least as many days old. */
export function revenueSinceInstall(
  cells: readonly SinceInstallCell[],
  today: string,
): CampaignDays["since_install"] {
  const installsOf = (some: readonly SinceInstallCell[]) =>
    some.reduce((sum, cell) => sum + (cell.measure === "installs" ? cell.count : 0), 0);
  const all = installsOf(cells);
  return ages.map((age) => {
    const old = cells.filter(({ day }) => addDays(day, age) <= today);
    const installs = installsOf(old);
    const revenue = old.reduce(
      (sum, cell) => sum + (cell.measure === "revenue_since" && Number(cell.name) <= age ? cell.amount : 0),
      0,
    );
    return { age, installs, revenue: speaksForAll(installs, all) ? revenue : null };
  });
}
