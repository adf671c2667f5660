import { type Fragment, sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import type { AuditEntryRow, AuditFilter } from "@/lib/accounts/audit/schema";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { whereFilters } from "@/lib/platform/lists/queries";

type Entry = {
  account: AccountId | Fragment;
  project?: ProjectId | Fragment | null;
  /** Such as `domain.add`. */
  action: string;
  target?: string | Fragment;
  /** Must never contain a secret. */
  detail?: Record<string, unknown> | Fragment;
};

/** Actions on a project that is frozen, or without changing it. */
const whileFrozen = new Set([
  "project.freeze",
  "project.release",
  "project.move",
  "project.export",
  "project.archive",
  "project.unarchive",
  "project.delete",
  "project.restore",
  "project.erase",
  "person.export",
  "sql-role.create",
  "sql-role.revoke",
  "person.export-list",
  // Another project has proved the host.
  "domain.lost",
  // Another project has listed the app, or the operator assigned it to another project.
  "apple-postbacks.contested",
  "apple-postbacks.settle",
]);

/**
 * The audit row of a change. It is part of the statement that makes the change (`from` names its part), so a change and
 * its row are always stored together. A change to a frozen project fails with it.
 */
export function auditRow(by: Actor, entry: Entry, from: Fragment): Fragment {
  const { account, project = null, action, target = "", detail = {} } = entry;
  const details = detail instanceof Promise ? detail : sql`${JSON.stringify(detail)}::text::jsonb`;
  const did = whileFrozen.has(action)
    ? sql`${action}::text`
    : sql`case when projects_writable(array[${project}::bigint]) then ${action}::text end`;
  return sql`
    insert into audit_log (account_id, project_id, member_id, actor, action, target, detail)
    select ${account}::bigint, ${project}::bigint, ${by.memberId}::bigint, ${by.name}::text, ${did},
           ${target}::text, ${details}
    ${from}`;
}

/**
 * A change and its audit row, in one statement. `change` returns the rows that have changed; the entry and the rest of
 * the statement know them as `changed`. The rest begins with a comma if it has further parts.
 */
export const audited = <Row extends object = Record<string, unknown>>(
  by: Actor,
  entry: Entry,
  change: Fragment,
  rest: Fragment = sql`select * from changed`,
) => sql<Row[]>`
  with changed as (${change}),
       logged as (${auditRow(by, entry, sql`from changed`)})
  ${rest}`;

/**
 * The detail of a change with the old values of its fields. `was` is JSON of the old row, with the detail's names. A
 * statement sees tables as they were before its own changes.
 */
export const withBefore = (detail: Record<string, unknown>, was: Fragment) => sql`
  ${JSON.stringify(detail)}::text::jsonb || jsonb_build_object('before', (
    select coalesce(jsonb_object_agg(w.key, w.value), '{}') from jsonb_each(${was}) w
    where w.key = any(${Object.keys(detail)}::text[])))`;

/** For actions that change no stored data, such as reading it. */
export const insertEntry = (by: Actor, entry: Entry) => sql`${auditRow(by, entry, sql``)}`;

/**
 * Writes a member's change to their own profile into the log of each account that includes them or one of their
 * projects. `changed` is the part of the statement with their ID and email.
 */
export const auditInAccountsOf = (
  by: Actor,
  action: string,
  detail: Record<string, unknown> | Fragment = {},
) =>
  auditRow(
    by,
    { account: sql`s.account_id`, action, target: sql`changed.email`, detail },
    sql`
      from changed join (
        select account_id, member_id from memberships
        union
        select p.account_id, g.member_id from project_members g join projects p on p.id = g.project_id
      ) s on s.member_id = changed.id`,
  );

/** The whole account, or one of its projects. */
export type AuditScope = { accountId: AccountId; projectId: ProjectId | null };

const matches = ({ accountId, projectId }: AuditScope, filter: AuditFilter) => sql`
  l.account_id = ${accountId} ${projectId === null ? sql`` : sql`and l.project_id = ${projectId}`}
  ${whereFilters(filter, {
    area: (area) => sql`and split_part(l.action, '.', 1) = ${area}`,
    search: (text) => sql`
      and (strpos(lower(l.actor), lower(${text}::text)) > 0 or strpos(lower(l.target), lower(${text}::text)) > 0)`,
  })}`;

export const findAuditLog = (
  of: AuditScope,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
) => sql<AuditEntryRow[]>`
  select l.id, l.at, l.actor, l.action, l.target, l.detail, l.project_id, p.name as project_name
  from audit_log l left join projects p on p.id = l.project_id
  where ${matches(of, filter)} order by l.id desc limit ${limit} offset ${offset}`;

export async function countAuditLog(of: AuditScope, filter: AuditFilter): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from audit_log l where ${matches(of, filter)}`;
  return row?.total ?? 0;
}
