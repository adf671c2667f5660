import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/embedded-postgres";

const folder = mkdtempSync(join(tmpdir(), "cairn-waiting-"));
const migrations = join(process.cwd(), "db", "migrations");
const files = readdirSync(migrations)
  .filter((name) => name.endsWith(".sql"))
  .sort();
const its = files.findIndex((name) => name.endsWith("_installs_in_waiting.sql"));

let database: EmbeddedPostgres;
let on: postgres.Sql;

async function apply(names: string[]) {
  for (const name of names) await on.unsafe(readFileSync(join(migrations, name), "utf8"));
}

beforeAll(async () => {
  database = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  const { url, socket } = database.connection;
  on = postgres(url, { ...(socket ? { host: socket } : {}), max: 1, prepare: false, onnotice: () => {} });
});

afterAll(async () => {
  await on.end();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("installs that wait for their decision, or with facts that are to follow it, do so when the database is upgraded", async () => {
  await apply(files.slice(0, its));
  const install = (name: string, changes: Record<string, unknown>) => on`
    insert into installs ${on({
      project_id: 1,
      id: crypto.randomUUID(),
      install_instance_id: name,
      kind: "INSTALL",
      platform: "ANDROID",
      installed_at: new Date(),
      ...changes,
    })}`;
  const decided = { state: "DECIDED", decision_version: 1, moved_version: 1, decided_xid: 7 };
  await install("new", {});
  await install("tried", { tries: 3, not_before: new Date("2030-01-01") });
  await install("put aside", { state: "PARKED", tries: 5 });
  await install("done", decided);
  await install("decided again", { ...decided, decision_version: 2 });
  await install("looked at again", { ...decided, look_again: true });
  await install("looked at too early", { look_again: true });

  await apply(files.slice(its));
  expect(
    await on`
      /* all projects */ select s.install_instance_id as name, w.tries, w.not_before from undecided w
      join installs s on s.project_id = w.project_id and s.id = w.install_id order by 1`,
  ).toEqual([
    { name: "looked at too early", tries: 0, not_before: null },
    { name: "new", tries: 0, not_before: null },
    { name: "tried", tries: 3, not_before: new Date("2030-01-01") },
  ]);
  expect(
    await on`
      /* all projects */ select s.install_instance_id as name, s.counted_version, m.xid::int from unmoved m
      join installs s on s.project_id = m.project_id and s.id = m.install_id order by 1`,
  ).toEqual([
    { name: "decided again", counted_version: 1, xid: 7 },
    { name: "looked at again", counted_version: 1, xid: 7 },
  ]);
});

test("whoever still runs the version before stores no install that nobody would decide", async () => {
  const storing = on`insert into installs (project_id, moved_version) values (1, 0)`;
  await expect(storing).rejects.toMatchObject({ code: "42703" });
});
