import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/db";
import { newId } from "@/lib/base/ids";
import { tasks } from "@/server/tasks/tasks";
import { App } from "@/testing/app";
import { separateDatabase } from "@/testing/database";
import { DatabaseProxy } from "@/testing/database-proxy";
import { type AProject, aCampaign, aProject } from "@/testing/factories";
import { parseScrape, type ScrapedMetrics } from "@/testing/figures";
import { androidUserAgent } from "@/testing/load";

/** A separate database, so that figures of the whole database are exact. */
const folder = mkdtempSync(join(tmpdir(), "cairn-figures-"));
const ran = ["clock", "compaction", "sessions"];
const way = new DatabaseProxy(join(folder, "way"));
let database: { end(): Promise<void> };
let app: AProject;
let server: App;

beforeAll(async () => {
  database = await separateDatabase(folder);
  await way.begin();
  app = await aProject();
  server = await App.start({
    dataDir: join(folder, "data"),
    dashboard: true,
    tasks: ran,
    env: { DATABASE_SOCKET: way.folder, DATABASE_POOL: "7" },
  });
});
afterAll(async () => {
  await server.kill();
  way.end();
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

const scrape = async () => {
  const { status, text } = await server.call("GET /api/metrics");
  expect({ status, text: status === 200 ? "" : text }).toEqual({ status: 200, text: "" });
  return parseScrape(text);
};

describe("a healthy instance", () => {
  test("each scheduled task exports its remaining work, last success, duration and failures", async () => {
    const took = (got: ScrapedMetrics) => got.value("cairn_task_last_duration_seconds", { task: "sessions" });
    await expect.poll(async () => took(await scrape())).toBeGreaterThan(0);
    const succeededAt = () =>
      scrape().then((got) => got.value("cairn_task_last_success_timestamp_seconds", { task: "sessions" }));
    await expect.poll(succeededAt).toBeGreaterThan(Date.now() / 1_000 - 60);
    const got = await scrape();
    for (const { name, everyMs } of tasks.filter(({ name }) => ran.includes(name))) {
      expect(got.value("cairn_task_interval_seconds", { task: name })).toBe(everyMs / 1_000);
      expect(got.value("cairn_task_failures_total", { task: name })).toBe(0);
    }
    expect(got.value("cairn_task_last_success_timestamp_seconds", { task: "clock" })).toBeGreaterThan(0);
  });

  test("pools, batches, the spool and the disk export their use", async () => {
    const got = await scrape();
    expect(got.value("cairn_database_pool_size", { pool: "primary" })).toBe(7);
    expect(got.value("cairn_database_pool_waiting", { pool: "primary" })).toBe(0);
    expect(got.value("cairn_batch_waiting", { batch: "events" })).toBe(0);
    expect(got.value("cairn_batch_limit", { batch: "rejections" })).toBe(1_000);
    expect(got.value("cairn_click_spool_bytes")).toBe(0);
    expect(got.value("cairn_click_spool_oldest_seconds")).toBe(0);
    expect(got.value("cairn_click_spool_refused_bytes")).toBe(0);
    expect(got.value("cairn_data_dir_free_bytes")).toBeGreaterThan(0);
    expect([got.value("cairn_database_up"), got.value("cairn_ready")]).toEqual([1, 1]);
  });

  test("every help text states whether a metric covers this process or the whole database", async () => {
    const { helps } = await scrape();
    const untold = [...helps].filter(
      ([name, help]) =>
        !/^cairn_(nodejs|process|task_interval)_/.test(name) &&
        !/^(This process|Whole database): /.test(help),
    );
    expect(untold).toEqual([]);
  });
});

test("waiting work of the whole database is counted, with the age of the oldest, without deleted projects", async () => {
  const { id } = app.project;
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  const deleted = await aProject();
  await sql`
    insert into undecided (project_id, install_id)
    values (${id}, ${newId(ago(600))}), (${id}, ${newId(ago(5))}), (${deleted.project.id}, ${newId(ago(9_000))})`;
  await sql`insert into pending_reassignments (project_id, install_id, xid, since) values (${id}, ${newId(ago(1))}, 1, ${ago(60)})`;
  await sql`update projects set deleted_at = now() where id = ${deleted.project.id}`;
  const failing = async (network: string, failures: number) => {
    const [account] = await sql<{ id: number }[]>`
      insert into network_accounts (project_id, network, name) values (${id}, ${network}, ${`${network} ${failures}`})
      returning id`;
    await sql`insert into network_pulls (project_id, account_id, failures) values (${id}, ${account!.id}, ${failures})`;
  };
  await sql`
    insert into destinations (project_id, kind, name, mode, paused_at)
    values (${id}, 'webhook', 'Paused', 'live', now()), (${id}, 'webhook', 'Late', 'live', null)`;
  await sql`
    insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, state, next_at)
    select ${id}, uuidv7(), t.id, 'event:1', 'event', 'e', now(), 'waiting',
      case when t.name = 'Late' then ${ago(90)}::timestamptz else ${ago(9_000)}::timestamptz end
    from destinations t where t.project_id = ${id}`;
  await sql`
    insert into push_services (project_id, kind, named, connected_at, failures)
    values (${id}, 'fcm', '{}', now(), 3), (${id}, 'apns', '{}', now(), 0)`;
  await failing("META", 2);
  await failing("META", 7);
  await failing("GOOGLE", 0);
  await expect.poll(async () => (await scrape()).value("cairn_installs_pending")).toBe(2);
  const got = await scrape();
  expect(got.value("cairn_installs_oldest_pending_seconds")).toBeGreaterThan(599);
  expect(got.value("cairn_installs_oldest_pending_seconds")).toBeLessThan(700);
  expect(got.value("cairn_installs_pending_reassignment")).toBe(1);
  expect(got.value("cairn_installs_oldest_pending_reassignment_seconds")).toBeGreaterThan(59);
  expect(got.value("cairn_destinations_paused")).toBe(1);
  expect(got.value("cairn_deliveries_oldest_due_seconds")).toBeGreaterThan(89);
  expect(got.value("cairn_deliveries_oldest_due_seconds")).toBeLessThan(1_000);
  expect(got.all("cairn_spend_pulls_failing")).toEqual({
    META: 1,
    GOOGLE: 0,
    TIKTOK: 0,
    APPLE_SEARCH_ADS: 0,
    SNAPCHAT: 0,
    REDDIT: 0,
  });
  expect(got.all("cairn_push_services_failing")).toEqual({ fcm: 1, apns: 0 });
});

test("while the database is unavailable or hangs, a scrape returns known values, and failed tasks are counted", async () => {
  for (const harm of [() => way.cut(), () => way.clog()]) {
    harm();
    await expect
      .poll(async () => {
        const got = await scrape();
        expect(got.value("cairn_installs_pending")).toBe(2);
        return [got.value("cairn_database_up"), got.value("cairn_ready")];
      })
      .toEqual([0, 0]);
    await expect
      .poll(async () => (await scrape()).value("cairn_task_failures_total", { task: "compaction" }))
      .toBeGreaterThan(0);
    way.open();
    await expect.poll(async () => (await scrape()).value("cairn_database_up")).toBe(1);
  }
});

test("spooled clicks export the age of the oldest", async () => {
  const campaign = await aCampaign(app);
  const link = () =>
    server.call(`GET /?c=${campaign.displayId}`, {
      host: app.domain,
      headers: { "user-agent": androidUserAgent },
    });
  await link();
  way.cut();
  await link();
  await link();
  const waits = async () => (await scrape()).value("cairn_click_spool_bytes");
  await expect.poll(waits).toBeGreaterThan(0);
  const age = async () => (await scrape()).value("cairn_click_spool_oldest_seconds");
  await expect.poll(age).toBeGreaterThan(0.5);
  expect(await age()).toBeLessThan(3_600);
  way.open();
  await expect.poll(waits).toBe(0);
  expect(await age()).toBe(0);
});
