import type postgres from "postgres";
import { copyIn } from "@/db/copy-stream";
import type { ProjectId } from "@/lib/base/ids";
import { copyOut, copyQuery, type ExportedRows } from "@/lib/moving/export-queries";
import { movedColumns } from "@/lib/moving/tables";

type Tx = postgres.TransactionSql;

/** A table with a unique key; or one without, whose rows with equal columns are replaced together if one is removed. */
export type FollowedTable = { table: string; key: string[]; isUnique: boolean };

/** Tables without a unique key, with the columns that group their rows. */
const shared: Record<string, string[]> = { ledger: ["day"] };

export async function findFollowed(on: postgres.ISql, tables: string[]): Promise<FollowedTable[]> {
  const rows = await on<{ table: string; key: string[] }[]>`
    select c.relname as table, array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) as key
    from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where i.indisprimary and c.relnamespace = 'public'::regnamespace and c.relname = any(${tables}::text[])
    group by c.relname`;
  return tables.map((table) => {
    const key = rows
      .find((row) => row.table === table)
      ?.key.filter((name) => !movedColumns(table).includes(name));
    const columns = key ?? shared[table] ?? [];
    if (columns.length === 0) throw new Error(`${table} has no primary key`);
    return { table, key: columns, isUnique: key !== undefined };
  });
}

export type FollowMoment = {
  /** Every transaction that is not visible at this moment has this number or a later one. */
  oldest: string;
  /** The number of transactions since the previous moment; null without one, or if unknown. */
  transactions: number | null;
  session: number;
};

export async function findSession(tx: Tx): Promise<number> {
  const [row] = await tx<{ session: number }[]>`select pg_backend_pid() as session`;
  return row!.session;
}

/** Reads the present snapshot. Also raises `work_mem`, for joins of the large tables of keys and rows in memory. */
export async function findMoment(tx: Tx, before: string | null): Promise<FollowMoment> {
  const [row] = await tx<[FollowMoment]>`
    with here as (select pg_current_snapshot() as snapshot)
    select pg_snapshot_xmin(snapshot)::text as oldest, pg_backend_pid() as session,
      case when pg_snapshot_xmax(snapshot)::text::bigint - ${before}::text::bigint < 2000000000
        then age(${before}::text::xid8::xid) end as transactions,
      set_config('work_mem', '64MB', true)
    from here`;
  return row;
}

const sentOf = (table: string) => `sent_${table}`;
const named = (columns: string[], alias = "") => columns.map((name) => `${alias}"${name}"`).join(", ");

/** Makes the table with the keys of sent rows. It exists as long as the session. */
export async function createSentKeysTable(on: Tx, { table, key, isUnique }: FollowedTable): Promise<void> {
  const count = isUnique ? "" : ", 0::bigint as rows";
  await on.unsafe(
    `create temp table "${sentOf(table)}" as select ${named(key)}${count} from "${table}" with no data`,
  );
}

/** `transactions` is null if nothing was sent earlier. */
export type FollowPosition = { project: ProjectId; transactions: number | null };
type Later = FollowPosition & { transactions: number };

/**
 * True for rows that were not visible at the previous moment: one of the last `transactions` transactions wrote them. A row's
 * number has only 32 bits, so an old row may match too; it is then sent once more, which is harmless.
 */
const isNew = (transactions: number) => `age(t.xmin) between 0 and ${Math.trunc(transactions)}`;

const of = (project: ProjectId) => `t.project_id = ${Number(project)}`;

/** The keys of sent rows that were deleted or replaced since. */
function deletedRowsOf({ table, key, isUnique }: FollowedTable, { project, transactions }: Later): string {
  const same = key.map((name) => `t."${name}" = s."${name}"`).join(" and ");
  if (isUnique)
    return `select ${named(key, "s.")} from "${sentOf(table)}" s where not exists (
      select from "${table}" t where ${of(project)} and ${same} and not (${isNew(transactions)}))`;
  return `select ${named(key, "s.")} from "${sentOf(table)}" s left join (
      select ${named(key, "t.")}, count(*) as rows from "${table}" t
      where ${of(project)} and not (${isNew(transactions)}) group by ${named(key, "t.")}
    ) t on ${same} where s.rows <> coalesce(t.rows, 0)`;
}

/** The condition for rows that were added since the previous moment. */
function isAddedRow(followed: FollowedTable, { project, transactions }: FollowPosition): string {
  if (transactions === null) return "true";
  if (followed.isUnique) return isNew(transactions);
  return `(${isNew(transactions)} or (${named(followed.key, "t.")}) in (${deletedRowsOf(followed, { project, transactions })}))`;
}

export const copyDeleted = (tx: Tx, followed: FollowedTable, at: Later) =>
  copyQuery(tx, deletedRowsOf(followed, at));

export const copyChanged = (tx: Tx, followed: FollowedTable, at: FollowPosition) =>
  copyOut(tx, followed.table, at.project, isAddedRow(followed, at));

/** The stored state of sent rows: their keys; for rows without a key, their number. */
export function copyKeys(tx: Tx, followed: FollowedTable, at: FollowPosition): Promise<ExportedRows> {
  const { table, key, isUnique } = followed;
  const keys = named(key, "t.");
  const from = `from "${table}" t where ${of(at.project)}`;
  return isUnique
    ? copyQuery(tx, `select ${keys} ${from} and ${isAddedRow(followed, at)}`)
    : copyQuery(tx, `select ${keys}, count(*) ${from} group by ${keys}`);
}

export async function removeSentKeys(
  tx: Tx,
  { table, key }: FollowedTable,
  deleted: AsyncIterable<Buffer>,
): Promise<void> {
  const sent = sentOf(table);
  await tx.unsafe(
    `create temp table deleted_keys on commit drop as select ${named(key)} from "${sent}" with no data`,
  );
  await copyIn(tx, { table: "deleted_keys", columns: key }, deleted);
  await tx.unsafe(
    `delete from "${sent}" s using deleted_keys g where (${named(key, "s.")}) = (${named(key, "g.")})`,
  );
}

export async function storeSentKeys(
  tx: Tx,
  followed: FollowedTable,
  keys: AsyncIterable<Buffer>,
): Promise<void> {
  const { table, key, isUnique } = followed;
  const sent = sentOf(table);
  if (isUnique) return copyIn(tx, { table: sent, columns: key }, keys);
  // These rows are few, and all of them were counted again.
  await tx.unsafe(`delete from "${sent}"`);
  await copyIn(tx, { table: sent, columns: [...key, "rows"] }, keys);
}

/** Autovacuum does not analyze a table of one session. */
export const analyzeSent = (on: postgres.ISql, { table }: FollowedTable) =>
  on.unsafe(`analyze "${sentOf(table)}"`);
