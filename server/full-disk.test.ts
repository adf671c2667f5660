import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/db";
import { env } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { App } from "@/testing/app";
import { separateDatabase } from "@/testing/database";
import { DatabaseProxy } from "@/testing/database-proxy";
import { type AProject, aCampaign, aProject, aStoreListing } from "@/testing/factories";
import { androidUserAgent, clickIdOf } from "@/testing/load";

const folder = mkdtempSync(join(tmpdir(), "cairn-full-"));
const disk = (name: string) => join(folder, name);
const disks: string[] = [];

/** A small separate file system; null if this user may not mount one. */
function mounted(name: string, mebibytes: number): string | null {
  const at = disk(name);
  mkdirSync(at);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m,mode=0711`, "tmpfs", at], {
      stdio: "ignore",
    });
  } catch {
    return null;
  }
  disks.push(at);
  return at;
}

const databaseDisk = mounted("database", 400);
const spoolDisk = mounted("spool", 4);
const mounts = databaseDisk !== null && spoolDisk !== null;
const why = mounts ? "" : " (skipped: this user may not mount a small file system)";

const ballast = (at: string) => join(at, "ballast");
/** Block by block until none is left, because the database writes at the same time. */
function fill(at: string): void {
  const file = openSync(ballast(at), "w");
  const block = Buffer.alloc(statfsSync(at).bsize);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  } finally {
    closeSync(file);
  }
}
const makeRoom = (at: string) => rmSync(ballast(at));

let database: Awaited<ReturnType<typeof separateDatabase>> | null = null;
let app: AProject;
let campaign: { displayId: string };
const host = `${randomBase62(8).toLowerCase()}.go.example`;

beforeAll(async () => {
  if (!databaseDisk) return;
  database = await separateDatabase(databaseDisk);
  app = await aProject({ domain: host });
  await aStoreListing(app, "ANDROID");
  campaign = await aCampaign(app);
});

afterAll(async () => {
  await database?.end();
  for (const at of disks) execFileSync("umount", ["--lazy", at]);
  rmSync(folder, { recursive: true, force: true });
});

const dimensions = () => ({
  DATABASE_URL: env.DATABASE_URL ?? "",
  DATABASE_SOCKET: env.DATABASE_SOCKET ?? "",
});

async function readinessOf(server: App): Promise<string> {
  const { status, text } = await server.call("GET /api/health/ready");
  return status === 200 ? "ready" : (JSON.parse(text) as { reason: string }).reason;
}

const becomes = (server: App, input: string) =>
  expect.poll(() => readinessOf(server), { interval: 200 }).toBe(input);

async function readyMetric(server: App): Promise<string | undefined> {
  const { text } = await server.call("GET /api/metrics");
  return /^cairn_ready (\d)$/m.exec(text)?.[1];
}

describe.skipIf(!mounts)(`on a full disk${why}`, () => {
  test("a process whose database is full is not ready, even without calls, gives the reason, and recovers once there is space", async () => {
    const server = await App.start({ dataDir: disk("full-database"), env: dimensions() });
    await becomes(server, "ready");
    expect(await readyMetric(server)).toBe("1");
    fill(databaseDisk!);
    await becomes(server, "database full");
    // Existing rows can still be changed.
    await sql`update task_leases set last_started_at = now() where task = 'readiness'`;
    expect(await readyMetric(server)).toBe("0");
    const call = { body: { token: app.token, install_instance_id: "a", event_name: "x".repeat(60) } };
    for (let i = 0; i < 20; i++) await server.call("POST /api/client/capture-event", call);
    expect(await readinessOf(server)).toBe("database full");

    makeRoom(databaseDisk!);
    await becomes(server, "ready");
    expect(await readyMetric(server)).toBe("1");
    await server.stop();
  });

  test("with only the spool's disk full nothing is lost and the process is ready; with the database unavailable, too, it reports lost clicks", async () => {
    const way = new DatabaseProxy(disk("way"));
    await way.begin();
    const server = await App.start({
      dataDir: spoolDisk!,
      env: { ...dimensions(), DATABASE_SOCKET: way.folder },
    });
    const click = () =>
      server.call(`GET /?c=${campaign.displayId}`, { host, headers: { "user-agent": androidUserAgent } });
    fill(spoolDisk!);
    const stored = await click();
    expect(stored.status).toBe(302);
    const [row] =
      await sql`/* all projects */ select count(*)::int as n from clicks where id = ${clickIdOf(stored)}`;
    expect(row!.n).toBe(1);
    expect(await readinessOf(server)).toBe("ready");

    way.cut();
    expect((await click()).status).toBe(302);
    expect(await readinessOf(server)).toBe("clicks are lost");
    expect(await readyMetric(server)).toBe("0");
    way.open();
    await expect
      .poll(async () => {
        const id = clickIdOf(await click());
        const [found] = await sql`/* all projects */ select count(*)::int as n from clicks where id = ${id}`;
        return found!.n;
      })
      .toBe(1);
    await becomes(server, "ready");
    await server.stop();
    way.end();
  });
});

test("a full disk met by any statement, and lost clicks, are remembered for half a minute", async () => {
  const { readiness } = await import("@/lib/platform/health/ready");
  const { clickLost } = await import("@/lib/platform/health/lost-clicks");
  const soon = () => performance.now() + 5_000;
  const later = () => performance.now() + 31_000;
  const full = () => sql`do $$ begin raise exception using errcode = '53100'; end $$`;
  expect(await readiness(performance.now())).toEqual({ ready: true, reason: null });
  await expect(full()).rejects.toMatchObject({ code: "53100" });
  expect(await readiness(soon())).toEqual({ ready: false, reason: "database full" });
  expect(await readiness(later())).toEqual({ ready: true, reason: null });
  clickLost(new Error("no room"));
  expect(await readiness(performance.now())).toEqual({ ready: false, reason: "clicks are lost" });
  expect(await readiness(later())).toEqual({ ready: true, reason: null });
});

test("probes use at most two megabytes, and do not wait for readers of their table", async () => {
  const { proveStorage } = await import("@/lib/platform/health/queries");
  const size = async () =>
    (await sql`select pg_relation_size('readiness_probes')::float8 as bytes`)[0]!.bytes as number;
  let largest = 0;
  for (let i = 0; i < 300; i++) {
    await proveStorage();
    largest = Math.max(largest, await size());
  }
  expect(largest).toBeGreaterThan(1024 * 1024);
  expect(largest).toBeLessThan(2 * 1024 * 1024);
  await sql.begin(async (reader) => {
    await reader`select count(*) from readiness_probes`;
    for (let i = 0; i < 300; i++) await proveStorage();
  });
  await proveStorage();
  expect(await size()).toBeLessThan(1024 * 1024);
});
