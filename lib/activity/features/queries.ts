import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import type { UsedFeatures } from "./schema";

/** Each condition reads at most one row. A replica may not have a new project yet. */
export async function findUsedFeatures(projectId: ProjectId): Promise<UsedFeatures> {
  const [row] = await sql<UsedFeatures[]>`
    select
      exists (select from site_tokens where project_id = ${projectId})
        or exists (select from web_visitors where project_id = ${projectId}) as web_to_app,
      exists (select from conversion_schemas where project_id = ${projectId})
        or exists (select from apple_sources where project_id = ${projectId})
        or exists (select from apple_postbacks where project_id = ${projectId}) as ios,
      exists (select from affiliates where project_id = ${projectId}) as affiliates,
      exists (select from ad_revenue where project_id = ${projectId}) as ad_revenue,
      p.suspended_at is not null or p.payment_link is not null as billing
    from projects p where p.id = ${projectId}`;
  return row!;
}
