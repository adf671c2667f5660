import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { connect as connectDatabase, sql } from "@/db";
import { withDeadline } from "@/lib/base/deadline";
import { completeEnv, env } from "@/lib/base/env";
import { prepareDatabase } from "@/server/prepare";
import { App } from "@/testing/app";
import { separateDatabase } from "@/testing/database";
import { aLoadScene, brokenPromises, LoadClients } from "@/testing/load";
import { hasPgBouncer, startPgBouncer } from "@/testing/programs/pgbouncer";

const folder = mkdtempSync(join(tmpdir(), "cairn-pooler-"));
let database: Awaited<ReturnType<typeof separateDatabase>>;
let pooler: Awaited<ReturnType<typeof startPgBouncer>> | null = null;
let app: App | null = null;

describe.runIf(hasPgBouncer())("behind PgBouncer", () => {
  // PgBouncer runs as the user `nobody`, who cannot access the database's socket.
  const door = createServer((near) => {
    const far = connect(socket);
    near.pipe(far).pipe(near);
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
  });
  let socket = "";
  beforeAll(async () => {
    database = await separateDatabase(folder);
    socket = join(env.DATABASE_SOCKET ?? "", ".s.PGSQL.5432");
    await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    door.close();
    await database.end();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    await app?.kill();
    app = null;
    pooler?.stop();
    pooler = null;
    await sql`alter role current_user in database cairn reset all`;
  });

  async function pool(settings: string): Promise<string> {
    const { port: direct } = door.address() as AddressInfo;
    pooler = await startPgBouncer(folder, {
      databases: `cairn = host=127.0.0.1 port=${direct} user=cairn`,
      settings: `auth_type = any\n${settings}`,
    });
    return `postgres://cairn@127.0.0.1:${pooler.port}/cairn`;
  }

  const through = (url: string, settings: Record<string, string> = {}) => {
    const dataDir = mkdtempSync(join(folder, "data-"));
    return App.start({
      dataDir,
      tasks: true,
      env: { DATABASE_URL: url, DATABASE_SOCKET: "", ...settings },
    });
  };

  const kinds = [
    ["per transaction", "pool_mode = transaction\ndefault_pool_size = 8", { DATABASE_PREPARE: "off" }],
    [
      "per session, that drops what it does not know",
      "pool_mode = session\ndefault_pool_size = 40\nignore_startup_parameters = extra_float_digits,statement_timeout,lock_timeout,idle_in_transaction_session_timeout",
      {},
    ],
  ] as const;

  test.each(kinds)(
    "%s: statements have their timeouts, and everything acknowledged under load is stored once",
    async (_name, settings, own) => {
      app = await through(await pool(settings), own);
      const [set] = await sql`
        select setconfig from pg_db_role_setting s join pg_roles r on r.oid = s.setrole where r.rolname = current_user`;
      expect(set?.setconfig.toString()).toContain("statement_timeout=15000");
      const scene = await aLoadScene();
      const crowd = new LoadClients(scene, () => app, 6);
      await crowd.more(30);
      const counts = await crowd.stop();
      expect(crowd.wrong).toEqual([]);
      expect(await brokenPromises(scene, [counts])).toEqual({});
    },
  );

  test("per transaction: concurrent statements all get their results", async () => {
    const [, settings, own] = kinds[0];
    const output = await startingThrough(settings, own.DATABASE_PREPARE, async () => {
      const one = connectDatabase({ max: 1 });
      // A statement with a slow describe step is still in progress when the one before it has ended.
      const slow = (n: number) =>
        one.unsafe(
          `select ${Array.from({ length: 1_500 }, (_, i) => `$1::int + ${i} as c${i}`).join(", ")}`,
          [n],
        );
      for (let n = 0; n < 10; n++) await withDeadline(Promise.all([one`select 1`, slow(n)]), 60_000);
      await one.end();
    });
    expect(output).toBe("it starts");
  });

  test("per transaction: a transaction of several statements is committed or rolled back as a whole", async () => {
    const [, settings, own] = kinds[0];
    const output = await startingThrough(settings, own.DATABASE_PREPARE, async () => {
      const pooled = connectDatabase({ max: 2 });
      await pooled`create table in_steps (n int)`;
      const insert = (client: typeof pooled, n: number) => client`insert into in_steps values (${n}::int)`;
      for (let n = 0; n < 20; n += 2) {
        const whole = pooled.begin(async (transaction) => {
          await insert(transaction as never, n);
          await insert(transaction as never, n);
        });
        const half = pooled.begin(async (transaction) => {
          await insert(transaction as never, n + 1);
          throw new Error("no");
        });
        await Promise.all([
          whole,
          expect(half).rejects.toThrow("no"),
          expect(pooled`select ${n}::int as n`).resolves.toEqual([{ n }]),
        ]);
      }
      await pooled.end();
    });
    expect(output).toBe("it starts");
    const rows = await sql`select n, count(*)::int as rows from in_steps group by n order by n`;
    expect(rows).toEqual(Array.from({ length: 10 }, (_, i) => ({ n: 2 * i, rows: 2 })));
  });

  async function startingThrough(settings: string, prepare: string, start: () => Promise<unknown>) {
    const before = {
      DATABASE_URL: env.DATABASE_URL ?? "",
      DATABASE_SOCKET: env.DATABASE_SOCKET ?? "",
      DATABASE_PREPARE: "",
    };
    completeEnv({ DATABASE_URL: await pool(settings), DATABASE_SOCKET: "", DATABASE_PREPARE: prepare });
    try {
      return await start().then(
        () => "it starts",
        (error: Error) => error.message,
      );
    } finally {
      completeEnv(before);
    }
  }

  test("that rejects Cairn's settings: the start names the setting to change", async () => {
    expect(await startingThrough("pool_mode = session", "", prepareDatabase)).toContain(
      "ignore_startup_parameters",
    );
  });

  const tooFew = "The pooler in front of the database has too few connections";

  test.each([
    ["one per transaction", "pool_mode = transaction\ndefault_pool_size = 1", "off"],
    [
      "one per session",
      "pool_mode = session\ndefault_pool_size = 1\nignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout",
      "",
    ],
    [
      "fewer per session than a process opens",
      "pool_mode = session\ndefault_pool_size = 6\nignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout",
      "",
    ],
  ])(
    "%s: the start is rejected within seconds, with the required number",
    async (_name, settings, prepare) => {
      const logged = await startingThrough(settings, prepare, prepareDatabase);
      expect(logged).toContain(tooFew);
      expect(logged).toContain("at least 4 with pool_mode = transaction");
      expect(logged).toContain("24 each");
    },
  );

  test("with the minimum per transaction it starts", async () => {
    expect(
      await startingThrough("pool_mode = transaction\ndefault_pool_size = 4", "off", prepareDatabase),
    ).toBe("it starts");
  });
});
