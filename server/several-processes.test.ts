import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/db";
import { env } from "@/lib/base/env";
import { freePort } from "@/server/database/embedded-postgres";
import { App, type AppCall } from "@/testing/app";
import { separateDatabase } from "@/testing/database";
import { aMember, aProject, aSession, withoutLimits } from "@/testing/factories";
import { aLoadScene, brokenPromises, LoadClients } from "@/testing/load";

/** Three processes of the program, one database, and a balancer that distributes the calls among them. */
function installed(): boolean {
  try {
    execFileSync("redis-server", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const here = installed();
if (!here) console.warn("SKIPPED: redis-server is not installed, so several processes share no limits here.");

const folder = mkdtempSync(join(tmpdir(), "cairn-several-"));
let database: Awaited<ReturnType<typeof separateDatabase>>;

/** A separate database, because leftovers of a killed process would create work for other tests. */
beforeAll(async () => {
  database = await separateDatabase(folder);
});

afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const secret = "the secret of those who call by the clock";

class Balanced {
  apps: App[] = [];
  private turn = 0;

  private name = "";
  private settings: Record<string, string> = {};

  async begin(name: string, settings: Record<string, string>): Promise<void> {
    this.name = name;
    this.settings = settings;
    this.apps = await Promise.all([1, 2, 3].map((n) => this.another(`${name}-${n}`)));
  }

  private another(name: string): Promise<App> {
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { recursive: true });
    return App.start({
      dataDir,
      dashboard: true,
      tasks: true,
      env: {
        // The address of an external database.
        DATABASE_URL: "postgres:///cairn",
        DATABASE_SOCKET: "",
        PGHOST: env.DATABASE_SOCKET ?? "",
        PGUSER: "cairn",
        CRON_SECRET: secret,
        ...this.settings,
      },
    });
  }

  /** Kills the first process while the others continue. Returns a function that restarts it on the same disk. */
  async lose(): Promise<() => Promise<void>> {
    const [lost] = this.apps.splice(0, 1);
    await lost!.kill();
    return async () => {
      this.apps.unshift(await this.another(`${this.name}-1`));
    };
  }

  next(): App {
    const running = this.apps.filter((app) => app.isRunning);
    return running[this.turn++ % running.length]!;
  }

  async call(line: string, query?: AppCall) {
    const { status, text } = await this.next().call(line, query);
    return { status, body: text ? JSON.parse(text) : null };
  }

  /** Makes the same call to each process. */
  each = (line: string, query?: AppCall) => Promise.all(this.apps.map((app) => app.call(line, query)));

  /** The spool files on the disks of all processes. */
  waiting = () =>
    [1, 2, 3].flatMap((n) =>
      readdirSync(join(folder, `${this.name}-${n}`, "spool")).filter((name) => name.endsWith(".spool")),
    );

  end = () => Promise.all(this.apps.map((app) => app.kill()));
}

const kinds = here
  ? ([
      ["with Redis", true],
      ["without Redis", false],
    ] as const)
  : ([["without Redis", false]] as const);

/** Repeats a call that a busy server rejects with 503, as every client does. */
async function repeated<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
}

describe.each(kinds)("three processes %s act as one", (name, withRedis) => {
  const balanced = new Balanced();
  let redis: ChildProcess | null = null;
  let redisPort = 0;
  const startRedis = () => {
    const args = ["--port", String(redisPort), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    redis = spawn("redis-server", [...args, "--dir", folder], { stdio: "ignore" });
  };

  beforeAll(async () => {
    const settings: Record<string, string> = { REDIS_URL: "" };
    if (withRedis) {
      redisPort = await freePort();
      startRedis();
      // On a busy machine Redis takes longer than an app should wait.
      settings.REDIS_TIMEOUT = "60000";
      settings.REDIS_URL = `redis://127.0.0.1:${redisPort}`;
    }
    await balanced.begin(name.replaceAll(" ", "-"), settings);
  });

  afterAll(async () => {
    await balanced.end();
    redis?.kill("SIGKILL");
  });

  test("under load, with one killed: nothing acknowledged is lost or doubled, and all three reports are equal to the byte", async () => {
    const scene = await aLoadScene();
    const crowd = new LoadClients(scene, () => balanced.next());
    await crowd.more(15);
    const replace = await balanced.lose();
    await crowd.more(15);
    const counts = await crowd.stop();
    await replace();
    await expect.poll(balanced.waiting).toEqual([]);
    expect(crowd.wrong.slice(0, 10)).toEqual([]);
    expect(counts.payments.size).toBeGreaterThan(20);
    expect(await brokenPromises(scene, [counts])).toEqual({});
    const withKey = { headers: { "service-key": scene.app.serverKey } };
    for (const path of [
      "reporting/campaigns",
      "campaigns",
      `attributed-users?display_id=${scene.campaign.displayId}`,
    ]) {
      const answers = await balanced.each(`GET /api/v1/${path}`, withKey);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
  });

  test("a client whose pages come from different processes gets each campaign once while others create and delete", async () => {
    const app = await aProject();
    await withoutLimits(app);
    const count = 600;
    await sql`
      with made as (
        insert into campaigns (project_id, display_id, name, is_shortlink, created_at, updated_at)
        select ${app.project.id}, 'old' || n, 'Campaign ' || n, true, at, at
        from (select n, now() - make_interval(secs => (n / 3)) as at from generate_series(1, ${count}::int) as n) m
        returning display_id)
      insert into display_ids (account_id, display_id, project_id)
      select ${app.accountId}, display_id, ${app.project.id} from made`;
    const headers = { "service-key": app.serverKey };
    const deleted = new Set<string>();
    const seen: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { body } = await balanced.call(`GET /api/v1/campaigns?limit=50&page=${page}`, { headers });
      seen.push(...body.data.campaigns.map((one: { display_id: string }) => one.display_id));
      pages = body.data.pagination.pages;
      for (let i = 0; i < 3; i++) {
        const removed = `old${(page * 97 + i * 211) % count}`;
        const { status } = await balanced.call(`DELETE /api/v1/campaigns/${removed}`, { headers });
        if (status === 204) deleted.add(removed);
        await balanced.call("POST /api/v1/create-campaign", { headers, body: { name: "New" } });
      }
    }
    expect(deleted.size).toBeGreaterThan(10);
    expect(new Set(seen).size).toBe(seen.length);
    const all = Array.from({ length: count }, (_, i) => `old${i + 1}`);
    expect(all.filter((id) => !deleted.has(id) && !seen.includes(id))).toEqual([]);
  });

  test("the same request sent to all at once happens once", async () => {
    const app = await aProject();
    await withoutLimits(app);
    const headers = { "service-key": app.serverKey };
    const client = (name: string, body: object) =>
      repeated(() => balanced.call(`POST /api/client/${name}`, { body: { token: app.token, ...body } }));
    const fifty = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, send));
    const made = await fifty(() =>
      repeated(() =>
        balanced.call("POST /api/v1/create-campaign", {
          headers,
          body: { name: "One", custom_display_id: "one" },
        }),
      ),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([201, ...new Array(49).fill(409)]);
    const inits = await fifty(() => client("init", { install_instance_id: "same", platform: "IOS" }));
    expect(new Set(inits.map(({ status }) => status))).toEqual(new Set([202]));
    await client("trigger", { install_instance_id: "same", user_data: { id: "u" } });
    const paid = await fifty(() =>
      client("capture-payment", { install_instance_id: "same", user_id: "u", amount: 3, payment_id: "p" }),
    );
    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([201]));
    const [stored] = await sql`
      select (select count(*)::int from campaigns where project_id = ${app.project.id}
        and display_id = 'one') as campaigns,
        (select count(*)::int from installs where project_id = ${app.project.id}) as installs,
        (select sum(amount_minor)::int from payments where project_id = ${app.project.id}) as minor`;
    expect(stored).toEqual({ campaigns: 1, installs: 1, minor: 300 });
  });

  test("ten concurrent cron calls decide every install, each once", async () => {
    const scene = await aLoadScene();
    const { id } = scene.app.project;
    await sql`
      with made as (
        insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, state)
        select ${id}, gen_random_uuid(), 'p' || n, 'INSTALL', 'ANDROID', now() - interval '1 hour', 'PENDING'
        from generate_series(1, 1200) n returning project_id, id)
      insert into undecided (project_id, install_id) select ${id}, id from made`;
    const headers = { authorization: `Bearer ${secret}` };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => balanced.call("POST /api/cron/attribute", { headers })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await expect
      .poll(
        async () =>
          (
            await sql`select count(*)::int as n from installs where project_id = ${id} and state = 'PENDING'`
          )[0]!.n,
      )
      .toBe(0);
    const [decided] = await sql`select count(*)::int as n from decisions where project_id = ${id}`;
    expect(decided!.n).toBe(1_200);
    expect(await brokenPromises(scene, [])).toEqual({});
  });

  test("a change through one applies in all within seconds, and an ended session at once", async () => {
    const app = await aProject();
    await withoutLimits(app);
    const owner = await aMember("owner", app.accountId);
    const another = await aSession(owner.id);
    const cookie = { cookie: owner.session };
    const path = `/api/dashboard/projects/${app.project.id}`;
    const statuses = async (line: string, headers: Record<string, string>, body?: object) =>
      (await balanced.each(line, { headers, ...(body ? { body } : {}) })).map(({ status }) => status);
    const all = (status: number) => balanced.apps.map(() => status);
    const eventually = (send: () => Promise<number[]>, status: number) =>
      expect.poll(send, { interval: 50 }).toEqual(all(status));
    const key = { "service-key": app.serverKey };

    expect(await statuses("GET /api/v1/reporting/campaigns", key)).toEqual(all(200));
    const suspended = await balanced.call(`PUT ${path}/billing`, {
      headers: cookie,
      body: { suspended: true },
    });
    expect(suspended.status).toBe(200);
    await eventually(() => statuses("GET /api/v1/reporting/campaigns", key), 402);
    await balanced.call(`PUT ${path}/billing`, { headers: cookie, body: { suspended: false } });
    await eventually(() => statuses("GET /api/v1/reporting/campaigns", key), 200);

    const init = { token: app.token, install_instance_id: "i" };
    expect(await statuses("POST /api/client/init", {}, init)).toEqual(all(202));
    await balanced.call(`POST ${path}/token/rotate`, { headers: cookie, body: { overlap_hours: 0 } });
    await eventually(() => statuses("POST /api/client/init", {}, init), 400);

    const keys = await balanced.call(`GET ${path}/server-keys`, { headers: cookie });
    const [first] = keys.body.data.server_keys as { id: number }[];
    const revoked = await balanced.call(`DELETE ${path}/server-keys/${first!.id}`, { headers: cookie });
    expect(revoked.status).toBeLessThan(300);
    await eventually(() => statuses("GET /api/v1/campaigns", key), 401);

    expect(await statuses("GET /api/dashboard/me", { cookie: another })).toEqual(all(200));
    await balanced.call("POST /api/dashboard/me/sign-out-everywhere", { headers: cookie });
    expect(await statuses("GET /api/dashboard/me", { cookie: another })).toEqual(all(401));
  });

  type Client = Awaited<ReturnType<typeof aProject>>;
  /** 90 calls at once: how many were let through, and in how many windows of a second. */
  async function burst(app: Client) {
    const body = { token: app.token, install_instance_id: "i" };
    let through = 0;
    const call = async () => {
      if ((await repeated(() => balanced.call("POST /api/client/init", { body }))).status === 202) through++;
    };
    await pause(1_100);
    const began = performance.now();
    await Promise.all(Array.from({ length: 90 }, call));
    return { through, windows: Math.ceil((performance.now() - began) / 1_000) };
  }
  const limit = withRedis
    ? "limits are those of one: 25 of 90 calls in a second, and one report a minute"
    : "each process counts for itself: no more than its own 25 calls in a second";
  test(limit, async () => {
    const app = await aProject();
    // The first look-up of a token is slow, so it must happen before the measured second.
    await balanced.each("POST /api/client/init", { body: { token: app.token, install_instance_id: "i" } });
    // One window, unless the machine is very busy.
    const { through, windows } = await burst(app);
    const processes = withRedis ? 1 : balanced.apps.length;
    expect(through).toBeGreaterThanOrEqual(25 * processes);
    expect(through).toBeLessThanOrEqual(25 * processes * windows);
    if (!withRedis) return;
    const headers = { "service-key": (await aProject()).serverKey };
    const report = async () => (await balanced.call("GET /api/v1/reporting/campaigns", { headers })).status;
    expect([await report(), await report()]).toEqual([200, 429]);
  });

  if (!withRedis) return;
  test("while Redis is unavailable each counts its part: 27 of 90 calls, and the whole limit again afterwards", async () => {
    const app = await aProject();
    const shared = async () =>
      (await balanced.each("GET /api/metrics")).map(
        ({ text }) => /^cairn_limits_shared (\d)$/m.exec(text)?.[1],
      );
    // A killed process counts until its presence expires. The others notice with their next report.
    const present = async () =>
      (
        await sql`
          select count(*)::int as n from task_leases where task like 'process %' and lease_until >= now()`
      )[0]!.n;
    await expect.poll(present).toBe(3);
    redis?.kill("SIGKILL");
    await balanced.call("POST /api/client/init", { body: { token: app.token, install_instance_id: "i" } });
    await expect.poll(shared).toEqual(["0", "0", "0"]);
    // Each process learns the number of processes with its next report.
    const isShared = async () => {
      const { through, windows } = await burst(app);
      return through >= 27 && through <= 27 * windows;
    };
    await expect.poll(isShared).toBe(true);
    startRedis();
    await expect.poll(shared).toEqual(["1", "1", "1"]);
    const back = await burst(app);
    expect(back.through).toBeGreaterThanOrEqual(25);
    expect(back.through).toBeLessThanOrEqual(25 * back.windows);
  });
});
