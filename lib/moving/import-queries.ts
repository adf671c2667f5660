import type postgres from "postgres";
import { copyIn, tableColumns } from "@/db/copy-stream";
import type { AccountId } from "@/lib/base/ids";
import type { ExportHeader } from "@/lib/moving/stream";

type Client = postgres.ISql;
type Tx = postgres.TransactionSql;

/** The progress of an import. */
export type ProjectImport = {
  project: number;
  slug: string;
  exportId: string;
  account: number;
  createdAccount: boolean;
  /** The first part after the header has number 0. */
  part: number;
  table: string;
  rows: number;
  /** The digest of the export up to those rows. */
  digest: string;
};

export async function findImport(on: Client, origin: string): Promise<ProjectImport | null> {
  const [row] = await on<
    (Pick<ProjectImport, "slug" | "exportId" | "createdAccount" | "part" | "table" | "digest"> &
      Record<"project" | "account" | "rows", string>)[]
  >`
    select i.project_id as project, i.export_id as "exportId", p.slug, p.account_id as account,
      i.created_account as "createdAccount", i.stored_part as part, i.table_name as table, i.rows, i.stored_digest as digest
    from project_imports i join projects p on p.id = i.project_id where i.origin = ${origin}`;
  if (!row) return null;
  return { ...row, project: Number(row.project), account: Number(row.account), rows: Number(row.rows) };
}

export type TakenNames = {
  /** The project that already has one of the tokens: the same project was imported before. */
  here: { id: string; name: string; deleted: boolean } | null;
  hosts: { host: string; name: string }[];
  id: boolean;
  slug: boolean;
};

/**
 * The names and numbers in the export that this instance has already assigned. `host` is passed for public names only.
 */
export async function findTakenNames(
  on: Client,
  { project, tokens }: ExportHeader,
  hosts: string[],
): Promise<TakenNames> {
  const [row] = await on<TakenNames[]>`
    select
      (select jsonb_build_object('id', p.id, 'name', p.name, 'deleted', p.deleted_at is not null)
        from project_tokens t join projects p on p.id = t.project_id where t.token = any(${tokens}::text[]) limit 1) as here,
      coalesce((select jsonb_agg(jsonb_build_object('host', d.host, 'name', p.name))
        from domains d join projects p on p.id = d.project_id where d.host = any(${hosts}::text[])), '[]') as hosts,
      exists (select from projects p where p.id = ${project.id}) as id,
      exists (select from projects p where p.slug = ${project.slug}) as slug`;
  return row!;
}

/**
 * Moves a sequence past `last`, safely beside concurrent inserts: close numbers are skipped one by one. Numbers of
 * another cell are never assigned here and need not be skipped.
 */
export const passNumber = (on: Client, table: string, column: string, last: number) => on`
  with target as (
    select pg_get_serial_sequence(${table}, ${column}) as name,
      ${last}::bigint - coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, ${column})::regclass), 0) as gap)
  select case when gap > 10000 then setval(name::regclass, ${last}::bigint)
    else (select max(n) from (select nextval(target.name::regclass) as n from generate_series(1, target.gap)) passed) end
  from target join pg_sequence range on range.seqrelid = target.name::regclass
  where gap > 0 and ${last}::bigint between range.seqmin and range.seqmax`;

export async function nextProjectId(on: Client): Promise<number> {
  const [row] = await on<{ id: string }[]>`select nextval(pg_get_serial_sequence('projects', 'id')) as id`;
  return Number(row!.id);
}

/** These columns keep this instance's values. */
const ofThisInstance = [
  "id",
  "account_id",
  "slug",
  "deleted_at",
  "frozen_at",
  "moved_address",
  "moved_links",
  "moved_number",
];

/** Keeps the account when the rows so far are removed, because the same project is imported into it once more. */
export const lockAccount = (on: Client, { project }: ProjectImport) => on`
  update project_imports set created_account = false where project_id = ${project}`;

export async function makeAccount(tx: Tx, name: string): Promise<AccountId> {
  const [row] = await tx<{ id: string }[]>`
    with made as (insert into accounts (name) values (${name}) returning id)
    insert into audit_log (account_id, actor, action, target)
    select made.id, 'command line', 'account.create', ${name} from made returning account_id as id`;
  return Number(row!.id) as AccountId;
}

/** Begins an import with a hidden project, like a deleted one, until all of its data is here. */
export async function beginImport(
  tx: Tx,
  row: Record<string, unknown>,
  { export_id: exportId }: ExportHeader,
  { origin, createdAccount }: { origin: string; createdAccount: boolean },
): Promise<void> {
  const columns = await tableColumns(tx, "projects");
  await tx`
    insert into projects (${tx(columns)}) overriding system value
    select ${tx(columns)} from jsonb_populate_record(null::projects,
      ${JSON.stringify(row)}::text::jsonb || jsonb_build_object('deleted_at', now()))`;
  await tx`
    insert into project_imports (project_id, export_id, origin, created_account)
    values (${String(row.id)}, ${exportId}, ${origin}, ${createdAccount})`;
}

/**
 * Begins a transaction without timeouts, because rows may arrive slowly. Returns its ID: after a lost connection the
 * driver continues on a new one, and what it then stores would not belong to the transaction.
 */
export async function beginWithoutTimeouts(tx: Tx): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    select pg_current_xact_id()::text as id, set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`;
  return row!.id;
}

/** The lock lasts as long as the transaction, which has no number and no snapshot and so blocks no other work. */
export async function lockImportOrigin(tx: Tx, origin: string): Promise<boolean> {
  const [row] = await tx<{ locked: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtext('project import'), hashtext(${origin})) as locked,
      set_config('idle_in_transaction_session_timeout', '0', true)`;
  return row!.locked;
}

/** Notes that the import is alive, so that a project without changes is not given up. */
export async function recordRound(on: Client, { project, exportId }: ProjectImport): Promise<void> {
  await on`
    update project_imports set touched_at = now() where project_id = ${project} and export_id = ${exportId}`;
}

/** False if another import has stored rows of the project since, or this transaction does not have the rows. */
export async function saveImportProgress(
  tx: Tx,
  { project, exportId, part, rows }: ProjectImport,
  next: Pick<ProjectImport, "part" | "table" | "rows" | "digest"> & { work: string },
): Promise<boolean> {
  const noted = await tx`
    update project_imports set stored_part = ${next.part}, table_name = ${next.table}, rows = ${next.rows},
      stored_digest = ${next.digest}, touched_at = now()
    where project_id = ${project} and export_id = ${exportId} and stored_part = ${part} and rows = ${rows}
      and pg_current_xact_id()::text = ${next.work}`;
  return noted.count > 0;
}

/** Locks the import until the transaction ends. False if another import changed its rows. */
export async function lockImport(tx: Tx, { project, exportId, part, rows }: ProjectImport): Promise<boolean> {
  const found = await tx`
    select from project_imports
    where project_id = ${project} and export_id = ${exportId} and stored_part = ${part} and rows = ${rows} for update`;
  return found.length > 0;
}

/**
 * Deletes rows that were deleted or replaced on the source instance. Rows without a key match by their common columns.
 */
export async function deleteRemoved(
  tx: Tx,
  { table, project }: { table: string; project: number },
  key: string[],
  deleted: AsyncIterable<Buffer>,
): Promise<void> {
  const named = (of: string) => tx(key.map((name) => `${of}.${name}`));
  await tx`create temp table deleted_keys on commit drop as select ${tx(key)} from ${tx(table)} with no data`;
  await copyIn(tx, { table: "deleted_keys", columns: key }, deleted);
  // Autovacuum does not analyze a temporary table, and without statistics a few keys could cause a scan of every row.
  await tx`analyze deleted_keys`;
  await tx`delete from ${tx(table)} t using deleted_keys where t.project_id = ${project} and (${named("t")}) = (${named("deleted_keys")})`;
}

/** Updates the row of the project to its final state; its account and number here stay. */
export async function renewProject(tx: Tx, project: number, row: Record<string, unknown>): Promise<void> {
  const columns = await tableColumns(tx, "projects");
  const renewed = columns.filter((name) => !ofThisInstance.includes(name));
  await tx`
    update projects p set (${tx(renewed)}) = (
      select ${tx(renewed)} from jsonb_populate_record(null::projects, ${JSON.stringify(row)}::text::jsonb))
    where p.id = ${project}`;
}

/** The number of rows that each table has of the project. */
export async function countRows(on: Client, table: string, project: number): Promise<number> {
  const [row] = await on<{ n: string }[]>`
    select count(*) as n from ${on(table)} t where t.project_id = ${project}`;
  return Number(row!.n);
}

/** Sequences continue after the imported rows. */
export async function advanceSequences(tx: Tx, tables: string[], project: number): Promise<void> {
  const counted = await tx<{ table: string; column: string }[]>`
    select c.relname as table, a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' and not a.attisdropped
      and c.relname = any(${tables}::text[])`;
  for (const { table, column } of counted) {
    const [row] = await tx<{ last: string | null }[]>`
      select max(t.${tx(column)}) as last from ${tx(table)} t where t.project_id = ${project}`;
    if (row?.last) await passNumber(tx, table, column, Number(row.last));
  }
}

/** Every cluster numbers its own transactions. `restore` does the same for all projects. */
export async function nameTransactions(tx: Tx, project: number): Promise<void> {
  await tx`update pending_reassignments set xid = pg_current_xact_id()::text::bigint where project_id = ${project}`;
  await tx`update outbox set xid = pg_current_xact_id() where project_id = ${project}`;
  await tx`
    update listeners set read_xid = '0', read_id = '00000000-0000-0000-0000-000000000000'
    where project_id = ${project}`;
}

export async function unhideProject(tx: Tx, project: number, account: number): Promise<void> {
  await tx`delete from project_imports where project_id = ${project}`;
  await tx`update projects set deleted_at = null where id = ${project}`;
  await tx`
    insert into audit_log (account_id, project_id, actor, action, target)
    select ${account}, p.id, 'command line', 'project.import', p.name from projects p where p.id = ${project}`;
}
