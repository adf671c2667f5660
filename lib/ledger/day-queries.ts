import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

/** The first day with figures of a project or campaign; null without any. Figures without a day do not matter. */
export async function findFirstDay(projectId: ProjectId, campaign?: number): Promise<string | null> {
  const [row] = await readSql<{ day: string | null }[]>`
    select min(l.day)::text as day from ledger l where l.project_id = ${projectId} and l.day > '-infinity'
      ${campaign === undefined ? readSql`` : readSql`and l.campaign_id = ${campaign}`}`;
  return row?.day ?? null;
}

export const findLastClickDays = (projectId: ProjectId, campaigns: number[], from: string) =>
  readSql<{ campaign_id: number; day: string }[]>`
    select l.campaign_id, max(l.day)::text as day from ledger l
    where l.project_id = ${projectId} and l.day >= ${from}::text::date and l.campaign_id = any(${campaigns})
      and l.measure = 'clicks' and l.count > 0
    group by l.campaign_id`;
