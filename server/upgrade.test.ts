import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { disconnect, sql } from "@/db";
import { compareVersions } from "@/db/migrate/compatibility";
import { migrate } from "@/db/migrate/migrate";
import known from "@/db/migrations/meta/_journal.json" with { type: "json" };
import { completeEnv, env } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/database/embedded-postgres";
import { App } from "@/testing/app";
import { type AProject, aCampaign } from "@/testing/factories";
import { aLoadScene, brokenPromises, LoadClients, type LoadScene, type Server } from "@/testing/load";
import { lastRelease, Release } from "@/testing/release";

/** Two versions on one database, as during a rolling update of several processes. */
const folder = mkdtempSync(join(tmpdir(), "cairn-upgrade-"));
const running: { kill(): unknown }[] = [];
let postgres: EmbeddedPostgres | null = null;
afterEach(async () => {
  for (const each of running.splice(0)) await each.kill();
  await disconnect();
  await postgres?.stop();
  postgres = null;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const secrets = () => ({ NEXTAUTH_SECRET: env.NEXTAUTH_SECRET!, ENCRYPTION_KEY: env.ENCRYPTION_KEY! });
const database = () => ({
  DATABASE_URL: env.DATABASE_URL!,
  DATABASE_SOCKET: env.DATABASE_SOCKET ?? "",
  CAIRN_RECORD_SQL: "",
  ...secrets(),
});

/** Creates an empty database for all following code. */
async function anEmptyDatabase(name: string): Promise<void> {
  const dataDir = join(folder, name, "database");
  mkdirSync(dataDir, { recursive: true });
  postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  const { url, socket } = postgres.connection;
  completeEnv({ DATABASE_URL: url, DATABASE_SOCKET: socket ?? "" });
}

function tracked<T extends { kill(): unknown }>(server: T): T {
  running.push(server);
  return server;
}

const dataDir = (name: string) => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
};
const thisVersion = async (name: string) =>
  tracked(await App.start({ dataDir: dataDir(name), tasks: true, env: database() }));

/** Creates the data through a release's stable interfaces instead of its tables. */
async function aSceneOf(release: Release, server: Server): Promise<LoadScene> {
  const admin = async (...args: string[]) => {
    const { code, output } = await release.run(
      { ...database(), DATA_DIR: dataDir("admin") },
      "bin/admin.ts",
      ...args,
      "--json",
    );
    expect({ code, output }).toMatchObject({ code: 0 });
    return JSON.parse(output);
  };
  const domain = `${randomBase62(8).toLowerCase()}.go.example`;
  const made = await admin("project", "create", "--name", "Upgraded", "--domain", domain);
  const project = String(made.project_id);
  const page = "https://play.google.com/store/apps/details?id=com.example.app";
  await admin("store-listing", "create", "--project", project, "--name", "Play", "--url", page);
  await admin("limits", "set", "--project", project, "--off");
  const { status, text } = await server.call("POST /api/v1/create-campaign", {
    headers: { "service-key": made.server_key },
    body: { name: "Spring", is_shortlink: true },
  });
  expect({ status, text }).toMatchObject({ status: 201 });
  const app = {
    project: { id: made.project_id, timeZone: "UTC" },
    token: made.token,
    serverKey: made.server_key,
    domain,
  };
  return { app: app as AProject, campaign: { displayId: JSON.parse(text).data.display_id } };
}

/** A balancer and a program that reads reports, with the errors they get in the meantime. */
class Watch {
  readonly wrong: string[] = [];
  requests = 0;
  private going = true;
  private readonly loop: Promise<void>;

  constructor(lines: string[], scene: LoadScene, server: () => Server) {
    const headers = { "service-key": scene.app.serverKey };
    this.loop = (async () => {
      while (this.going) {
        for (const line of lines) {
          const { status, text } = await server().call(line, { headers });
          if (status !== 200) this.wrong.push(`${line}: ${status} ${text.slice(0, 200)}`);
          this.requests++;
        }
        await pause(20);
      }
    })();
  }

  /** Stops after enough requests to notice a failure, however slow the machine is. */
  async stop(): Promise<string[]> {
    while (this.requests <= 20) await pause(20);
    this.going = false;
    await this.loop;
    return this.wrong;
  }
}

const reads = (scene: LoadScene) => [
  "GET /api/v1/campaigns",
  "GET /api/v1/reporting/campaigns",
  `GET /api/v1/attributed-users?display_id=${scene.campaign.displayId}`,
];

async function nothingFailed(scene: LoadScene, crowd: LoadClients, watches: Watch[]): Promise<void> {
  await crowd.more(20);
  const counts = await crowd.stop();
  for (const watch of watches) expect((await watch.stop()).slice(0, 5)).toEqual([]);
  expect(crowd.wrong.slice(0, 5)).toEqual([]);
  expect(crowd.repeated.slice(0, 5)).toEqual([]);
  expect(await brokenPromises(scene, [counts])).toEqual({});
}

const last = lastRelease();
if ("unknown" in last)
  console.warn(`SKIPPED: the last release is not tried on this database: ${last.unknown}.`);
/** Since 0.3.0 migrations only add; that version itself requires a stop of all 0.2 processes. */
const needsStop = "unknown" in last || compareVersions(last.version, "0.3.0") < 0;

const probes = ["GET /api/health", "GET /api/health/ready", "GET /api/health/live"];

test.skipIf("unknown" in last || !needsStop)(
  "from the released 0.2 to this version with one stop: everything acknowledged is stored, calls made meanwhile are repeated, and 0.2 does not start again",
  async () => {
    if ("unknown" in last) return;
    await anEmptyDatabase("stop");
    const release = Release.unpack(last.commit, join(folder, "stop", "release"));
    const old = tracked(await release.start({ dataDir: dataDir("stop/old"), tasks: true, env: database() }));
    const scene = await aSceneOf(release, old);
    let server: Server | null = old;
    const crowd = new LoadClients(scene, () => server);
    await crowd.more(10);
    expect(crowd.repeated).toEqual([]);
    server = null;
    expect(await old.stop()).toMatchObject({ code: 0 });
    expect(await migrate()).toEqual({ applied: known.entries.map(({ tag }) => tag), note: null });
    server = await thisVersion("stop/new");
    await crowd.more(20);
    expect((await Promise.all(probes.map((line) => server!.call(line)))).map(({ status }) => status)).toEqual(
      [200, 200, 200],
    );
    await expect(
      release.start({ dataDir: dataDir("stop/again"), tasks: true, env: database() }),
    ).rejects.toThrow("the release ended with 1");
    const counts = await crowd.stop();
    for (const line of reads(scene)) {
      const { status, text } = await server.call(line, { headers: { "service-key": scene.app.serverKey } });
      expect({ line, status, text }).toMatchObject({ status: 200 });
    }
    expect(crowd.wrong.slice(0, 5)).toEqual([]);
    expect(await brokenPromises(scene, [counts])).toEqual({});
  },
  600_000,
);

test.skipIf("unknown" in last || !needsStop)(
  "a leftover process of 0.2 is removed from the load balancer once this version has migrated",
  async () => {
    if ("unknown" in last) return;
    await anEmptyDatabase("forgotten");
    const release = Release.unpack(last.commit, join(folder, "forgotten", "release"));
    const old = tracked(
      await release.start({ dataDir: dataDir("forgotten/old"), tasks: true, env: database() }),
    );
    await migrate();
    await expect.poll(async () => (await old.call("GET /api/health/ready")).text).toContain('"outdated"');
  },
  600_000,
);

test.skipIf(needsStop)(
  "the last release continues while this version migrates its database and starts next to it: no call fails, and its probes keep responding",
  async () => {
    if ("unknown" in last) return;
    await anEmptyDatabase("last");
    const release = Release.unpack(last.commit, join(folder, "last", "release"));
    const old = tracked(await release.start({ dataDir: dataDir("last/old"), tasks: true, env: database() }));
    const scene = await aSceneOf(release, old);
    let servers: Server[] = [old];
    const crowd = new LoadClients(scene, (caller) => servers[caller % servers.length] ?? null);
    const spare = new Watch(reads(scene), scene, () => servers.at(-1)!);
    const balancer = new Watch(probes, scene, () => old);
    await crowd.more(5);
    await migrate();
    await crowd.more(5);
    const now = await thisVersion("last/new");
    servers = [old, now];
    await crowd.more(5);
    servers = [now];
    await crowd.more(5);
    expect(await balancer.stop()).toEqual([]);
    expect(await old.stop()).toMatchObject({ code: 0 });
    tracked(await release.start({ dataDir: dataDir("last/again"), tasks: true, env: database() }));
    await crowd.more(5);
    await nothingFailed(scene, crowd, [spare]);
  },
);

test("this version continues while a later one adds a column to every table, also to one that is being read: no call fails, it stays ready and starts again", async () => {
  await anEmptyDatabase("next");
  await migrate();
  const here = await thisVersion("next/here");
  const scene = await aLoadScene();
  await aCampaign(scene.app);
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  const next = Release.next(
    join(folder, "next", "release"),
    tables.map(({ name }) => `ALTER TABLE "${name}" ADD COLUMN "added_later" text;`),
  );
  let servers: Server[] = [here];
  const crowd = new LoadClients(scene, (caller) => servers[caller % servers.length] ?? null);
  const spare = new Watch(reads(scene), scene, () => here);
  const balancer = new Watch(["GET /api/health/ready", "GET /api/health"], scene, () => here);
  await crowd.more(5);
  // A long read, like a backup's. A migration that waited for the table would block all other statements.
  const reading = sql.begin(async (tx) => {
    await tx`/* all projects */ select 1 from installs limit 1`;
    await pause(3_000);
  });
  const migrated = await next.run({ ...database(), DATA_DIR: dataDir("next/migrate") }, "bin/migrate.ts");
  await reading;
  expect(migrated).toMatchObject({ code: 0, output: expect.stringMatching(/^Migrated:\n {2}9000_next\n/) });
  await crowd.more(5);
  servers = [here, await thisVersion("next/again")];
  await crowd.more(5);
  expect(await balancer.stop()).toEqual([]);
  await nothingFailed(scene, crowd, [spare]);
});
