import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { inFocus } from "@/lib/reporting/focus-queries";
import type { Focus } from "@/lib/reporting/focus-schema";
import type { Traffic } from "@/lib/reporting/traffic";

/** The installs of a window by country; null for those without one. They are counted like the figures. */
export function countByCountry(
  projectId: ProjectId,
  { from, to, timeZone, traffic }: { from: string; to: string; timeZone: string; traffic: Traffic },
  focus: Focus,
): Promise<{ country: string | null; installs: number }[]> {
  return readSql<{ country: string | null; installs: number }[]>`
    select s.country, count(*)::int as installs from installs s
    where s.project_id = ${projectId} and s.kind = 'INSTALL' and s.decision_version > 0 and not s.is_test
      ${inFocus(projectId, focus, "s")}
      and (${traffic === "all"} or s.campaign_id is not null)
      and s.installed_at >= ${from}::text::date::timestamp at time zone ${timeZone}
      and s.installed_at < (${to}::text::date + 1)::timestamp at time zone ${timeZone}
    group by s.country
    order by installs desc, s.country`;
}
