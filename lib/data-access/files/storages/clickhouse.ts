import type { ColumnType } from "@/lib/data-access/datasets/columns";
import type { FileColumn } from "@/lib/data-access/files/formats/format";
import { callStorage } from "@/lib/data-access/files/storages/http";
import { readSource } from "@/lib/data-access/files/storages/read-part";
import { type FileSource, type Storage, StorageProblem } from "@/lib/data-access/files/storages/storage";
import { type WarehouseFile, warehouseFile } from "@/lib/data-access/files/storages/tables";

const types: Record<ColumnType, string> = {
  text: "String",
  bigint: "Int64",
  boolean: "Bool",
  numeric: "Decimal(38, 12)",
  date: "Date32",
  time: "DateTime64(3, 'UTC')",
  texts: "String",
  json: "String",
};

/** Names of tables and columns consist of letters, digits and underscores, so they need no other escapes. */
const named = (name: string) => `\`${name}\``;

const column = ({ name, type }: FileColumn, key: readonly string[]) =>
  `${named(name)} ${key.includes(name) || name.startsWith("_") ? types[type] : `Nullable(${types[type]})`}`;

type Rows = Extract<WarehouseFile, { is: "rows" }>;

/**
 * The statements that make a table and its view. The engine keeps the row with the highest version of each key, and
 * ignores an insert that it has already received. Columns of later versions of Cairn are added.
 */
export const tableStatements = ({
  table,
  key,
  columns,
}: Pick<Rows, "table" | "key" | "columns">): string[] => [
  `create table if not exists ${named(table)} (${columns.map((each) => column(each, key)).join(", ")})
    engine = ReplacingMergeTree(_version) order by (${key.map(named).join(", ")})
    settings non_replicated_deduplication_window = 1000`,
  `alter table ${named(table)} ${columns.map((each) => `add column if not exists ${column(each, key)}`).join(", ")}`,
  `create or replace view ${named(`${table}_current`)} as
    select * except (_op, _version) from ${named(table)} final where _op = 'upsert'`,
];

const runsStatement = (table: string) =>
  `create table if not exists ${named(table)} (run UInt64, manifest String) engine = ReplacingMergeTree order by run`;

/** A database of ClickHouse over HTTP. Each file becomes rows of its dataset's table. */
export function clickhouseStorage(
  place: Record<string, string>,
  secrets: Record<string, string>,
  personal: boolean,
): Storage {
  const made = new Set<string>();

  async function run(statement: string, body?: Buffer, settings: Record<string, string> = {}): Promise<void> {
    const url = new URL(place.endpoint ?? "");
    url.searchParams.set("database", place.database ?? "");
    for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, value);
    if (body) url.searchParams.set("query", statement);
    const answer = await callStorage(async () => ({
      method: "POST",
      url,
      headers: {
        "x-clickhouse-user": place.username ?? "",
        "x-clickhouse-key": secrets.password ?? "",
        "content-type": "application/octet-stream",
      },
      body: body ?? Buffer.from(statement),
    }));
    if (answer.status < 300) return;
    // The first line has the code and the reason; the rest is the server's version.
    const reason = answer.body
      .split("\n")[0]!
      .replace(/\s*\(version .*$/, "")
      .slice(0, 300)
      .trim();
    throw new StorageProblem(
      `ClickHouse answered ${answer.status}. ${reason || "Its response has no explanation."}`,
      [401, 403].includes(answer.status),
    );
  }

  async function prepare(file: WarehouseFile): Promise<void> {
    if (made.has(file.table)) return;
    for (const statement of file.is === "rows" ? tableStatements(file) : [runsStatement(file.table)])
      await run(statement);
    made.add(file.table);
  }

  return {
    async put(name: string, source: FileSource) {
      const file = warehouseFile(name, place.tables ?? "", personal);
      await prepare(file);
      if (file.is === "test") return;
      const insert = `insert into ${named(file.table)}`;
      const data = await readSource(source);
      // A repeated call, for example after a lost response, inserts nothing.
      const once = { insert_deduplicate: "1", insert_deduplication_token: name };
      if (file.is === "rows")
        await run(
          `${insert} (${file.columns.map((each) => named(each.name)).join(", ")}) format Parquet`,
          data,
          once,
        );
      else {
        const row = JSON.stringify({ run: file.run, manifest: data.toString() });
        await run(`${insert} format JSONEachRow`, Buffer.from(row), once);
      }
    },
    // The rows of an interrupted run are changes, too, and the next run writes higher versions of them.
    remove: async () => {},
  };
}
