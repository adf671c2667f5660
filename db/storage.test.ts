import { expect, test } from "vitest";
import { sql } from "@/db";
import { dataTables, localTables, referenceTables } from "@/db/tables";

/** Reads the catalogue, so that the rules are checked on the real tables and not on the schema file. */
type Index = { table: string; index: string; columns: string[]; primary: boolean };

async function uniqueIndexes(): Promise<Index[]> {
  return sql<Index[]>`
    select t.relname as table, i.relname as index, x.indisprimary as primary,
      array(select a.attname::text from unnest(x.indkey) k
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k) as columns
    from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where x.indisunique and t.relnamespace = 'public'::regnamespace and not t.relispartition`;
}

test("every table is listed as a data table, a reference table or a local one", async () => {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`;
  expect(rows.map((row) => row.name)).toEqual([...dataTables, ...referenceTables, ...localTables].sort());
});

test("every data table has project_id, never null", async () => {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and a.attname = 'project_id' and a.attnotnull
      and a.atttypid = 'bigint'::regtype and not c.relispartition and c.relkind in ('r', 'p')`;
  const named = new Set(rows.map((row) => row.name));
  expect(dataTables.filter((table) => !named.has(table))).toEqual([]);
});

test("every primary key and unique index of a data table includes project_id", async () => {
  const data = new Set<string>(dataTables);
  const without = (await uniqueIndexes()).filter(
    ({ table, columns }) => data.has(table) && !columns.includes("project_id"),
  );
  expect(without).toEqual([]);
});

test("foreign keys: none from a reference table to a data table, none without project_id between data tables", async () => {
  const data = new Set<string>(dataTables);
  const keys = await sql<{ from: string; to: string; columns: string[]; action: string }[]>`
    select f.conrelid::regclass::text as from, f.confrelid::regclass::text as to, f.confdeltype as action,
      array(select a.attname::text from unnest(f.conkey) k
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k) as columns
    from pg_constraint f where f.contype = 'f' and f.connamespace = 'public'::regnamespace`;
  expect(keys.filter((key) => data.has(key.to) && !data.has(key.from))).toEqual([]);
  expect(keys.filter((key) => data.has(key.to) && !key.columns.includes("project_id"))).toEqual([]);
  expect(keys.filter((key) => key.action === "n")).toEqual([]);
});

test("there is no trigger", async () => {
  const rows = await sql`
    select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`;
  expect(rows).toEqual([]);
});

test("clicks, events and ad revenue are partitioned by their time-ordered id", async () => {
  const rows = await sql<{ name: string; key: string }[]>`
    select c.relname as name, pg_get_partkeydef(c.oid) as key from pg_class c
    where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace order by 1`;
  expect(rows.map(({ name, key }) => [name, key])).toEqual([
    ["ad_revenue", "RANGE (id)"],
    ["clicks", "RANGE (id)"],
    ["events", "RANGE (id)"],
  ]);
});

test("columns that a decision changes in most installs are in no index, so updates rewrite none", async () => {
  const rows = await sql<{ name: string }[]>`
    select distinct a.attname::text as name
    from pg_index x
    cross join lateral (
      select d.refobjsubid as number from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = x.indexrelid and d.refobjid = x.indrelid
      union all select unnest(x.indkey)
    ) used
    join pg_attribute a on a.attrelid = x.indrelid and a.attnum = used.number and a.attnum > 0
    where x.indrelid = 'installs'::regclass order by 1`;
  // Four that hardly ever or never change with a decision: the mark of a test, the fraud rules that fired, that it is
  // gone, and the device data, of which an index finds kept addresses.
  expect(rows.map(({ name }) => name)).toEqual([
    "address_key",
    "device_data",
    "flags",
    "id",
    "install_instance_id",
    "installed_at",
    "is_test",
    "last_open_at",
    "project_id",
    "uninstalled_at",
  ]);
});
