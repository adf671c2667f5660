import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { type AProject, aCampaign, aProject, aStoreListing, ledgerOf } from "@/db/world";
import { randomBase62 } from "@/lib/ids";
import { Way } from "@/server/testing-way";

const program = `
  const { Router } = await import("@/lib/http/node.ts");
  const { createFront } = await import("@/server/front.ts");
  const { isAppHost } = await import("@/server/hosts.ts");
  const { linkHandler, openLinks } = await import("@/server/links.ts");
  const links = openLinks({ mustSpool: true });
  const front = createFront({ router: new Router([]), links: linkHandler(links), isAppHost, pipe: null });
  front.listen(0, "127.0.0.1", () => process.send(front.address().port));
  process.on("disconnect", () => process.exit());
`;

let dataDir = "";
let way: Way;
let app: AProject;
let host = "";
let campaign: { id: number; displayId: string };
let child: ChildProcess | null = null;
let port = 0;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

async function startServer() {
  const begun = spawn(
    process.execPath,
    ["--import", "./bin/hooks.mjs", "--input-type=module", "-e", program],
    {
      cwd: join(import.meta.dirname, ".."),
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_SOCKET: way.folder, LOG_LEVEL: "silent" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    },
  );
  child = begun;
  port = await new Promise<number>((resolve, reject) => {
    begun.once("message", (said) => resolve(Number(said)));
    begun.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

async function killServer() {
  const ended = new Promise((resolve) => child?.once("exit", resolve));
  child?.kill("SIGKILL");
  await ended;
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "cairn-outage-"));
  way = new Way(join(dataDir, "way"));
  await way.begin();
  host = `${randomBase62(8).toLowerCase()}.go.example`;
  app = await aProject({ domain: host });
  await aStoreListing(app, "ANDROID");
  campaign = await aCampaign(app);
});

afterAll(async () => {
  await killServer();
  way.end();
  rmSync(dataDir, { recursive: true, force: true });
});

const phone =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36";

type Answer = { status: number; clickId: string | null; text: string };

function followLink(path = `/?c=${campaign.displayId}`): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, path, agent, headers: { host, "user-agent": phone } }, (response) => {
      let text = "";
      response.on("data", (part) => {
        text += part;
      });
      response.on("error", reject);
      response.on("end", () => {
        const location = response.headers.location ?? "https://nowhere.example/";
        const referrer = new URL(location).searchParams.get("referrer") ?? "";
        const clickId = new URLSearchParams(referrer).get("cairn_click");
        resolve({ status: response.statusCode ?? 0, clickId, text });
      });
    });
    request.on("error", reject);
    request.end();
  });
}

/** Visitors who come one after the other, 32 at a time, until told to stop. Those whose redirect came. */
function visitors() {
  const sent: string[] = [];
  let going = true;
  const one = async () => {
    while (going) {
      const answer = await followLink().catch(() => null);
      if (answer?.status === 302 && answer.clickId) sent.push(answer.clickId);
      if (!answer) await pause(20);
    }
  };
  const all = Promise.all(Array.from({ length: 32 }, one));
  return {
    async stop() {
      going = false;
      await all;
      return sent;
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const spooled = () => readdirSync(join(dataDir, "spool")).filter((name) => name.endsWith(".spool")).length;
const emptied = () => expect.poll(spooled, { timeout: 20_000, interval: 100 }).toBe(0);

async function missingOf(sent: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from clicks where project_id = ${app.project.id} and id = any(${sent}::uuid[])`;
  const stored = new Set(rows.map((row) => row.id));
  return sent.filter((id) => !stored.has(id));
}

async function countedExactly() {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from clicks where project_id = ${app.project.id} and not_counted is null`;
  expect(await ledgerOf(app.project.id)).toEqual({ clicks: { count: row?.n, amount: 0 } });
}

test("kill -9 at any moment, with the database there, away or hanging: no click whose redirect was sent is lost, none counted twice", async () => {
  await startServer();
  await followLink();
  const states: ((way: Way) => void)[] = [
    (w) => w.open(),
    (w) => w.cut(),
    (w) => w.clog(),
    (w) => {
      w.cut();
      setTimeout(() => w.open(), 300);
    },
  ];
  const sent: string[] = [];
  for (const [round, change] of states.entries()) {
    const crowd = visitors();
    await pause(200);
    change(way);
    await pause(700 + round * 133);
    await killServer();
    way.cut();
    way.open();
    await startServer();
    sent.push(...(await crowd.stop()));
    await followLink();
  }
  await emptied();
  expect(sent.length).toBeGreaterThan(500);
  expect(await missingOf(sent)).toEqual([]);
  await countedExactly();
}, 90_000);

test("while the database is away known links are followed as before, and their clicks stored when it is back", async () => {
  await followLink();
  way.cut();
  const answers: Answer[] = [];
  for (let i = 0; i < 50; i++) {
    const began = performance.now();
    answers.push(await followLink());
    expect(performance.now() - began).toBeLessThan(1_500);
  }
  expect(answers.every((answer) => answer.status === 302)).toBe(true);
  expect(spooled()).toBeGreaterThan(0);
  way.open();
  await emptied();
  expect(await missingOf(answers.map((answer) => answer.clickId!))).toEqual([]);
  await countedExactly();
}, 60_000);

test("while the database hangs nobody waits long, and what it did after all is not counted twice", async () => {
  await followLink();
  way.clog();
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const began = performance.now();
      const answer = await followLink();
      return { ...answer, took: performance.now() - began };
    }),
  );
  expect(answers.every((answer) => answer.status === 302)).toBe(true);
  expect(Math.max(...answers.map((answer) => answer.took))).toBeLessThan(3_000);
  way.open();
  await emptied();
  expect(await missingOf(answers.map((answer) => answer.clickId!))).toEqual([]);
  await countedExactly();
}, 60_000);

test("a link that cannot be known while the database is away gets a page that says so and offers to try again", async () => {
  way.cut();
  const answer = await followLink(`/?c=${(await aCampaign(app)).displayId}`);
  expect(answer.status).toBe(503);
  expect(answer.text).toContain("Try again");
  way.open();
}, 60_000);
