import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

export type WarningRow = { warning: string; count: number; last_at: Date };

/** The warnings of the latest clicks that had any. */
export function findWarnings(projectId: ProjectId, campaignId: number, max: number) {
  return sql<WarningRow[]>`
    select warned.warning, count(*) as count, max(latest.clicked_at) as last_at
    from (
      select c.warnings, c.clicked_at from clicks c
      where c.project_id = ${projectId} and c.campaign_id = ${campaignId} and c.warnings is not null
      order by c.id desc limit ${max}
    ) latest cross join lateral unnest(latest.warnings) as warned(warning)
    group by warned.warning order by 2 desc, 1`;
}
