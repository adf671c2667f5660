import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { App } from "@/testing/app";
import { DatabaseProxy } from "@/testing/database-proxy";
import { type AProject, aCampaign, aProject, withoutLimits } from "@/testing/factories";
import { ReplicaPair } from "@/testing/replica";

/** A server with a real standby that streams from its database. */
const folder = mkdtempSync(join(tmpdir(), "cairn-replica-"));
let pair: ReplicaPair;
let app: AProject;
let displayId = "";
let server: App | null = null;
let serial = 0;
let logFile = "";

beforeAll(async () => {
  pair = await ReplicaPair.begin(folder);
  app = await aProject();
  await withoutLimits(app);
  displayId = (await aCampaign(app)).displayId;
  await rename();
});
afterEach(async () => {
  await server?.kill();
  server = null;
});
afterAll(async () => {
  await pair.end();
  rmSync(folder, { recursive: true, force: true });
});

async function start(replica: string, more: Record<string, string> = {}): Promise<App> {
  logFile = join(folder, `log-${serial++}`);
  server = await App.start({
    dataDir: join(folder, "app"),
    logFile,
    // A standby of a busy machine lags by seconds.
    env: { DATABASE_REPLICA_URL: replica, DATABASE_REPLICA_LAG: "60", LOG_LEVEL: "info", ...more },
  });
  return server;
}

async function metric(name: string): Promise<number> {
  const { text } = await server!.call("GET /api/metrics");
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]);
}

const isUsed = () => metric("cairn_replica_used");
const becomesUsed = (value: number) => expect.poll(isUsed, { interval: 100 }).toBe(value);

/** The log lines about the replica, in order. */
const warnings = () =>
  readFileSync(logFile, "utf8")
    .split("\n")
    .filter((line) => line.includes("reports are read from"))
    .map((line) => JSON.parse(line) as { msg: string; fault?: string });
const expectWarnings = (count: number) => expect.poll(() => warnings().length).toBe(count);

/** The campaign's name in the report. */
async function reported(): Promise<string> {
  const answer = await server!.call("GET /api/v1/reporting/campaigns", {
    headers: { "service-key": app.serverKey },
  });
  expect(answer.status).toBe(200);
  return /"name":"([^"]*)"/.exec(answer.text)?.[1] ?? answer.text;
}

async function rename(): Promise<string> {
  const name = `Name ${serial++}`;
  await sql`update campaigns set name = ${name} where project_id = ${app.project.id} and display_id = ${displayId}`;
  return name;
}

const toStandby = () => pair.url("standby");

test("reports are read from a current replica, and from the primary while it lags; an idle one does not lag", async () => {
  await start(toStandby(), { DATABASE_REPLICA_LAG: "4" });
  await becomesUsed(1);
  await expect.poll(reported).toBe(await rename());
  // No writes for longer than the replica's maximum lag.
  await new Promise((resolve) => setTimeout(resolve, 6_500));
  expect(await metric("cairn_replica_lag_seconds")).toBe(0);
  expect(await isUsed()).toBe(1);

  await pair.onStandby("select pg_wal_replay_pause()");
  const before = await reported();
  const after = await rename();
  // Unless the replica has been paused for four seconds already, it is used and has the former name.
  const read = await reported();
  if ((await isUsed()) === 1) expect(read).toBe(before);
  await becomesUsed(0);
  expect(await reported()).toBe(after);
  expect(await metric("cairn_replica_lag_seconds")).toBeGreaterThan(4);
  await pair.onStandby("select pg_wal_replay_resume()");
  await becomesUsed(1);
  expect(await reported()).toBe(after);
  await expectWarnings(2);
  expect(warnings().map(({ fault }) => fault)).toEqual(["is more than 4 s behind", undefined]);
});

test("a replica that stops loses no report, and is used again when it returns; each is one log line", async () => {
  await start(toStandby());
  await becomesUsed(1);
  await pair.stop("standby");
  const statuses = await Promise.all(Array.from({ length: 20 }, () => reported()));
  expect(new Set(statuses).size).toBe(1);
  await becomesUsed(0);
  await pair.startStandby();
  await becomesUsed(1);
  await expectWarnings(2);
  expect(warnings()[0]?.fault).toMatch(/^cannot be read/);
});

test("a replica that is unavailable at the start is used once it is available", async () => {
  await pair.stop("standby");
  await start(toStandby());
  expect(await reported()).toMatch(/^Name/);
  await expectWarnings(1);
  await pair.startStandby();
  await becomesUsed(1);
  await expectWarnings(2);
});

test("a replica with silent connections delays no call for long", async () => {
  const way = new DatabaseProxy(join(folder, "way"), { port: pair.standbyPort });
  const port = await way.beginAtPort();
  await start(toStandby().replace(/:\d+\//, `:${port}/`));
  await becomesUsed(1);
  await reported();
  way.freeze();
  // The response must arrive within a call's deadline, although the connections remain silent.
  expect(await reported()).toMatch(/^Name/);
  await becomesUsed(1);
  way.end();
});

/** Starts a server with an unusable replica. On a busy machine the first reason can be that it answers too late. */
async function startUntilReported(url: string, fault: RegExp): Promise<void> {
  for (;;) {
    await start(url);
    expect(await reported()).toMatch(/^Name/);
    await expectWarnings(1);
    const [warning] = warnings();
    if (warning?.fault !== "does not respond") return expect(warning?.fault).toMatch(fault);
    await server?.kill();
  }
}

test("a wrong password, the primary itself and another database are reported, and never read", async () => {
  const wrong: [string, RegExp][] = [
    [toStandby().replace(/:[0-9a-f]{48}@/, ":wrong@"), /28P01/],
    [pair.url("primary"), /not a standby/],
    [toStandby().replace(/\/cairn$/, "/postgres"), /no Cairn tables/],
  ];
  for (const [url, fault] of wrong) {
    await startUntilReported(url, fault);
    expect(await isUsed()).toBe(0);
    expect(readFileSync(logFile, "utf8")).not.toContain("wrong@");
    await server?.kill();
  }
});

// The last test, because a promoted standby cannot be demoted.
test("a promoted replica takes over if the database's address names both", async () => {
  const [host, user, password] = [pair.hosts, "cairn", new URL(pair.url("primary")).password];
  await start(toStandby(), {
    DATABASE_URL: "postgres:///cairn?target_session_attrs=read-write",
    PGHOST: host,
    PGUSER: user,
    PGPASSWORD: password,
  });
  await becomesUsed(1);
  const init = (id: string) =>
    server!.call("POST /api/client/init", { body: { token: app.token, install_instance_id: id } });
  expect((await init("before")).status).toBe(202);
  await pair.stop("primary");
  await expect.poll(async () => (await server!.call("GET /api/health/ready")).status).toBe(503);
  // The replica serves a read-only call with a cached key.
  expect(await reported()).toMatch(/^Name/);
  await pair.onStandby("select pg_promote()");
  await expect.poll(async () => (await init("after")).status, { interval: 200 }).toBe(202);
  await expect.poll(async () => (await server!.call("GET /api/health/ready")).status).toBe(200);
  await becomesUsed(0);
  await expectWarnings(1);
  expect(warnings()[0]?.fault).toBe("is not a standby");
  expect(await reported()).toMatch(/^Name/);
});
