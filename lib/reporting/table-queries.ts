import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { isByAge } from "@/lib/ledger/measure-queries";
import { type CampaignSum, inWindow, isMature, matureName, type ReportWindow } from "@/lib/reporting/queries";

/** Every figure of every campaign, and of organic under 0; without the measures that are counted by install day. */
export function sumAllByCampaign(
  projectId: ProjectId,
  window: ReportWindow,
  users: string[],
): Promise<CampaignSum[]> {
  return readSql<CampaignSum[]>`
    select l.campaign_id, l.measure, l.name, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
    from ledger l
    where l.project_id = ${projectId} and ${inWindow(window)}
      and not ${isByAge("l.measure")}
      and (l.measure <> 'event_users' or l.name = any(${users}))
    group by l.campaign_id, l.measure, l.name
    having sum(l.count) <> 0 or sum(l.amount) <> 0`;
}

export type MatureTotal = {
  group: "listed" | "deleted" | "organic";
  measure: string;
  name: string;
  age: number;
  count: number;
  amount: number;
};

/** Cohort figures of many campaigns together, of install days at least `age` days old on the given day. */
export function sumMatureTogether(
  projectId: ProjectId,
  window: ReportWindow,
  { campaigns, gone: deleted }: { campaigns: number[]; gone: number[] },
  today: string,
): Promise<MatureTotal[]> {
  return readSql<MatureTotal[]>`
    select case when l.campaign_id = 0 then 'organic' when l.campaign_id = any(${deleted}) then 'deleted'
      else 'listed' end as group,
      l.measure, ${matureName()} as name, a.age, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
    from ledger l
    join (values (0), (1), (3), (7), (14), (30)) as a(age) on l.day <= ${today}::text::date - a.age
    where l.project_id = ${projectId} and ${inWindow(window)} and l.campaign_id = any(${campaigns})
      and ${isMature()}
    group by 1, l.measure, 3, a.age`;
}
