import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Spool, SpoolFull } from "@/server/spool/spool";

type Row = { id: string; text?: string };

let folder = "";
const opened: Spool<Row>[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-spool-"));
});

afterEach(async () => {
  for (const spool of opened.splice(0)) await spool.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A database that is unavailable until the test starts it. */
function database() {
  const stored: string[] = [];
  const state = { away: true, refuses: new Set<string>() };
  return {
    stored,
    state,
    store: async (rows: Row[]) => {
      if (state.away) throw Object.assign(new Error("away"), { code: "ECONNREFUSED" });
      if (rows.some(({ id }) => state.refuses.has(id)))
        throw Object.assign(new Error("bad"), { code: "22P02" });
      stored.push(...rows.map(({ id }) => id));
    },
  };
}

function open(
  store: (rows: Row[]) => Promise<unknown>,
  more: { maxBytes?: number; segmentBytes?: number } = {},
) {
  const spool = new Spool<Row>({ folder, store, ...more });
  opened.push(spool);
  return spool;
}

const files = () => readdirSync(folder).filter((name) => name.endsWith(".spool"));
const ids = (count: number, prefix = "r") => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

test("a row is in a file when append resolves, and stored in order when the database is back", async () => {
  const { stored, state, store } = database();
  const spool = open(store, { segmentBytes: 2_000 });
  for (const id of ids(200)) await spool.append({ id });
  const text = files()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
  expect(ids(200).every((id) => text.includes(`"${id}"`))).toBe(true);
  expect(files().length).toBeGreaterThan(1);
  expect(await spool.drain()).toBe(false);
  expect(stored).toEqual([]);
  state.away = false;
  expect(await spool.drain()).toBe(true);
  expect(stored).toEqual(ids(200));
  expect(files()).toEqual([]);
  expect(spool.isEmpty).toBe(true);
});

test("many concurrent rows are all stored, with few writes", async () => {
  const { stored, state, store } = database();
  const spool = open(store);
  await Promise.all(ids(5_000).map((id) => spool.append({ id, text: 'ü😀\n\r\u2028"' })));
  state.away = false;
  await spool.drain();
  expect(stored).toEqual(ids(5_000));
});

test("rows added during a drain are neither lost nor stored twice", async () => {
  const { stored, state, store } = database();
  const spool = open(async (rows) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await store(rows);
  });
  await Promise.all(ids(1_000).map((id) => spool.append({ id })));
  state.away = false;
  const draining = spool.drain();
  await Promise.all(ids(1_000, "s").map((id) => spool.append({ id })));
  await draining;
  await spool.drain();
  expect([...stored].sort()).toEqual([...ids(1_000), ...ids(1_000, "s")].sort());
});

test("a line truncated by a crash is dropped, and earlier ones are not", async () => {
  const { stored, state, store } = database();
  const spool = open(store);
  for (const id of ids(10)) await spool.append({ id });
  const file = join(folder, files()[0]!);
  truncateSync(file, statSync(file).size - 3);
  state.away = false;
  expect(await spool.drain()).toBe(true);
  expect(stored).toEqual(ids(9));
});

test("a line corrupted on disk is dropped", async () => {
  const { stored, state, store } = database();
  const spool = open(store);
  await spool.append({ id: "good" });
  appendFileSync(join(folder, files()[0]!), '00000000 {"id":"forged"}\nnot even a line\n\n');
  state.away = false;
  await spool.drain();
  expect(stored).toEqual(["good"]);
});

test("the empty file of a process that was killed before its first row is removed", async () => {
  writeFileSync(join(folder, "0mb3k2x1a-000000-killed.spool"), "");
  const { stored, state, store } = database();
  const spool = open(store);
  expect({ isEmpty: spool.isEmpty, size: spool.size, oldestAt: spool.oldestAt }).toEqual({
    isEmpty: false,
    size: 0,
    oldestAt: null,
  });
  state.away = false;
  expect(await spool.drain()).toBe(true);
  expect({ files: files(), stored, isEmpty: spool.isEmpty }).toEqual({
    files: [],
    stored: [],
    isEmpty: true,
  });
});

test("the spool of a dead process is taken over, and that of a live one is not touched", async () => {
  const first = database();
  const living = open(first.store);
  await living.append({ id: "of the living" });
  const dead = open(first.store);
  await dead.append({ id: "of the dead" });
  // Simulates a kill: the lock is released, but the files remain.
  (dead as unknown as { lock: { release(): void } }).lock.release();

  const { stored, state, store } = database();
  state.away = false;
  const other = open(store);
  expect(other.isEmpty).toBe(false);
  await other.drain();
  expect(stored).toEqual(["of the dead"]);
  first.state.away = false;
  await living.drain();
  expect(first.stored).toEqual(["of the living"]);
});

test("a row that the database always rejects is put aside and blocks no others", async () => {
  const { stored, state, store } = database();
  const spool = open(store);
  for (const id of ids(100)) await spool.append({ id });
  state.away = false;
  state.refuses = new Set(["r7", "r50"]);
  expect(await spool.drain()).toBe(true);
  expect(stored).toEqual(ids(100).filter((id) => id !== "r7" && id !== "r50"));
  expect(readFileSync(join(folder, "refused.jsonl"), "utf8").trim().split("\n")).toEqual([
    '{"id":"r7"}',
    '{"id":"r50"}',
  ]);
});

test("it is limited: rows beyond the limit are rejected, and stored ones stay", async () => {
  const { stored, state, store } = database();
  const spool = open(store, { maxBytes: 2_000 });
  const kept: string[] = [];
  let refused = 0;
  for (const id of ids(200)) {
    await spool.append({ id }).then(
      () => kept.push(id),
      (error) => {
        expect(error).toBeInstanceOf(SpoolFull);
        refused++;
      },
    );
  }
  expect(kept.length).toBeGreaterThan(20);
  expect(refused).toBeGreaterThan(20);
  state.away = false;
  await spool.drain();
  expect(stored).toEqual(kept);
  await spool.append({ id: "room again" });
});

test("a failing file is followed by another, with that row and later ones", async () => {
  const { stored, state, store } = database();
  const spool = open(store);
  await spool.append({ id: "before" });
  const current = (spool as unknown as { current: { handle: { datasync(): Promise<void> } } }).current;
  current.handle.datasync = () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" }));
  await spool.append({ id: "failed" });
  await spool.append({ id: "after" });
  expect(files()).toHaveLength(2);
  state.away = false;
  await spool.drain();
  expect([...new Set(stored)]).toEqual(["before", "failed", "after"]);
});
