import { PassThrough, Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { completeEnv } from "@/lib/base/env";
import { compactDay } from "@/lib/ledger/compaction-queries";
import { exportProject } from "@/lib/moving/export";
import type { FollowRound } from "@/lib/moving/follow";
import { importProject } from "@/lib/moving/import";
import { factTables } from "@/lib/moving/tables";
import { type AProject, anAccount } from "@/testing/factories";
import { fillTables } from "@/testing/full-project";
import { type Instance, instances } from "@/testing/instances";
import { inPieces, rowsAndReport } from "@/testing/project-rows";
import { knownProject } from "@/testing/reporting";

const now = new Date("2026-06-20T12:00:00Z");

let all: Awaited<ReturnType<typeof instances>>;
let old: Instance;
let app: AProject;
beforeAll(async () => {
  all = await instances();
  old = await all.instance("the key");
  await all.at(old, async () => {
    await sql`select make_month_partitions('2026-05-01', '2026-06-30')`;
    app = await fillTables((await knownProject()).app);
  });
});
afterEach(() => all.at(old, () => sql`update projects set frozen_at = null where id = ${app.project.id}`));
afterAll(() => all.end());

const soon = { timeout: 120_000, interval: 100 };

type Change = (left: FollowRound) => Promise<unknown>;

/** Exports the project, with one of the changes after each round, and then freezes it. */
async function following(
  changes: Change[],
  progress: (line: string) => void = () => {},
  to = new PassThrough(),
) {
  const parts: Buffer[] = [];
  to.on("data", (part: Buffer) => parts.push(part));
  const left = [...changes];
  await exportProject(app.project, to, {
    now,
    passphrase: null,
    progress,
    switchAfter: async (round) => {
      await left.shift()?.(round);
      return left.length === 0;
    },
  });
  return Buffer.concat(parts);
}

const bring = async (bytes: Buffer, account: number | string) =>
  importProject(
    Readable.from(inPieces(bytes)),
    {
      account: account as never,
      appUrl: "https://cairn.example",
      passphrase: () => Promise.reject(new Error("there is none")),
      consent: async () => {},
      progress: () => {},
    },
    { rows: 50, bytes: 1e6 },
  );

const isFrozen = async () =>
  (await sql`select from projects where id = ${app.project.id} and frozen_at is not null`).length > 0;

const touch = (table: string) => sql`
  update ${sql(table)} set project_id = project_id where project_id = ${app.project.id}`;

async function receive(table: string): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    delete from ${sql(table)} t where t.project_id = ${app.project.id} returning to_jsonb(t)::text as row`;
  return rows.map(({ row }) => row);
}

const bringBack = (table: string, rows: string[]) => sql`/* all projects */
  insert into ${sql(table)} overriding system value
  select (jsonb_populate_record(null::${sql(table)}, row::jsonb)).* from unnest(${rows}::text[]) as row`;

test("a project whose export fails at the last moment continues", async () => {
  await all.at(old, async () => {
    const to = new PassThrough();
    const lines: string[] = [];
    const progress = (line: string) => {
      lines.push(line);
      if (line.startsWith("The project is frozen")) to.destroy(new Error("the pipe broke"));
    };
    await expect(following([async () => {}], progress, to)).rejects.toThrow("the pipe broke");
    expect(lines.at(-1)).toBe("The project is not frozen any more, and goes on.");
    expect(await isFrozen()).toBe(false);
  });
});

test("so does one whose last bytes could not be stored", async () => {
  await all.at(old, async () => {
    const to = new PassThrough({ flush: (done) => done(new Error("no space left")) });
    await expect(following([async () => {}], () => {}, to)).rejects.toThrow("no space left");
    expect(await isFrozen()).toBe(false);
  });
});

test("sent keys are bound to one connection: without it nothing more is sent", async () => {
  await all.at(old, async () => {
    const others = sql`
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
    const cut = async () => {
      await sql`select pg_terminate_backend(pid) ${others}`;
      await expect.poll(() => sql`select pid ${others}`, soon).toEqual([]);
      // The driver receives the row after that.
      await new Promise((resolve) => setTimeout(resolve, 500));
    };
    await expect(following([cut, async () => {}])).rejects.toThrow(/connection to the database was lost/i);
    expect(await isFrozen()).toBe(false);
    completeEnv({ DATABASE_PREPARE: "off" });
    await expect(following([])).rejects.toThrow("--follow needs a direct connection");
    completeEnv({ DATABASE_PREPARE: "" });
  });
});

test("of two concurrent imports the second is rejected, and the first is not affected", async () => {
  const bytes = await all.at(old, () => following([async () => {}]));
  await all.at(old, () => sql`update projects set frozen_at = null where id = ${app.project.id}`);
  const again = await all.at(old, () => following([async () => {}]));
  const other = await all.instance("the key");
  await all.at(other, async () => {
    const slowly = new PassThrough();
    const first = importProject(slowly, {
      account: "New",
      appUrl: "https://cairn.example",
      passphrase: () => Promise.reject(new Error("there is none")),
      consent: async () => {},
      progress: () => {},
    });
    first.catch(() => {});
    slowly.write(bytes.subarray(0, 10_000));
    await expect.poll(() => sql`select project_id from project_imports`, soon).toHaveLength(1);
    for (const second of [bytes, again])
      await expect(bring(second, "Another")).rejects.toThrow(
        "Another import of this project is in progress. Wait until it ends.",
      );
    slowly.end(bytes.subarray(10_000));
    expect(await first).toMatchObject({ project_id: app.project.id });
    expect(await sql`select name from accounts where name in ('New', 'Another')`).toEqual([{ name: "New" }]);
  });
});

test("rows of every table that are added, changed, deleted and added again during the export arrive in their final state", async () => {
  const received = new Map<string, string[]>();
  const half = factTables.filter((_, at) => at % 2 === 0);
  const rounds: FollowRound[] = [];
  const { bytes, before } = await all.at(old, async () => {
    const bytes = await following([
      async (round) => {
        rounds.push(round);
        for (const table of half) received.set(table, await receive(table));
        for (const table of factTables) await touch(table);
      },
      async (round) => {
        rounds.push(round);
        for (const table of half.slice(1)) await bringBack(table, received.get(table)!);
        await sql`
          insert into ledger (project_id, day, campaign_id, measure, count)
          select ${app.project.id}, '2026-06-03', 1, 'installs', 1 from generate_series(1, 20)`;
        await sql`update projects set name = 'Other', time_zone = 'Asia/Tokyo' where id = ${app.project.id}`;
      },
      async (round) => {
        rounds.push(round);
        expect(await compactDay(app.project.id, "2026-06-03")).toMatchObject({ after: expect.any(Number) });
      },
    ]);
    expect(await isFrozen()).toBe(true);
    return { bytes, before: await rowsAndReport(app.project.id, now) };
  });
  // The first round found no changes.
  expect(rounds.map(({ rows, deleted }) => rows + deleted > 0)).toEqual([false, true, true]);
  expect(before.rows[half[0]!]).toEqual([]);
  const text = gunzipSync(bytes);
  const other = await all.instance("the key");
  await all.at(other, async () => {
    const account = await anAccount();
    for (const share of [0.7, 0.9]) {
      const cut = gzipSync(text.subarray(0, Math.floor(text.length * share)));
      await expect(bring(cut, account)).rejects.toThrow("damaged or incomplete");
      expect(await sql`select from projects where deleted_at is null`).toEqual([]);
    }
    expect(await bring(bytes, account)).toMatchObject({ project_id: app.project.id, name: "Other" });
    expect(await rowsAndReport(app.project.id, now)).toEqual(before);
    expect(await sql`select time_zone, frozen_at from projects`).toEqual([
      { time_zone: "Asia/Tokyo", frozen_at: null },
    ]);
  });
});
