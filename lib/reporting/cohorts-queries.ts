import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

export type CohortRow = { day: string; measure: string; name: string; count: number };

/** The installs of each day, with the days after it on which they opened the app. */
export function findCohortRows(
  projectId: ProjectId,
  campaign: number,
  window: { from: string | null; to: string | null },
): Promise<CohortRow[]> {
  return readSql<CohortRow[]>`
    select l.day::text as day, l.measure, l.name, sum(l.count)::bigint as count
    from ledger l
    where l.project_id = ${projectId} and l.campaign_id = ${campaign} and l.measure in ('installs', 'opened_on')
      and l.day >= ${window.from ?? "0001-01-01"}::text::date and l.day <= ${window.to ?? "9999-12-31"}::text::date
    group by l.day, l.measure, l.name
    having sum(l.count) <> 0`;
}
