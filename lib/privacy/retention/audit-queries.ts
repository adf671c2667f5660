import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import type { RemovalStep } from "@/lib/privacy/retention/queries";

/** The entries of a project or, for null, of accounts without a project. Their IDs do not begin with the time. */
export async function removeAudit(
  projectId: ProjectId | null,
  before: Date,
  max: number,
): Promise<RemovalStep> {
  const deleted = await sql`
    delete from audit_log where id in (
      select l.id from audit_log l where l.project_id is not distinct from ${projectId}::bigint and l.at < ${before}
      order by l.id limit ${max})`;
  return { seen: deleted.count, changed: deleted.count, last: null };
}
