import type { PendingQuery, Row } from "postgres";
import { sql } from "@/db";
import type { Actor } from "@/lib/audit/actor";
import type { AccountId, ProjectId } from "@/lib/ids";

export type Fragment = PendingQuery<Row[]>;

type Entry = {
  account: AccountId | Fragment;
  project?: ProjectId | Fragment | null;
  /** Such as `domain.add`. */
  action: string;
  target?: string | Fragment;
  /** Never a secret. */
  detail?: Record<string, unknown> | Fragment;
};

/**
 * The row that says who changed what. It is a part of the statement that makes the change (`from` names its part),
 * so that there is neither a change without its row nor a row without its change.
 */
export function auditRow(by: Actor, entry: Entry, from: Fragment): Fragment {
  const { account, project = null, action, target = "", detail = {} } = entry;
  const details = detail instanceof Promise ? detail : sql`${JSON.stringify(detail)}::text::jsonb`;
  return sql`
    insert into audit_log (account_id, project_id, member_id, actor, action, target, detail)
    select ${account}::bigint, ${project}::bigint, ${by.memberId}::bigint, ${by.name}::text, ${action}::text,
           ${target}::text, ${details}
    ${from}`;
}

export type AuditEntryRow = {
  id: number;
  at: Date;
  actor: string;
  action: string;
  target: string;
  detail: Record<string, unknown>;
  project_id: number | null;
  project_name: string | null;
};

/** Newest first, with the count of all. */
export async function findAuditLog(
  accountId: AccountId,
  projectId: ProjectId | null,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; rows: AuditEntryRow[] }> {
  const where = sql`l.account_id = ${accountId} ${projectId === null ? sql`` : sql`and l.project_id = ${projectId}`}`;
  const [rows, [count]] = await Promise.all([
    sql<AuditEntryRow[]>`
      select l.id, l.at, l.actor, l.action, l.target, l.detail, l.project_id, p.name as project_name
      from audit_log l left join projects p on p.id = l.project_id
      where ${where} order by l.id desc limit ${limit} offset ${(page - 1) * limit}`,
    sql<{ total: number }[]>`select count(*) as total from audit_log l where ${where}`,
  ]);
  return { total: count?.total ?? 0, rows };
}
