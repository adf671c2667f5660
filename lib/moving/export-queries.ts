import type { Readable } from "node:stream";
import type postgres from "postgres";
import { tableColumns } from "@/db/copy-stream";
import type { Project } from "@/lib/accounts/access/project";
import { commandLine } from "@/lib/accounts/audit/actor";
import { insertEntry } from "@/lib/accounts/audit/queries";
import type { ProjectId } from "@/lib/base/ids";
import { encryptedColumns } from "@/lib/moving/encrypted-columns";
import type { ExportHeader, MovedPerson } from "@/lib/moving/stream";
import { movedColumns } from "@/lib/moving/tables";

type Tx = postgres.TransactionSql;

export type ProjectFacts = Pick<ExportHeader, "tokens" | "hosts" | "since" | "erased"> & {
  project: ExportHeader["project"];
  metaKey: Buffer | null;
};

const sinceWhen = (tx: Tx, project: ProjectId) => tx`
  least((select min(c.clicked_at) from clicks c where c.project_id = ${project}),
    (select min(e.occurred_at) from events e where e.project_id = ${project}),
    (select min(a.occurred_at) from ad_revenue a where a.project_id = ${project}))::date::text`;

/** The month of the project's oldest click, event or ad revenue. */
export async function findSince(tx: Tx, project: ProjectId): Promise<string | null> {
  const [row] = await tx<{ since: string | null }[]>`select ${sinceWhen(tx, project)} as since`;
  return row!.since;
}

/** The only missing value is the encrypted Meta key, which is exported separately. */
export async function findProjectFacts(tx: Tx, project: ProjectId): Promise<ProjectFacts | null> {
  const [row] = await tx<ProjectFacts[]>`
    select to_jsonb(p) || jsonb_build_object('settings', p.settings #- '{meta_key,encrypted}') as project,
      decode(p.settings -> 'meta_key' ->> 'encrypted', 'base64') as "metaKey",
      array(select t.token from project_tokens t where t.project_id = p.id) as tokens,
      array(select d.host from domains d where d.project_id = p.id) as hosts,
      (select count(*) from erased_ids e where e.project_id = ${project})::int as erased,
      ${sinceWhen(tx, project)} as since
    from projects p where p.id = ${project} and p.deleted_at is null`;
  return row ?? null;
}

/** Fixes the format of values, which otherwise depends on settings of the server, the role or the database. */
export const fixValueFormats = (tx: Tx) => tx`
  select set_config('datestyle', 'ISO, MDY', true), set_config('timezone', 'UTC', true),
    set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
    set_config('extra_float_digits', '1', true), set_config('client_encoding', 'UTF8', true),
    set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`;

export type ExportedRows = Readable;

/** `query` must itself filter by project. */
export const copyQuery = (tx: Tx, query: string): Promise<ExportedRows> =>
  tx.unsafe(`copy (${query}) to stdout`).readable();

/** Copies the exported columns of a project's rows that meet the condition. Encrypted columns are left empty. */
export async function copyOut(tx: Tx, table: string, project: ProjectId, condition = "true") {
  const own = movedColumns(table);
  const columns = (await tableColumns(tx, table)).filter((name) => !own.includes(name));
  const encrypted = new Set(
    encryptedColumns.filter((one) => one.table === table).map(({ column }) => column),
  );
  const values = columns.map((name) => (encrypted.has(name) ? `null::bytea` : `t."${name}"`));
  const rows = await copyQuery(
    tx,
    `select ${values.join(", ")} from "${table}" t where t.project_id = ${Number(project)} and ${condition}`,
  );
  return { columns, rows };
}

/** Every person who has access to the project, or whom one of its rows names. */
export const findPeople = (tx: Tx, { id, accountId }: Pick<Project, "id" | "accountId">) => tx<MovedPerson[]>`
  with with_access as (
    select s.member_id as id, case s.role when 'owner' then 'admin' else s.role end as role
    from memberships s where s.account_id = ${accountId}
    union all
    select g.member_id, g.role from project_members g where g.project_id = ${id}
  ),
  named as (
    select id, role from with_access
    union all select v.member_id, null from report_views v where v.project_id = ${id}
    union all select k.created_by, null from server_keys k where k.project_id = ${id}
    union all select k.created_by, null from signing_keys k where k.project_id = ${id}
    union all select l.member_id, null from audit_log l where l.project_id = ${id}
  )
  select m.id::int as id, m.email, max(n.role) as role
  from named n join members m on m.id = n.id group by m.id order by m.id`;

export async function findEncryptedSecrets(tx: Tx, project: ProjectId) {
  const found: { column: (typeof encryptedColumns)[number]; of: string; sealed: Buffer }[] = [];
  for (const column of encryptedColumns) {
    const rows = await tx<{ of: string; sealed: Buffer }[]>`
      select t.${tx(column.of)}::text as of, t.${tx(column.column)} as sealed from ${tx(column.table)} t
      where t.project_id = ${project} and t.${tx(column.column)} is not null`;
    for (const row of rows) found.push({ column, of: row.of, sealed: row.sealed });
  }
  return found;
}

export const recordExport = (project: Project) =>
  insertEntry(commandLine, { account: project.accountId, project: project.id, action: "project.export" });
