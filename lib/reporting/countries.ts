import type { Project } from "@/lib/access/project";
import { addDays } from "@/lib/days";
import { countByCountry } from "@/lib/reporting/countries-queries";
import type { Countries, OverviewQuery } from "@/lib/reporting/overview-schema";
import { dayIn } from "@/lib/time";

/** Where the installs of a window came from, as far as that is known. */
export async function installsByCountry(
  project: Project,
  query: OverviewQuery,
  now: Date,
): Promise<Countries> {
  const to = query.to ?? dayIn(project.timeZone, now);
  const from = query.from ?? addDays(to, -29);
  const counted = await countByCountry(project.id, {
    ...{ from, to, timeZone: project.timeZone },
    traffic: query.traffic,
  });
  return {
    from,
    to,
    countries: counted.flatMap(({ country, installs }) => (country === null ? [] : [{ country, installs }])),
    unknown: counted.find(({ country }) => country === null)?.installs ?? 0,
  };
}
