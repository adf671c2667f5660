import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { disconnect, sql } from "@/db";
import { isTemporaryFailure } from "@/lib/base/database-failure";
import { completeEnv, env } from "@/lib/base/env";
import { postmasterOf } from "@/server/database/postmaster-file";
import { App } from "@/testing/app";
import { DatabaseProxy } from "@/testing/database-proxy";
import {
  aLoadScene,
  androidUserAgent,
  brokenPromises,
  type ConfirmedCalls,
  clickIdOf,
  LoadClients,
  type LoadScene,
} from "@/testing/load";

/**
 * The program with its own database, under load, during all kinds of server faults. `npm test` causes each fault once;
 * `npm run test:faults` repeats them in random order.
 */
const rounds = inject("faultRounds");
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let serial = 0;
let dataDir = "";
let scene: LoadScene;
let app: App | null = null;
const counts: ConfirmedCalls[] = [];

const start = async (tasks: true | string[] = true) => {
  app = await App.start({
    dataDir,
    tasks,
    env: {
      DATABASE_URL: "",
      DATABASE_SOCKET: "",
      NEXTAUTH_SECRET: env.NEXTAUTH_SECRET!,
      ENCRYPTION_KEY: env.ENCRYPTION_KEY!,
    },
  });
  return app;
};
/** Another process on the same database. */
const runNextTo = (folder: string, tasks: string[]) =>
  App.start({
    dataDir: folder,
    tasks,
    env: { DATABASE_URL: env.DATABASE_URL!, DATABASE_SOCKET: env.DATABASE_SOCKET ?? "" },
  });
/** Waits, because Postgres may be restarting. */
async function postmaster(): Promise<number> {
  for (let i = 0; i < 600; i++) {
    const pid = postmasterOf(join(dataDir, "postgres"));
    if (pid !== null) return pid;
    await pause(50);
  }
  throw new Error("Postgres is not started again.");
}
/** Polls, because the health endpoint may have a cached result from before the fault. */
const answersAgain = () =>
  expect
    .poll(
      async () => {
        const [health] = await Promise.all([app?.call("GET /api/health"), sql`select 1`]);
        return health?.status;
      },
      { interval: 100 },
    )
    .toBe(200);
/** Repeats a query while Postgres is starting, or has not noticed yet that it was killed. */
async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + 30_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > until || !isTemporaryFailure(error)) throw error;
    }
    await pause(50);
  }
}
/** The program's database connections. */
async function backends(): Promise<number[]> {
  const find = () => sql<{ pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  const until = performance.now() + 30_000;
  for (;;) {
    const rows = await patiently(find);
    if (rows.length > 0 || performance.now() > until) return rows.map(({ pid }) => pid);
    await pause(50);
  }
}
const signal = (pids: number[], name: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // The process ended by itself in the meantime.
      if ((error as { code?: string }).code !== "ESRCH") throw error;
    }
  }
};

const faults: Record<string, () => Promise<unknown>> = {
  "kill -9 of the program": async () => {
    const killed = app!;
    app = null;
    await killed.kill();
    await start();
  },
  "kill -9 of Postgres": async () => signal([await postmaster()], "SIGKILL"),
  "kill -9 of one backend, which ends all of them": async () =>
    signal((await backends()).slice(0, 1), "SIGKILL"),
  "an immediate shutdown of Postgres": async () => signal([await postmaster()], "SIGQUIT"),
  "kill -9 of the program and of Postgres at once": async () => {
    const [killed, pid] = [app!, await postmaster()];
    app = null;
    signal([pid], "SIGKILL");
    await killed.kill();
    await start();
  },
  "backends that are stopped for seconds": async () => {
    const pids = await backends();
    signal(pids, "SIGSTOP");
    await pause(2_000);
    signal(pids, "SIGCONT");
  },
  "a program that is stopped for seconds": async () => {
    app!.signal("SIGSTOP");
    await pause(2_000);
    app!.signal("SIGCONT");
  },
  "a migration that changes the tables in use": async () => {
    const column = `later_${serial++}`;
    for (const table of ["installs", "users", "payments", "events", "clicks", "campaigns"])
      await patiently(
        () => sql`alter table ${sql(table)} add column if not exists ${sql(column)} text default 'x'`,
      );
  },
  "a month that is dropped because nobody keeps it": async () => {
    await patiently(() => sql`select make_month_partitions('2024-01-01', '2024-01-31')`);
    for (const month of ["clicks_202401", "events_202401"]) {
      // Repeated, because a statement that holds the table may not have ended in time.
      const dropped = async () =>
        (
          await patiently(
            () => sql`
              select case when drop_month_partition(${month}, '{}') then true
                else to_regclass(${month}) is null end as done`,
          )
        )[0]!.done;
      await expect.poll(dropped).toBe(true);
    }
  },
  "an orderly stop and start": async () => {
    const stopped = app!;
    app = null;
    expect(await stopped.stop()).toEqual({ code: 0, signal: null });
    await start();
  },
};

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "cairn-faults-"));
  const { database } = await start();
  completeEnv({ DATABASE_URL: database.url, DATABASE_SOCKET: database.socket ?? "" });
  scene = await aLoadScene();
});

afterAll(async () => {
  await disconnect();
  await app?.stop();
  for (const folder of mounted) execFileSync("umount", [folder]);
  rmSync(dataDir, { recursive: true, force: true });
});

const segments = (folder: string) =>
  readdirSync(join(folder, "spool"))
    .filter((name) => name.endsWith(".spool"))
    .map((name) => join(folder, "spool", name));

/** The campaign's report from the API. */
async function reported() {
  const answer = await app!.call("GET /api/v1/reporting/campaigns", {
    headers: { "service-key": scene.app.serverKey },
  });
  const [campaign] = JSON.parse(answer.text).data.campaigns;
  const { installs, revenue, "sign-ups": signUps } = campaign;
  return { installs, signUps, revenue };
}

/** The totals of all confirmed calls, after every user has finished. */
function expectedReport() {
  const installs = counts.reduce((sum, one) => sum + one.installs.length, 0).toLocaleString("en");
  const signUps = counts.reduce((sum, one) => sum + one.users.length, 0).toLocaleString("en");
  let revenue = 0;
  for (const { payments, removed } of counts)
    for (const [id, amount] of payments) revenue += removed.has(id) ? 0 : amount;
  const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(revenue);
  return { installs, signUps, revenue: money };
}

/** Runs one group of callers through several faults; then every confirmed call must be stored once. */
async function survive(names: string[]): Promise<void> {
  const crowd = new LoadClients(scene, () => app);
  try {
    for (const name of names) {
      await crowd.more(3);
      // At a random moment between the callers' actions.
      await pause(Math.random() * 400);
      await faults[name]!();
      await answersAgain();
      // A connection that was lost during a query fails the next query with the old error.
      await disconnect();
    }
    await crowd.more(10);
  } finally {
    counts.push(await crowd.stop());
  }
  expect(crowd.wrong.slice(0, 10)).toEqual([]);
  await expect.poll(() => segments(dataDir)).toEqual([]);
  expect(await brokenPromises(scene, counts)).toEqual({});
  expect(await reported()).toEqual(expectedReport());
  expect(app!.isRunning).toBe(true);
}

const once = Object.keys(faults);
test(`under load: ${once.join("; ")}: everything acknowledged is stored once, and the ledger equals the facts`, async () => {
  await survive(once);
});

for (let round = 1; round < rounds; round++) {
  const drawn = once.map((name) => ({ name, at: Math.random() })).sort((a, b) => a.at - b.at);
  const names = drawn.slice(0, 5).map(({ name }) => name);
  test(`round ${round + 1}: ${names.join("; ")}`, async () => {
    await survive(names);
  });
}

test("kill -9 of the process that decides, half way: another continues, and no install is decided twice", async () => {
  const many = 20_000;
  const other = await aLoadScene();
  const { project } = other.app;
  const [one, two] = [join(dataDir, "one"), join(dataDir, "two")];
  await app!.stop();
  app = null;
  await start(["clock"]);
  await disconnect();
  await sql`
    with made as (
      insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, state)
      select ${project.id}, gen_random_uuid(), 'p' || n, 'INSTALL', 'ANDROID', now() - interval '1 hour', 'PENDING'
      from generate_series(1, ${many}::int) n returning project_id, id)
    insert into undecided (project_id, install_id) select ${project.id}, id from made`;
  const decided = async () =>
    (await sql`select count(*)::int as n from decisions where project_id = ${project.id}`)[0]!.n as number;
  const first = await runNextTo(one, ["attribute"]);
  await expect.poll(decided, { interval: 5 }).toBeGreaterThan(0);
  await first.kill();
  expect(await decided()).toBeLessThan(many);
  // The killed process is replaced within seconds.
  const second = await runNextTo(two, ["attribute"]);
  await expect.poll(decided).toBe(many);
  await second.kill();
  expect(await brokenPromises(other, [])).toEqual({});
});

const mounted: string[] = [];

/** A file system of limited size, if this user may mount one. */
function aSmallDisk(name: string, bytes: number): string | null {
  const folder = join(dataDir, name);
  mkdirSync(folder);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    console.warn(`SKIPPED: no file system can be mounted here, so a full disk is not tested (${name}).`);
    return null;
  }
  mounted.push(folder);
  return folder;
}

/** Clicks while the database is down, until the spool has no space; then the database returns. */
async function clicksWithoutRoom(folder: string, maxFileBytes?: number) {
  const way = new DatabaseProxy(join(folder, "way"));
  await way.begin();
  const links = await App.start({
    dataDir: folder,
    env: { DATABASE_URL: env.DATABASE_URL!, DATABASE_SOCKET: way.folder },
    ...(maxFileBytes ? { maxFileBytes } : {}),
  });
  try {
    const follow = () =>
      links.call(`GET /?c=${scene.campaign.displayId}`, {
        host: scene.app.domain,
        headers: { "user-agent": androidUserAgent },
      });
    expect((await follow()).status).toBe(302);
    way.cut();
    const sent: string[] = [];
    const lost = async () =>
      Number(/^cairn_clicks_lost_total (\d+)/m.exec((await links.call("GET /api/metrics")).text)![1]);
    for (let i = 0; i < 100 && (await lost()) < 200; i++) {
      for (const answer of await Promise.all(Array.from({ length: 32 }, follow))) {
        // Every visitor is redirected despite the fault.
        expect(answer.status).toBe(302);
        sent.push(clickIdOf(answer)!);
      }
    }
    // Failed writes must not leave a new file behind each time.
    await expect.poll(() => segments(folder).filter((file) => statSync(file).size === 0)).toEqual([]);
    const files = segments(folder).length;
    const reason = async () => JSON.parse((await links.call("GET /api/health/ready")).text).reason;
    const input = (await lost()) > 0 ? "clicks are lost" : "database unavailable";
    await expect.poll(reason).toBe(input);
    way.open();
    await expect.poll(() => segments(folder)).toEqual([]);
    expect((await follow()).status).toBe(302);
    await expect.poll(async () => (await links.call("GET /api/health/ready")).status).toBe(200);
    const [stored] = await sql<{ n: number }[]>`
      select count(*)::int as n from clicks where project_id = ${scene.app.project.id} and id = any(${sent}::uuid[])`;
    // Rows that the disk or the database stored without a confirmation are included, too.
    expect(stored!.n).toBeGreaterThanOrEqual(sent.length - (await lost()));
    return { kept: stored!.n, lost: await lost(), files };
  } finally {
    await links.kill();
    way.end();
  }
}

test("with the spool's disk full and the database unavailable, visitors are redirected, lost clicks are counted and the rest is stored later", async () => {
  const folder = aSmallDisk("small-spool", 256 * 1024);
  if (!folder) return;
  const { kept, lost } = await clicksWithoutRoom(folder);
  expect(kept).toBeGreaterThan(50);
  expect(lost).toBeGreaterThan(100);
});

test("a spool file at its size limit is followed by another: no click is lost", async () => {
  const folder = join(dataDir, "short-files");
  mkdirSync(folder);
  const { kept, lost, files } = await clicksWithoutRoom(folder, 64 * 1024);
  expect(lost).toBe(0);
  expect(kept).toBeGreaterThan(1_000);
  expect(files).toBeGreaterThan(5);
});

/** A superuser's connection. */
const superuser = () =>
  postgres(env.DATABASE_URL!.replace("//cairn", "//postgres"), {
    host: env.DATABASE_SOCKET!,
    max: 1,
    onnotice: () => {},
  });

test("a database without free connections causes 503, and everything continues once it has some", async () => {
  const owner = superuser();
  const list = () => app!.call("GET /api/v1/campaigns", { headers: { "service-key": scene.app.serverKey } });
  try {
    expect((await list()).status).toBe(200);
    await owner`alter database cairn connection limit 0`;
    await owner`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = 'cairn' and pid <> pg_backend_pid()`;
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await list());
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    expect(answers[0]!.headers["retry-after"]).toBeDefined();
    expect(answers[0]!.text).not.toMatch(/too many|select/i);
  } finally {
    await owner`alter database cairn connection limit -1`;
    await owner.end();
  }
  await expect.poll(async () => (await list()).status).toBe(200);
});

test("while the campaigns table is locked, reading it is given up in time, and calls of apps are stored", async () => {
  const owner = superuser();
  const own = await aLoadScene();
  const init = (i: number) =>
    app!.call("POST /api/client/init", {
      body: { token: own.app.token, install_instance_id: `held-${i}`, platform: "ANDROID" },
    });
  try {
    expect((await init(0)).status).toBe(202);
    await owner.begin(async (tx) => {
      await tx`lock table campaigns in access exclusive mode`;
      const headers = { "service-key": own.app.serverKey };
      // All calls get a response while the lock is held.
      const list = app!.call("GET /api/v1/campaigns", { headers });
      for (let i = 1; i <= 20; i++) expect((await init(i)).status).toBe(202);
      expect((await list).status).toBe(503);
    });
  } finally {
    await owner.end();
  }
  expect(await brokenPromises(own, [])).toEqual({});
});

test("with the database's disk full writes get a 503, reads continue, and everything does once there is space", async () => {
  const [taken] = await sql<{ bytes: number }[]>`select pg_table_size('payments') as bytes`;
  const folder = aSmallDisk("small-disk", taken!.bytes + 4 * 1024 * 1024);
  if (!folder) return;
  chmodSync(folder, 0o777);
  const own = await aLoadScene();
  const owner = superuser();
  try {
    await owner`create tablespace small location ${owner.unsafe(`'${folder}'`)}`;
    await owner`alter table payments set tablespace small`;
    await owner`create table filler (data text) tablespace small`;
    await owner`alter table filler alter column data set storage external`;
    const fill = async () => {
      for (;;) await owner`insert into filler select repeat('x', 8000) from generate_series(1, 10)`;
    };
    await expect(fill()).rejects.toMatchObject({ code: "53100" });

    const post = (name: string, body: object) =>
      app!.call(`POST /api/client/${name}`, { body: { token: own.app.token, ...body } });
    expect((await post("trigger", { user_data: { id: "u" } })).status).toBe(200);
    const pay = (i: number) =>
      post("capture-payment", {
        user_id: "u",
        amount: 1,
        payment_id: `full-${i}`,
        // Random data does not compress, so it needs new space even if removed rows have left some.
        event_data: { text: randomBytes(5_000).toString("base64") },
      });
    const answers = [];
    for (let i = 0; i < 40; i++) answers.push(await pay(i));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]!.headers["retry-after"]).toBeDefined();
    expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
    const list = await app!.call("GET /api/v1/campaigns", { headers: { "service-key": own.app.serverKey } });
    expect(list.status).toBe(200);

    await owner`drop table filler`;
    for (let i = 0; i < 40; i++) expect((await pay(i)).status).toBe(201);
    await owner`alter table payments set tablespace pg_default`;
    await owner`drop tablespace small`;
    const stored = await sql`select 1 from payments where project_id = ${own.app.project.id}`;
    expect(stored.length).toBe(40);
    expect(await brokenPromises(own, [])).toEqual({});
  } finally {
    await owner.end();
  }
});
