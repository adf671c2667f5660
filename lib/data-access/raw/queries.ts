import { type Fragment, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import type { Dataset } from "@/lib/data-access/datasets/dataset";

export type ChangeMoment = {
  /** The number of the oldest transaction that is still active, or of the next one. */
  horizon: string;
  /** Identifies the database cluster and its history; transaction numbers of another one mean nothing here. */
  cluster: string;
};

export async function findHorizon(): Promise<ChangeMoment> {
  const [row] = await sql<[ChangeMoment]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      (select system_identifier::text from pg_control_system()) || '-' ||
      (select timeline_id::text from pg_control_checkpoint()) as cluster`;
  return row;
}

/** At most this many rows are compared by one statement, so that its time is limited. */
const scanned = 50_000;

type Page = {
  /** The number of compared rows, and the key of the last one. */
  seen: number;
  last: string[] | null;
  /** Names that begin with an underscore are not columns. */
  rows: (Record<string, unknown> & { _key: string[] })[];
};

type Scan = {
  project: ProjectId;
  after: string[] | null;
  /** Null for all rows. */
  since: string | null;
  limit: number;
};

function isLater(key: Dataset["key"], after: string[] | null): Fragment {
  if (!after) return sql`true`;
  const values = Object.values(key)
    .map((type, at) => sql`${after[at]!}::text::${sql.unsafe(type)}`)
    .reduce((before, value) => sql`${before}, ${value}`);
  return sql`(${sql.unsafe(named(key, "t").join(", "))}) > (${values})`;
}

/**
 * True for rows that a transaction wrote which was not visible at the beginning of the previous pass. A row's number
 * has only 32 bits, so a row that nobody changed for billions of transactions may match, too; it is then sent again.
 */
const isChanged = (since: string | null): Fragment =>
  since === null
    ? sql`true`
    : sql`coalesce(age(t.xmin) between 0 and (
        select case when pg_snapshot_xmax(pg_current_snapshot())::text::bigint - ${since}::text::bigint
          between 0 and 2000000000 then age(${since}::text::xid8::xid) end), true)`;

type Part = {
  /** The columns that order it. */
  order: string[];
  /** The expression of a row's key, as texts. */
  keyOf: (alias: string) => string;
  /** The compared rows: the columns of the order, and `is_changed`. */
  from: Fragment;
  /** The returned rows of `changed`, in the same order: `_key`, and their columns. */
  rows: Fragment;
  limit: number;
};

/** Compares the next rows of a table and returns the changed ones. */
async function page({ order, keyOf, from, rows, limit }: Part): Promise<Page> {
  const by = (suffix = "") => sql.unsafe(order.map((name) => `x.${name}${suffix}`).join(", "));
  type Read = { seen: number; last: string[] | null; _key: string[] | null };
  const found = await sql<Read[]>`
    with scanned as materialized (${from}),
    changed as materialized (
      select x.*, row_number() over (order by ${by()}) as place from scanned x where x.is_changed
      order by ${by()} limit ${limit}
    )
    select s.seen, s.last, r.*
    from (
      select (select count(*) from scanned)::int as seen,
        (select ${sql.unsafe(keyOf("x"))} from scanned x order by ${by(" desc")} limit 1) as last
    ) s
    left join (${rows}) r on true
    order by r._place`;
  return {
    seen: found[0]!.seen,
    last: found[0]!.last,
    rows: found.flatMap(({ seen: _seen, last: _last, _key, ...row }) => {
      const { _place, ...columns } = row as Record<string, unknown>;
      return _key === null ? [] : [{ ...columns, _key }];
    }),
  };
}

const named = (key: Dataset["key"], alias: string) => Object.keys(key).map((name) => `${alias}.${name}`);

type Columns = readonly (readonly [name: string, expression: string])[];

/**
 * The parts of a statement that reads the changed rows of a table after a key. The compared rows end at a key that is
 * looked up first. Joining them by their keys instead would read the whole table for each page.
 */
function changedPart({ table, key }: Dataset, { project, after, since, limit }: Scan) {
  const names = Object.keys(key);
  const keyOf = (alias: string) =>
    sql.unsafe(`array[${names.map((name) => `${alias}.${name}::text`).join(", ")}]`);
  const ordered = sql.unsafe(named(key, "t").join(", "));
  const backwards = sql.unsafe(names.map((name) => `s.${name} desc`).join(", "));
  const edge = sql.unsafe(names.map((name) => `(select e.${name} from edge e)`).join(", "));
  return {
    keyOf,
    ordered,
    scanned: sql`
      scanned as materialized (
        select ${ordered} from ${sql(table)} t
        where t.project_id = ${project} and ${isLater(key, after)}
        order by ${ordered} limit ${since === null ? limit : scanned}
      ),
      edge as materialized (select s.* from scanned s order by ${backwards} limit 1)`,
    seen: sql`(select count(*) from scanned)::int as _seen, (select ${keyOf("e")} from edge e) as _last`,
    rows: sql`
      from ${sql(table)} t join projects p on p.id = ${project}
      where t.project_id = ${project} and ${isLater(key, after)} and (${ordered}) <= (${edge})
        and ${isChanged(since)}
      order by ${ordered} limit ${limit}`,
  };
}

export async function findChanged(dataset: Dataset, columns: Columns, scan: Scan): Promise<Page> {
  const selected = columns.map(([name, expression]) => `${expression} as "${name}"`).join(", ");
  const { keyOf, ordered, scanned, seen, rows } = changedPart(dataset, scan);
  type Read = { _seen: number; _last: string[] | null; _key: string[] | null };
  const found = await sql<Read[]>`
    with ${scanned} select ${seen}, r.*
    from (select) as one left join (
      select ${keyOf("t")} as _key, row_number() over (order by ${ordered}) as _place, ${sql.unsafe(selected)} ${rows}
    ) r on true
    order by r._place`;
  return {
    seen: found[0]!._seen,
    last: found[0]!._last,
    rows: found[0]!._key === null ? [] : (found as unknown as Page["rows"]),
  };
}

type ColumnsPage = {
  seen: number;
  /** The key of the last compared row, and of the last returned one. */
  last: string[] | null;
  lastRow: string[] | null;
  length: number;
  /** The values of each column, in the order of the keys; null if no row has one. */
  columns: Record<string, unknown[] | null>;
};

/**
 * The changed rows of a table by column, because files have millions of rows: the database writes an array for each
 * column, and the driver makes no object for each row.
 */
export async function findChangedColumns(
  dataset: Dataset,
  columns: Columns,
  scan: Scan,
): Promise<ColumnsPage> {
  const selected = columns.map(([name, expression]) => `${expression} as "${name}"`).join(", ");
  const arrays = columns
    .map(([name]) => `case when count(r."${name}") > 0 then json_agg(r."${name}") end as "${name}"`)
    .join(", ");
  const { keyOf, scanned, seen, rows } = changedPart(dataset, scan);
  // In a first pass, all compared rows are returned.
  const isFirst = scan.since === null;
  type Read = { _seen: number; _last: string[] | null; _row: string[] | null; _count: number };
  const [found] = await sql<[Read]>`
    with ${scanned}
    select ${seen}, a.* from (
      select count(*)::int as _count, ${isFirst ? sql`null::json` : sql`json_agg(r._key) -> -1`} as _row, ${sql.unsafe(arrays)}
      from (select ${isFirst ? sql`` : sql`${keyOf("t")} as _key,`} ${sql.unsafe(selected)} ${rows}) r
    ) a`;
  const { _seen, _last, _row, _count, ...values } = found;
  return {
    seen: _seen,
    last: _last,
    lastRow: isFirst ? _last : _row,
    length: _count,
    columns: values as unknown as ColumnsPage["columns"],
  };
}

/** The keys of removed rows that were not stored again. */
export function findRemoved(
  name: string,
  { table, key }: Dataset,
  { project, after, since, limit }: Scan,
): Promise<Page> {
  const same = Object.entries(key)
    .map(([column, type], at) => `d.${column} = (t.key)[${at + 1}]::${type}`)
    .join(" and ");
  const isAfter = after ? sql`t.key > ${after}::text[]` : sql`true`;
  return page({
    order: ["key"],
    keyOf: (alias) => `${alias}.key`,
    limit,
    from: sql`
      select t.key, ${isChanged(since)} and not exists (
        select from ${sql(table)} d where d.project_id = ${project} and ${sql.unsafe(same)}) as is_changed
      from removed_rows t
      where t.project_id = ${project} and t.dataset = ${name} and ${isAfter}
      order by t.key limit ${scanned}`,
    rows: sql`select c.key as _key, c.place as _place from changed c`,
  });
}

/** The keys of erased people. They are never stored again. */
export function findErasedKeys({ project, after, since, limit }: Scan): Promise<Page> {
  const isAfter = after ? sql`t.key > ${after[0]!}` : sql`true`;
  return page({
    order: ["key"],
    keyOf: (alias) => `array[${alias}.key]`,
    limit,
    from: sql`
      select t.key, ${isChanged(since)} as is_changed from erased_ids t
      where t.project_id = ${project} and ${isAfter} order by t.key limit ${scanned}`,
    rows: sql`select array[c.key] as _key, c.place as _place from changed c`,
  });
}
