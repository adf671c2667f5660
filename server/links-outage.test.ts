import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { randomBase62 } from "@/lib/base/ids";
import { App } from "@/testing/app";
import { DatabaseProxy } from "@/testing/database-proxy";
import { type AProject, aCampaign, aProject, aStoreListing, ledgerOf } from "@/testing/factories";
import { androidUserAgent, clickIdOf } from "@/testing/load";

let dataDir = "";
let way: DatabaseProxy;
let app: AProject;
let host = "";
let campaign: { id: number; displayId: string };
let server: App;

const startServer = async () => {
  server = await App.start({ dataDir, env: { DATABASE_SOCKET: way.folder } });
};

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "cairn-outage-"));
  way = new DatabaseProxy(join(dataDir, "way"));
  await way.begin();
  host = `${randomBase62(8).toLowerCase()}.go.example`;
  app = await aProject({ domain: host });
  await aStoreListing(app, "ANDROID");
  campaign = await aCampaign(app);
});

afterAll(async () => {
  await server.kill();
  way.end();
  rmSync(dataDir, { recursive: true, force: true });
});

type Followed = { status: number; clickId: string | null; text: string };

async function followLink(path = `/?c=${campaign.displayId}`): Promise<Followed> {
  const answer = await server.call(`GET ${path}`, { host, headers: { "user-agent": androidUserAgent } });
  return { status: answer.status, clickId: clickIdOf(answer), text: answer.text };
}

/** Visitors in sequence, 32 at a time, until they are stopped. Returns the redirected ones. */
function visitors() {
  const sent: string[] = [];
  let going = true;
  const one = async () => {
    while (going) {
      const answer = await followLink().catch(() => null);
      if (answer?.status === 302 && answer.clickId) sent.push(answer.clickId);
      if (!answer) await pause(20);
    }
  };
  const all = Promise.all(Array.from({ length: 32 }, one));
  return {
    /** Continues until this many more were redirected, however slow the machine is. */
    async more(visits: number) {
      const enough = sent.length + visits;
      while (sent.length < enough) await pause(10);
    },
    async stop() {
      going = false;
      await all;
      return sent;
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const spooled = () => readdirSync(join(dataDir, "spool")).filter((name) => name.endsWith(".spool")).length;
const emptied = () => expect.poll(spooled, { interval: 100 }).toBe(0);

async function missingOf(sent: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from clicks where project_id = ${app.project.id} and id = any(${sent}::uuid[])`;
  const stored = new Set(rows.map((row) => row.id));
  return sent.filter((id) => !stored.has(id));
}

async function countedExactly() {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from clicks where project_id = ${app.project.id} and not_counted is null`;
  expect(await ledgerOf(app.project.id)).toEqual({ clicks: { count: row?.n, amount: 0 } });
}

test("kill -9 at any moment, with the database available, unavailable or hanging: no redirected click is lost or counted twice", async () => {
  await startServer();
  await followLink();
  const states: ((way: DatabaseProxy) => void)[] = [
    (w) => w.open(),
    (w) => w.cut(),
    (w) => w.clog(),
    (w) => {
      w.cut();
      setTimeout(() => w.open(), 300);
    },
  ];
  const sent: string[] = [];
  for (const [round, change] of states.entries()) {
    const crowd = visitors();
    await crowd.more(100);
    change(way);
    await pause(700 + round * 133);
    await server.kill();
    way.cut();
    way.open();
    await startServer();
    await crowd.more(50);
    sent.push(...(await crowd.stop()));
    await followLink();
  }
  await emptied();
  expect(await missingOf(sent)).toEqual([]);
  await countedExactly();
});

test("while the database is unavailable known links are redirected, and their clicks are stored later", async () => {
  await followLink();
  way.cut();
  const answers: Followed[] = [];
  for (let i = 0; i < 50; i++) answers.push(await followLink());
  expect(answers.every((answer) => answer.status === 302)).toBe(true);
  expect(spooled()).toBeGreaterThan(0);
  way.open();
  await emptied();
  expect(await missingOf(answers.map((answer) => answer.clickId!))).toEqual([]);
  await countedExactly();
});

test("while the database hangs every visitor is redirected, and statements that succeeded after all are not counted twice", async () => {
  await followLink();
  way.clog();
  const answers = await Promise.all(Array.from({ length: 50 }, () => followLink()));
  expect(answers.every((answer) => answer.status === 302)).toBe(true);
  way.open();
  await emptied();
  expect(await missingOf(answers.map((answer) => answer.clickId!))).toEqual([]);
  await countedExactly();
});

test("an unknown link while the database is unavailable gets a page that says so and offers a retry", async () => {
  way.cut();
  const answer = await followLink(`/?c=${(await aCampaign(app)).displayId}`);
  expect(answer.status).toBe(503);
  expect(answer.text).toContain("Try again");
  way.open();
});

test("a full disk loses no click while the database is available, and delays no visitor otherwise", async () => {
  const other = mkdtempSync(join(tmpdir(), "cairn-outage-"));
  const logFile = join(other, "log");
  const unwritable = await App.start({ dataDir: other, logFile, env: { DATABASE_SOCKET: way.folder } });
  try {
    rmSync(join(other, "spool"), { recursive: true });
    writeFileSync(join(other, "spool"), "no folder");
    const follow = async () => {
      const answer = await unwritable.call(`GET /?c=${campaign.displayId}`, {
        host,
        headers: { "user-agent": androidUserAgent },
      });
      expect(answer.status).toBe(302);
      return clickIdOf(answer)!;
    };
    const ready = async () => JSON.parse((await unwritable.call("GET /api/health/ready")).text);
    const there = [await follow(), await follow()];
    expect(await missingOf(there)).toEqual([]);
    expect(await ready()).toEqual({ status: "ready" });
    way.cut();
    for (let i = 0; i < 10; i++) await follow();
    await expect.poll(ready).toEqual({ status: "not ready", reason: "clicks are lost" });
    expect((await unwritable.call("GET /api/health/live")).status).toBe(200);
    expect((await unwritable.call("GET /api/metrics")).text).toContain("cairn_clicks_lost_total 10\n");
    way.open();
    await expect.poll(async () => missingOf([await follow()])).toEqual([]);
    await expect.poll(ready).toEqual({ status: "ready" });
    const logged = (text: string) =>
      readFileSync(logFile, "utf8")
        .split("\n")
        .filter((line) => line.includes(text)).length;
    await expect.poll(() => logged("clicks are stored again")).toBe(1);
    expect(logged("clicks are lost")).toBe(1);
  } finally {
    await unwritable.kill();
    rmSync(other, { recursive: true, force: true });
  }
});
