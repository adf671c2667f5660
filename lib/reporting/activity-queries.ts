import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import type { DaySum } from "@/lib/reporting/overview-queries";

export type ActivitySum = DaySum & { campaign_id: number };

/** The measures of some campaigns by day. */
export function sumActivity(
  projectId: ProjectId,
  campaigns: number[],
  from: string,
  to: string,
): Promise<ActivitySum[]> {
  return readSql<ActivitySum[]>`
    select l.campaign_id, l.day::text as day, l.measure, l.name,
      sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
    from ledger l
    where l.project_id = ${projectId} and l.day between ${from}::text::date and ${to}::text::date
      and l.campaign_id = any(${campaigns}) and l.measure in ('clicks', 'installs', 'signups', 'payment', 'spend')
    group by l.campaign_id, l.day, l.measure, l.name`;
}

export function findLastClickDays(projectId: ProjectId, campaigns: number[], from: string) {
  return readSql<{ campaign_id: number; day: string }[]>`
    select l.campaign_id, max(l.day)::text as day from ledger l
    where l.project_id = ${projectId} and l.day >= ${from}::text::date and l.campaign_id = any(${campaigns})
      and l.measure = 'clicks' and l.count > 0
    group by l.campaign_id`;
}
