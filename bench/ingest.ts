/**
 * Measures how fast 64 connections can send apps' calls. Each answer follows the commit of its row, with the ledger up
 * to date. It is compared with an empty route handler of Next, and with a bare server. The bare server parses, checks
 * and stores the same events in batches, without counting. Then the process is killed under load, and every answered
 * event must be found.
 */
import { writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { withNewDatabase } from "@/bench/database";
import { callBodies, hasWrk, type Loaded, postingFor, wrk } from "@/bench/load-tools/wrk";
import { formatCount, goalVerdict, numberArgument, printLine } from "@/bench/print";
import { type Served, serveBenchNext, serveInChild } from "@/bench/servers";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { aCampaign, anAttributedUser, aProject, withoutLimits } from "@/testing/factories";

const projects = 50;
const usersPerProject = 20;
const connections = 64;

const goals = { next: 5, batching: 0.4, p99: 100, delivered: 1 / 1.15 };
const deliveredName = "capture-event, sent to destinations";

type User = { token: string; instance: string };

/**
 * `--seconds 4 --rounds 5` sets the duration and the number of measurements. `--destinations 10` also measures events
 * of projects with that many destinations.
 */
export async function run(args: string[]): Promise<void> {
  if (!hasWrk()) throw new Error("This benchmark needs the load generator wrk: apt install wrk");
  const seconds = numberArgument(args, "seconds", 4);
  const rounds = numberArgument(args, "rounds", 5);
  const destinations = numberArgument(args, "destinations", 0);
  await withNewDatabase(async (dataDir) => {
    const users = await prepare(0);
    const deliveredUsers = destinations > 0 ? await prepare(destinations) : null;
    const scripts = Object.fromEntries(
      Object.entries(callBodies).map(([name, body]) => {
        const file = join(dataDir, `${name}.lua`);
        writeFileSync(file, postingFor(users, `/api/client/${name}`, body));
        return [name, file];
      }),
    ) as Record<keyof typeof callBodies, string>;
    const delivered = deliveredUsers && join(dataDir, "delivered.lua");
    if (delivered)
      writeFileSync(
        delivered,
        postingFor(deliveredUsers, "/api/client/capture-event", callBodies["capture-event"]),
      );
    const toNext = join(dataDir, "next.lua");
    // The empty handler of Next has one address.
    writeFileSync(toNext, postingFor(users, "/", callBodies["capture-event"]));
    const front = await serveInChild("front");
    const others = { next: await serveBenchNext(), batching: await serveInChild("ingest") };
    try {
      await compare({ front, ...others }, { ...scripts, next: toNext, delivered }, seconds, rounds);
      await killed(front, users);
    } finally {
      for (const server of [front, ...Object.values(others)]) await server.stop();
    }
  });
}

async function prepare(destinations: number): Promise<User[]> {
  const users: User[] = [];
  for (let i = 0; i < projects; i++) {
    const app = await aProject({ timeZone: "Europe/Berlin" });
    await withoutLimits(app);
    const campaign = await aCampaign(app);
    for (let n = 0; n < destinations; n++) {
      const settings = { url: "https://example.com/hook" };
      const hook = { kind: "webhook", name: `Hook ${n}`, mode: "live", settings, secrets: {} } as const;
      await createDestination(app.project, hook, commandLine, new Date());
    }
    for (let n = 0; n < usersPerProject; n++) {
      const { instance } = await anAttributedUser(app, campaign.id);
      users.push({ token: app.token, instance });
    }
  }
  await sql`
    create table if not exists bare_events (id uuid primary key, at timestamptz, token text, instance text, name text, data jsonb)`;
  return users;
}

async function compare(
  servers: Record<"front" | "next" | "batching", Served>,
  scripts: Record<keyof typeof callBodies | "next", string> & { delivered: string | null },
  seconds: number,
  rounds: number,
): Promise<void> {
  const series = [
    { name: "an empty route handler of Next", of: servers.next, script: "next" },
    { name: "bare node:http, batched inserts", of: servers.batching, script: "capture-event" },
    { name: "capture-event", of: servers.front, script: "capture-event" },
    // Directly after its baseline, because the database's cleanup slows later measurements of a turn.
    ...(scripts.delivered ? [{ name: deliveredName, of: servers.front, script: "delivered" } as const] : []),
    { name: "capture-payment", of: servers.front, script: "capture-payment" },
    { name: "init", of: servers.front, script: "init" },
  ] as const;
  const results = series.map(() => [] as Loaded[]);
  const scriptOf = (name: (typeof series)[number]["script"]) => scripts[name] ?? "";
  for (const { of, script } of series) await wrk(of.port, scriptOf(script), connections, 2);
  for (let round = 0; round < rounds; round++) {
    for (const [i, { of, script }] of series.entries())
      results[i]?.push(await wrk(of.port, scriptOf(script), connections, seconds));
  }
  const middles = results.map(
    (turns) => turns.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(turns.length / 2)]!,
  );
  printLine(`\n${connections} connections, ${projects} projects, ${rounds} turns of ${seconds} s, median:`);
  for (const [i, { name }] of series.entries()) {
    const { perSecond, median, p99 } = middles[i]!;
    printLine(
      `  ${name.padEnd(34)} ${perSecond.toFixed(0).padStart(7)}/s   median ${median.toFixed(2)} ms   p99 ${p99.toFixed(1)} ms`,
    );
  }
  const [next, batching, ...own] = middles as [Loaded, Loaded, ...Loaded[]];
  for (const [i, { perSecond, p99 }] of own.entries()) {
    printLine(`\n${series[i + 2]?.name} as a multiple of:`);
    const isEvent = i === 0;
    const shown = (ratio: number, goal: number) => (isEvent ? goalVerdict(ratio, goal) : ratio.toFixed(2));
    printLine(`  an empty route handler of Next     ${shown(perSecond / next.perSecond, goals.next)}`);
    printLine(
      `  bare node:http, batched inserts    ${shown(perSecond / batching.perSecond, goals.batching)}`,
    );
    if (series[i + 2]?.name === deliveredName)
      printLine(
        `  capture-event without destinations ${goalVerdict(perSecond / own[0]!.perSecond, goals.delivered)}`,
      );
    if (isEvent)
      printLine(`  p99 ${p99.toFixed(1)} ms (goal ${goals.p99}: ${p99 <= goals.p99 ? "met" : "missed"})`);
  }
}

/** Sends events until the process is killed. Every answered event must be stored and counted. */
async function killed(front: Served, users: User[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answered: string[] = [];
  let sent = 0;
  let isUp = true;
  const sender = async () => {
    while (isUp) {
      const mark = `killed-${sent++}`;
      const user = users[sent % users.length]!;
      const body = JSON.stringify({
        token: user.token,
        install_instance_id: user.instance,
        event_name: "until_killed",
        event_data: { mark },
      });
      try {
        if ((await post(agent, front.port, "/api/client/capture-event", body)) === 200) answered.push(mark);
      } catch {
        isUp = false;
      }
    }
  };
  setTimeout(() => process.kill(front.pid, "SIGKILL"), 3_000);
  await Promise.all(Array.from({ length: connections }, sender));
  agent.destroy();
  // Waits until Postgres has decided if the last running statement is committed.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const rows = await sql<{ mark: string }[]>`
    /* all projects */ select data->>'mark' as mark from events where name = 'until_killed'`;
  const stored = new Set(rows.map(({ mark }) => mark));
  const lost = answered.filter((mark) => !stored.has(mark));
  const [shown] = await sql<{ events: number; counted: number }[]>`
    /* all projects */ select (select count(*) from events)::int as events,
      (select coalesce(sum(count), 0) from ledger where measure = 'event')::int as counted`;
  printLine(
    `\nKilled with SIGKILL under load: ${formatCount(answered.length)} answered, ${formatCount(stored.size)} stored, ${lost.length} lost; ` +
      `${formatCount(shown!.events)} events in the database, ${formatCount(shown!.counted)} in the ledger`,
  );
  if (lost.length > 0 || shown!.events !== shown!.counted)
    throw new Error("acknowledged events are missing or not counted");
}

function post(agent: Agent, port: number, path: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const call = request({ agent, port, path, method: "POST", headers, host: "127.0.0.1" }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", reject);
    });
    call.on("error", reject);
    call.end(body);
  });
}
