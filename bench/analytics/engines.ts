/** The engines that answer the questions. Each has a folder of its own, or the database of the run. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import postgres from "postgres";
import { env } from "@/lib/base/env";
import { type DatasetName, datasetOf } from "@/lib/data-access/datasets/datasets";
import { tableStatements } from "@/lib/data-access/files/storages/clickhouse";
import { warehouseFile } from "@/lib/data-access/files/storages/tables";
import { createSqlRole } from "@/lib/data-access/sql/roles";
import type { AProject } from "@/testing/factories";

export type Figures = { found: number; total: number };
export type Engine = { ask(statement: string): Promise<Figures>; end(): Promise<void> };
/** The files of each dataset, written by one run of scheduled files. */
export type DatasetFiles = Partial<Record<DatasetName, { name: string; path: string }[]>>;

/** A SQL role, as an analyst has it, but without its timeout. */
export async function sqlRole(app: AProject): Promise<Engine> {
  const { role, url } = await createSqlRole(app.project, false, new Date());
  const { pathname, password, port } = new URL(url.replace("set-DATABASE_LISTEN", "localhost"));
  const client = postgres({
    ...(env.DATABASE_SOCKET ? { host: env.DATABASE_SOCKET } : {}),
    port: Number(port || 5432),
    database: pathname.slice(1),
    user: role,
    password,
    max: 1,
    prepare: false,
    max_lifetime: 0,
    onnotice: () => {},
  });
  await client`set statement_timeout = 0`;
  return {
    async ask(statement) {
      const [row] = await client.unsafe(statement);
      return { found: Number(row!.found), total: Number(row!.total) };
    },
    end: () => client.end({ timeout: 5 }),
  };
}

/** Views of the present rows as in docs/scheduled-files.md, or tables that are made from them once. */
export async function duckDb(files: DatasetFiles, file: string | null): Promise<Engine> {
  const instance = await DuckDBInstance.create(file ?? ":memory:");
  const connection = await instance.connect();
  for (const [dataset, parts] of Object.entries(files)) {
    const { key, removals } = datasetOf(dataset as DatasetName);
    const by = (removals === "people" ? ["user_key"] : Object.keys(key)).join(", ");
    await connection.run(`
      create ${file ? "table" : "view"} ${dataset} as
      select * from read_parquet([${parts.map(({ path }) => `'${path}'`).join(", ")}], union_by_name = true)
      qualify row_number() over (partition by ${by} order by _version desc) = 1 and _op = 'upsert'`);
  }
  return {
    async ask(statement) {
      const [row] = (await connection.runAndReadAll(statement)).getRowObjectsJson();
      return { found: Number(row!.found), total: Number(row!.total) };
    },
    async end() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

type Session = { query(statement: string, format?: string): string; cleanup(): void };

/** ClickHouse's engine as a library: the package `chdb`, which is not a dependency. With the tables of scheduled files. */
export function clickHouse(files: DatasetFiles, chdb: string, folder: string): Engine {
  const { Session } = createRequire(join(chdb, "package.json"))(chdb) as {
    Session: new (path: string) => Session;
  };
  const session = new Session(folder);
  for (const [dataset, parts] of Object.entries(files)) {
    const table = warehouseFile(parts[0]!.name, "cairn_", false);
    if (table.is !== "rows") throw new Error(`${dataset} has no table.`);
    for (const statement of tableStatements(table)) session.query(statement);
    const names = table.columns.map(({ name }) => `\`${name}\``).join(", ");
    for (const { path } of parts)
      session.query(
        `insert into \`${table.table}\` (${names}) select ${names} from file('${path}', Parquet)`,
      );
  }
  return {
    async ask(statement) {
      const { found, total } = JSON.parse(session.query(statement, "JSONEachRow"));
      return { found: Number(found), total: Number(total) };
    },
    end: async () => session.cleanup(),
  };
}
