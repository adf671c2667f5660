import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv } from "@/lib/base/env";
import { datasetNames } from "@/lib/data-access/datasets/datasets";
import { addFileExport, runFilesHere, testStorage } from "@/lib/data-access/files/exports";
import { fileExportInput } from "@/lib/data-access/files/schema";
import { clickhouseStorage, tableStatements } from "@/lib/data-access/files/storages/clickhouse";
import { warehouseFile } from "@/lib/data-access/files/storages/tables";
import { aCampaign, aProject } from "@/testing/factories";

type Seen = { query: URLSearchParams; statement: string; body: string; user: string };
let seen: Seen[] = [];
let failing: { status: number; body: string } | null = null;
let server: Server;
let endpoint = "";

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const query = new URL(request.url ?? "", "http://clickhouse").searchParams;
    const inQuery = query.get("query");
    seen.push({
      query,
      statement: inQuery ?? body,
      body: inQuery === null ? "" : body,
      user: `${request.headers["x-clickhouse-user"]}:${request.headers["x-clickhouse-key"]}`,
    });
    response.writeHead(failing?.status ?? 200).end(failing?.body ?? "");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  completeEnv({ OUTBOUND_ALLOW: new URL(endpoint).host });
});
beforeEach(() => {
  seen = [];
  failing = null;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  completeEnv({ OUTBOUND_ALLOW: "" });
});

const storage = () =>
  clickhouseStorage(
    { endpoint, database: "ads", tables: "shop_", username: "cairn" },
    { password: "secret" },
    false,
  );
const part = (n: number) => `project=shop/dataset=spend/dt=2026-11-22/hh=13/part-0000000042-00${n}.parquet`;

test("a file is inserted once into the table of its dataset, which is made first", async () => {
  const into = storage();
  await into.put(part(0), { text: "PAR1…" }, "application/vnd.apache.parquet");
  await into.put(part(1), { text: "PAR1!" }, "application/vnd.apache.parquet");
  expect(seen.map(({ statement }) => statement.trim().split("(")[0]!.trim().split("\n")[0])).toEqual([
    "create table if not exists `shop_spend`",
    expect.stringContaining("alter table `shop_spend` add column if not exists `_op` String"),
    "create or replace view `shop_spend_current` as",
    "insert into `shop_spend`",
    "insert into `shop_spend`",
  ]);
  const [insert, second] = seen.slice(3);
  expect(insert).toMatchObject({ body: "PAR1…", user: "cairn:secret" });
  expect(insert!.statement).toMatch(/^insert into `shop_spend` \(`_op`, `_version`, .*\) format Parquet$/);
  expect(Object.fromEntries(insert!.query)).toMatchObject({
    database: "ads",
    insert_deduplicate: "1",
    insert_deduplication_token: part(0),
  });
  expect(second!.query.get("insert_deduplication_token")).toBe(part(1));
});

test("the manifest is a row of its run", async () => {
  await storage().put(
    "raw/project=shop/_manifests/0000000042.json",
    { text: '{"run":42}' },
    "application/json",
  );
  expect(seen.map(({ statement }) => statement)).toEqual([
    "create table if not exists `shop_runs` (run UInt64, manifest String) engine = ReplacingMergeTree order by run",
    "insert into `shop_runs` format JSONEachRow",
  ]);
  expect(JSON.parse(seen[1]!.body)).toEqual({ run: 42, manifest: '{"run":42}' });
});

test("each dataset has a key of its own columns, which are not null", () => {
  for (const dataset of datasetNames) {
    const file = warehouseFile(`x/dataset=${dataset}/y`, "", true);
    if (file.is !== "rows") throw new Error(dataset);
    const names = file.columns.map(({ name }) => name);
    expect(names, dataset).toEqual(expect.arrayContaining(file.key));
    const [table = ""] = tableStatements(file);
    expect(table).toContain(`order by (${file.key.map((name) => `\`${name}\``).join(", ")})`);
    for (const name of file.key) expect(table).not.toContain(`\`${name}\` Nullable`);
  }
});

test("an error has ClickHouse's own words without the version of the server", async () => {
  failing = {
    status: 516,
    body: "Code: 516. DB::Exception: cairn: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED) (version 26.7.3.1 (official build))\nmore",
  };
  failing.status = 403;
  await expect(storage().put(part(0), { text: "" }, "")).rejects.toMatchObject({
    isRefused: true,
    message:
      "ClickHouse answered 403. Code: 516. DB::Exception: cairn: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)",
  });
  const away = clickhouseStorage({ endpoint: "http://127.0.0.1:9", database: "ads" }, {}, false);
  await expect(away.put(part(0), { text: "" }, "")).rejects.toThrow("private network");
});

test("a run sends changed rows as Parquet, whatever the format, and its manifest last", async () => {
  const app = await aProject();
  await aCampaign(app, { name: "Search" });
  const input = fileExportInput.parse({
    ...{
      title: "ClickHouse",
      datasets: ["campaigns"],
      format: "csv",
      cadence: "daily",
      storage: "clickhouse",
    },
    place: { endpoint, database: "ads", tables: "shop_", username: "cairn" },
    secrets: { password: "secret" },
  });
  expect(input.format).toBe("parquet");
  const at = new Date();
  const { export: made } = await addFileExport(app.project, input, commandLine, at);
  const { run } = await runFilesHere(app.project, made.id, commandLine, () => new Date());
  expect(run).toMatchObject({ state: "done", problem: null, rows: 1 });
  const inserts = seen.filter(({ statement }) => statement.startsWith("insert"));
  expect(inserts.map(({ statement }) => /^insert into `(\w+)`/.exec(statement)?.[1])).toEqual([
    "shop_campaigns",
    "shop_runs",
  ]);
  expect(inserts[0]!.body.startsWith("PAR1")).toBe(true);
  expect(JSON.parse(JSON.parse(inserts[1]!.body).manifest)).toMatchObject({
    run: run!.id,
    format: "parquet",
  });
  expect(await testStorage(app.project, made.id)).toEqual({
    accepted: true,
    text: "Cairn reached the warehouse and may write to it.",
  });
});
