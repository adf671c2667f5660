import { generateKeyPairSync } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { completeEnv } from "@/lib/base/env";
import { bigqueryStorage } from "@/lib/data-access/files/storages/bigquery";

type Load = {
  destinationTable: { tableId: string };
  sourceFormat: string;
  schema: { fields: { name: string; type: string; mode?: string }[] };
};
/** Jobs by their ID, as BigQuery keeps them: an ID is never used twice. */
const jobs = new Map<string, { load: Load; data: string; polls: number; error?: string }>();
const views = new Map<string, string>();
const seen: { path: string; authorization: string | undefined }[] = [];
let failWith: string | undefined;
let lostAnswers = 0;
let server: Server;
let base = "";

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url ?? "", "http://bigquery");
    const answer = (status: number, json: object) => response.writeHead(status).end(JSON.stringify(json));
    if (url.pathname === "/token") return void answer(200, { access_token: "bearer", expires_in: 3600 });
    seen.push({
      path: `${request.method} ${url.pathname}${url.search}`,
      authorization: request.headers.authorization,
    });
    if (url.pathname.startsWith("/upload/")) {
      const boundary = /boundary=(.+)$/.exec(request.headers["content-type"] ?? "")?.[1] ?? "";
      const [, config = "", data = ""] = body
        .split(`--${boundary}`)
        .map((p) => p.split("\r\n\r\n").slice(1).join("\r\n\r\n"));
      const { jobReference, configuration } = JSON.parse(config);
      if (jobs.has(jobReference.jobId))
        return void answer(409, { error: { message: "Already Exists: Job" } });
      jobs.set(jobReference.jobId, {
        load: configuration.load,
        data: data.replace(/\r\n$/, ""),
        polls: 0,
        ...(failWith ? { error: failWith } : {}),
      });
      if (lostAnswers-- > 0) return void answer(503, {});
      return void answer(200, {});
    }
    const job = jobs.get(/\/jobs\/(\w+)$/.exec(url.pathname)?.[1] ?? "");
    if (job) {
      job.polls++;
      const state = job.polls > 1 ? "DONE" : "RUNNING";
      const errorResult = job.polls > 1 && job.error ? { errorResult: { message: job.error } } : {};
      return void answer(200, { status: { state, ...errorResult } });
    }
    if (request.method === "DELETE") return void response.writeHead(204).end();
    if (url.pathname.endsWith("/tables")) {
      const { tableReference, view } = JSON.parse(body);
      if (views.has(tableReference.tableId))
        return void answer(409, { error: { message: "Already Exists" } });
      views.set(tableReference.tableId, view.query);
      return void answer(200, {});
    }
    answer(403, { error: { message: "Access Denied: Dataset acme:ads" } });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  completeEnv({
    OUTBOUND_ALLOW: new URL(base).host,
    OUTBOUND_URLS: `bigquery=${encodeURIComponent(base)}`,
    GOOGLE_TOKEN_URL: `${base}/token`,
  });
});
beforeEach(() => {
  jobs.clear();
  views.clear();
  seen.length = 0;
  failWith = undefined;
  lostAnswers = 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  completeEnv({ OUTBOUND_ALLOW: "", OUTBOUND_URLS: "", GOOGLE_TOKEN_URL: "" });
});

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const account = JSON.stringify({
  client_email: "cairn@acme.iam.gserviceaccount.com",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
});
const storage = (place = {}) =>
  bigqueryStorage(
    { project: "acme", dataset: "ads", location: "EU", tables: "shop_", ...place },
    { service_account: account },
    false,
  );
const part = "project=shop/dataset=installs/dt=2026-11-22/hh=13/part-0000000042-000.parquet";

test("a file is loaded by one job, and the view of current rows is made", async () => {
  const into = storage();
  await into.put(part, { text: "PAR1…" }, "application/vnd.apache.parquet");
  expect(jobs.size).toBe(1);
  const { load, data } = [...jobs.values()][0]!;
  expect(data).toBe("PAR1…");
  expect(load).toMatchObject({
    destinationTable: { projectId: "acme", datasetId: "ads", tableId: "shop_installs" },
    sourceFormat: "PARQUET",
    writeDisposition: "WRITE_APPEND",
    schemaUpdateOptions: ["ALLOW_FIELD_ADDITION", "ALLOW_FIELD_RELAXATION"],
    clustering: { fields: ["id"] },
  });
  expect(load.schema.fields).toEqual(
    expect.arrayContaining([
      { name: "_op", type: "STRING", mode: "REQUIRED" },
      { name: "_version", type: "INTEGER", mode: "REQUIRED" },
      { name: "id", type: "STRING", mode: "REQUIRED" },
      { name: "install_instance_id", type: "STRING", mode: "NULLABLE" },
    ]),
  );
  expect(views.get("shop_installs_current")).toBe(
    "select * except (_op, _version) from `ads.shop_installs` where true\nqualify row_number() over (partition by id order by _version desc) = 1 and _op = 'upsert'",
  );
  expect(seen[0]).toEqual({
    path: "POST /upload/bigquery/v2/projects/acme/jobs?uploadType=multipart",
    authorization: "Bearer bearer",
  });
  expect(seen[1]!.path).toMatch(
    /^GET \/bigquery\/v2\/projects\/acme\/jobs\/cairn_[0-9a-f]{40}\?location=EU$/,
  );
});

test("a repeated call after a lost response loads nothing twice", async () => {
  lostAnswers = 1;
  await storage().put(part, { text: "PAR1…" }, "application/vnd.apache.parquet");
  expect([...jobs.values()].map(({ data }) => data)).toEqual(["PAR1…"]);
  // Nor a file of the same name, for example after the process was replaced.
  await storage().put(part, { text: "PAR1…" }, "application/vnd.apache.parquet");
  expect(jobs.size).toBe(1);
});

test("the manifest is a row of its run, and a test leaves no table", async () => {
  const into = storage();
  await into.put("project=shop/_manifests/0000000042.json", { text: '{"run":42}' }, "application/json");
  const { load, data } = [...jobs.values()][0]!;
  expect([load.destinationTable.tableId, JSON.parse(data)]).toEqual([
    "shop_runs",
    { run: 42, manifest: '{"run":42}' },
  ]);
  await into.put("project=shop/_manifests/test-abc.txt", { text: "A test." }, "text/plain");
  await into.remove("project=shop/_manifests/test-abc.txt");
  expect(seen.at(-1)!.path).toBe("DELETE /bigquery/v2/projects/acme/datasets/ads/tables/shop_runs_test");
});

test("problems have Google's own words", async () => {
  failWith = "Provided Schema does not match Table acme:ads.shop_installs.";
  await expect(storage().put(part, { text: "" }, "")).rejects.toThrow(
    `BigQuery did not load ${part}. Provided Schema does not match Table acme:ads.shop_installs.`,
  );
  const wrong = bigqueryStorage({ project: "acme", dataset: "ads" }, { service_account: "{}" }, false);
  await expect(wrong.put(part, { text: "" }, "")).rejects.toMatchObject({
    message: "The private key can't be read.",
    isRefused: true,
  });
});
