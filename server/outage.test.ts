import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { App } from "@/testing/app";
import { DatabaseProxy } from "@/testing/database-proxy";
import { type AProject, aProject, decideEverything } from "@/testing/factories";

let dataDir = "";
let way: DatabaseProxy;
let app: AProject;
let server: App;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "cairn-outage-"));
  way = new DatabaseProxy(join(dataDir, "way"));
  await way.begin();
  app = await aProject({ currency: "USD" });
  await sql`insert into limit_settings (project_id, "group", per_second)
    select ${app.project.id}, unnest(array['data', 'address', 'client', 'writes', 'reporting']), null`;
  server = await App.start({ dataDir, env: { DATABASE_SOCKET: way.folder } });
});

afterAll(async () => {
  await server.kill();
  way.end();
  rmSync(dataDir, { recursive: true, force: true });
});

const post = (name: string, body: object) =>
  server.call(`POST /api/client/${name}`, { body: { token: app.token, ...body } });
const get = (path: string) => server.call(`GET ${path}`, { headers: { "service-key": app.serverKey } });

test("while the database is unavailable every call gets a 503 at once, with Retry-After; then everything continues", async () => {
  expect((await post("init", { install_instance_id: "before" })).status).toBe(202);
  expect((await get("/api/v1/campaigns")).status).toBe(200);
  way.cut();
  // The database is unavailable until all calls have a response.
  const answers = await Promise.all([
    post("init", { install_instance_id: "during" }),
    post("capture-event", { event_name: "e", install_instance_id: "before" }),
    get("/api/v1/campaigns"),
    get("/api/v1/reporting/campaigns"),
    get("/api/v1/get-attribution-result?user_id=u"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
  for (const answer of answers) {
    expect(answer.headers["retry-after"]).toBe("1");
    expect(JSON.parse(answer.text)).toMatchObject({ status: 503, data: null });
  }
  const health = await get("/api/health");
  expect(health.status).toBe(503);
  expect(JSON.parse(health.text)).toMatchObject({ status: "failing", database: "unreachable" });

  way.open();
  await expect.poll(async () => (await post("init", { install_instance_id: "after" })).status).toBe(202);
  await expect.poll(async () => (await get("/api/health")).status).toBe(200);
});

test("a hanging database delays no call past the deadline, and nothing happens twice when it continues", async () => {
  await post("trigger", { user_data: { id: "u" } });
  way.clog();
  // The database hangs until all calls have a response.
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      post("capture-payment", { user_id: "u", amount: 1, payment_id: `hang-${i}` }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  way.open();
  await expect.poll(async () => (await get("/api/v1/campaigns")).status).toBe(200);
  for (let i = 0; i < 20; i++) {
    expect((await post("capture-payment", { user_id: "u", amount: 1, payment_id: `hang-${i}` })).status).toBe(
      201,
    );
  }
  const [row] = await sql`
      select count(*)::int as n from payments where project_id = ${app.project.id} and payment_id like 'hang-%'`;
  expect(row!.n).toBe(20);
});

test("connections terminated under load lose no acknowledged payment, and none counts twice", async () => {
  const acknowledged: string[] = [];
  let stop = false;
  const load = Array.from({ length: 8 }, async (_, worker) => {
    for (let i = 0; !stop; i++) {
      const id = `t-${worker}-${i}`;
      const answer = await post("capture-payment", { user_id: "u", amount: 2, payment_id: id }).catch(
        () => null,
      );
      if (answer?.status === 201) acknowledged.push(id);
    }
  });
  const more = async (payments: number) => {
    const enough = acknowledged.length + payments;
    while (acknowledged.length < enough) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  for (let i = 0; i < 5; i++) {
    await more(10);
    way.cut();
    way.open();
  }
  await more(10);
  stop = true;
  await Promise.all(load);
  const rows =
    await sql`select payment_id from payments where project_id = ${app.project.id} and payment_id like 't-%'`;
  const stored = new Set(rows.map((row) => row.payment_id as string));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  await decideEverything(app);
  expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
});
