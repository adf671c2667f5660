import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { ledgerSums } from "@/lib/ledger/sum-queries";
import { byCampaign, type ReportWindow, windowFilter } from "@/lib/reporting/tree/queries";

export type MatureTotal = {
  group: "listed" | "deleted" | "organic";
  measure: string;
  name: string;
  age: number;
  count: number;
  amount: number;
};

/** Cohort figures of many campaigns together, for install days at least `age` days before the given day. */
export function sumMatureTogether(
  projectId: ProjectId,
  window: ReportWindow,
  { campaigns, deleted }: { campaigns: number[]; deleted: number[] },
  today: string,
): Promise<MatureTotal[]> {
  return readSql<MatureTotal[]>`
    select case when s.campaign_id = 0 then 'organic' when s.campaign_id = any(${deleted}) then 'deleted'
      else 'listed' end as group, s.measure, s.name, s.age, sum(s.count)::bigint as count, sum(s.amount)::bigint as amount
    from (${ledgerSums(projectId, {
      by: [...byCampaign, "age"],
      measures: { matureOn: today },
      days: window,
      where: { ...windowFilter(window), campaign_id: campaigns },
    })}) s
    group by 1, 2, 3, 4`;
}
