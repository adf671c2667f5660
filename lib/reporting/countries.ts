import type { Project } from "@/lib/accounts/access/project";
import { addDays } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { countByCountry } from "@/lib/reporting/countries-queries";
import type { Countries, OverviewQuery } from "@/lib/reporting/overview-schema";

/** The countries of a window's installs, as far as they are known. */
export async function installsByCountry(
  project: Project,
  query: OverviewQuery,
  now: Date,
): Promise<Countries> {
  const to = query.to ?? dayIn(project.timeZone, now);
  const from = query.from ?? addDays(to, -29);
  const { timeZone } = project;
  const counted = await countByCountry(project.id, { from, to, timeZone, traffic: query.traffic }, query);
  return {
    from,
    to,
    countries: counted.flatMap(({ country, installs }) => (country === null ? [] : [{ country, installs }])),
    unknown: counted.find(({ country }) => country === null)?.installs ?? 0,
  };
}
