import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { postmasterOf } from "@/server/database/postmaster-file";
import { copyTemplateDatabase } from "@/testing/template";

const folder = mkdtempSync(join(tmpdir(), "cairn-db-"));
const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const preamble = `
  const { claimDataDir, openDatabase, withDatabase } = await import("@/server/database/database.ts");
  const { sql } = await import("@/db/index.ts");
  const { migrate } = await import("@/db/migrate/migrate.ts");
  const say = (text) => new Promise((sent) => process.send(text, sent));
  const received = () => new Promise((go) => process.once("message", go));
`;
/** Uses the database until the test lets it continue. */
const command = `${preamble}
  await withDatabase(async () => {
    await migrate();
    await say("in");
    await received();
    const [row] = await sql\`select count(*)::int as n from projects\`;
    await say("counted " + row.n);
  });
  await say("out");
  process.disconnect();`;
const server = `${preamble}
  const claim = claimDataDir("http://localhost:1");
  const database = await openDatabase();
  await say("up");
  await received();
  await say("closing");
  await database.close();
  claim.release();
  await say("down");
  process.disconnect();`;

/** Runs code in another process on the data folder, and collects its output. */
function begin(dataDir: string, code: string) {
  const child = spawn(process.execPath, ["--import", "./bin/hooks.mjs", "--input-type=module", "-e", code], {
    cwd: join(import.meta.dirname, "../.."),
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", DATABASE_SOCKET: "" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  children.add(child);
  const logged: string[] = [];
  let errors = "";
  child.on("message", (text) => logged.push(String(text)));
  child.stderr?.on("data", (text) => {
    errors += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    said: logged,
    errors: () => errors,
    ended,
    goOn: () => child.send("go"),
    kill: () => child.kill("SIGKILL"),
    until: (text: string) => expect.poll(() => logged, { interval: 20 }).toContain(text),
  };
}

/** A data folder with a database, because only the first test is about creating one. */
async function withCluster(name: string): Promise<string> {
  const dataDir = join(folder, name);
  await copyTemplateDatabase(dataDir);
  return dataDir;
}

const clusterOf = (dataDir: string) => join(dataDir, "postgres");

test("a command without a server starts the database for the call and leaves nothing running", async () => {
  const dataDir = join(folder, "alone");
  const one = begin(dataDir, command);
  await one.until("in");
  one.goOn();
  await one.until("out");
  expect(one.said).toEqual(["in", "counted 0", "out"]);
  expect(await one.ended).toBe(0);
  expect(postmasterOf(clusterOf(dataDir))).toBeNull();
});

test("a command next to a server uses the server's database", async () => {
  const dataDir = await withCluster("beside");
  const running = begin(dataDir, server);
  await running.until("up");
  const postmaster = postmasterOf(clusterOf(dataDir));
  const one = begin(dataDir, command);
  await one.until("in");
  expect(postmasterOf(clusterOf(dataDir))).toBe(postmaster);
  one.goOn();
  expect(await one.ended).toBe(0);
  expect(postmasterOf(clusterOf(dataDir))).toBe(postmaster);
  running.goOn();
  expect(await running.ended).toBe(0);
  expect(postmasterOf(clusterOf(dataDir))).toBeNull();
});

test("a server that stops waits for the command that uses its database", async () => {
  const dataDir = await withCluster("stopping");
  const running = begin(dataDir, server);
  await running.until("up");
  const one = begin(dataDir, command);
  await one.until("in");
  running.goOn();
  await running.until("closing");
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(running.said).not.toContain("down");
  one.goOn();
  await one.until("counted 0");
  expect(await one.ended).toBe(0);
  expect(await running.ended).toBe(0);
});

test("a server that starts while a command has its own database waits, then has it for itself", async () => {
  const dataDir = await withCluster("starting");
  const one = begin(dataDir, command);
  await one.until("in");
  const running = begin(dataDir, server);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(running.said).toEqual([]);
  one.goOn();
  await one.until("counted 0");
  await running.until("up");
  expect(await one.ended).toBe(0);
  running.goOn();
  expect(await running.ended).toBe(0);
});

test("concurrent commands and a server all get their turn", async () => {
  const dataDir = await withCluster("rush");
  const running = begin(dataDir, server);
  const commands = [1, 2, 3, 4].map(() => begin(dataDir, command));
  for (const one of commands) {
    void one.until("in").then(() => one.goOn());
  }
  expect(await Promise.all(commands.map((one) => one.ended))).toEqual([0, 0, 0, 0]);
  expect(commands.map((one) => one.errors())).toEqual(["", "", "", ""]);
  await running.until("up");
  running.goOn();
  expect(await running.ended).toBe(0);
});

test("a second server on the same folder is rejected in one line; after kill -9 of the first it can start", async () => {
  const dataDir = await withCluster("twice");
  const first = begin(dataDir, server);
  await first.until("up");
  const second = begin(dataDir, server);
  expect(await second.ended).toBe(1);
  expect(second.errors()).toMatch(
    /Cairn is already running on .*twice \(process \d+, http:\/\/localhost:1\)/,
  );
  first.kill();
  await first.ended;
  const third = begin(dataDir, server);
  await third.until("up");
  third.goOn();
  expect(await third.ended).toBe(0);
});
