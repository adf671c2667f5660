/**
 * Measures how fast 64 visitors can follow links, with every click committed before its redirect. It is compared with
 * minimal servers of other kinds, in turns within one run. Redirects per second alone depend on the machine.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { withNewDatabase } from "@/bench/database";
import {
  type Costs,
  costLines,
  type DatabaseTotals,
  databaseTotals,
  measureCosts,
  middleCosts,
} from "@/bench/load-tools/cpu";
import { measure } from "@/bench/load-tools/load";
import { hasWrk, type Loaded, linkAgents, luaForLinks, wrk } from "@/bench/load-tools/wrk";
import { goalVerdict, printLine } from "@/bench/print";
import { type Served, serveBenchNext, serveInChild } from "@/bench/servers";
import { sql } from "@/db";
import { linkHandler } from "@/server/http/links";
import { aCampaign, aProject, aStoreListing } from "@/testing/factories";

const visitors = 64;
/** The quick variant takes half a minute. */
const sizes = {
  full: { campaigns: 1_000, seconds: 4, rounds: 5 },
  quick: { campaigns: 100, seconds: 1, rounds: 3 },
};
type Size = (typeof sizes)["full"];
const host = "go.bench.example";

/** The goals, as ratios of rates. */
const goals = { next: 8, batching: 0.5 };

/** `--quick` measures for less time, and leaves out Next and the million clicks. */
export async function run(args: string[]): Promise<void> {
  const isQuick = args.includes("--quick");
  const size = isQuick ? sizes.quick : sizes.full;
  await withNewDatabase(
    async (dataDir) => {
      const served: { stop(): Promise<void> }[] = [];
      try {
        const ids = await prepare(size);
        const servers = {
          ...(isQuick ? {} : { next: await serveBenchNext() }),
          redirect: await serveInChild("redirect"),
          batching: await serveInChild("batching"),
          links: await serveInChild("links"),
        };
        served.push(...Object.values(servers));
        const load = loader(dataDir, ids);
        await measureCode(ids);
        await compare(servers, load, size, dataDir);
        if (!isQuick) await million(servers.links, load);
      } finally {
        for (const server of served) await server.stop();
      }
    },
    { LOG_LEVEL: "info" },
  );
}

/** A project with campaigns and pages in both stores, and the table of the bare server. */
async function prepare({ campaigns }: Size): Promise<string[]> {
  const app = await aProject({ domain: host, timeZone: "Asia/Kolkata" });
  await aStoreListing(app, "IOS");
  await aStoreListing(app, "ANDROID");
  const ids: string[] = [];
  for (let i = 0; i < campaigns; i++) {
    ids.push((await aCampaign(app, { name: `Campaign ${i}`, is_shortlink: true })).displayId);
  }
  await sql`create table bare_clicks (id uuid primary key, at timestamptz, path text, agent text, address text)`;
  return ids;
}

type Load = (port: number, which: "many" | "hot", seconds: number) => Promise<Loaded>;

/** The same visitors for every server, each with an address and the parameters of an ad. */
function loader(folder: string, ids: string[]): Load {
  if (!hasWrk()) return ownLoad(ids);
  const scripts = Object.fromEntries(
    (["many", "hot"] as const).map((which) => {
      const file = join(folder, `${which}.lua`);
      writeFileSync(file, luaForLinks(host, which === "hot" ? ids.slice(0, 1) : ids));
      return [which, file];
    }),
  ) as Record<"many" | "hot", string>;
  return (port, which, duration) => wrk(port, scripts[which], visitors, duration);
}

function ownLoad(ids: string[]): Load {
  let n = 0;
  return async (port, which, duration) => {
    const measured = await measure(
      {
        port,
        status: [204, 302],
        headers: {
          host,
          "user-agent": linkAgents[1]!,
          "accept-language": "en",
          "x-forwarded-for": "81.2.3.4",
        },
        path() {
          n++;
          const id = which === "hot" ? ids[0] : ids[n % ids.length];
          return `/?c=${id}&utm_source=facebook&fbclid=IwAR${n}&ad_set_id=12021${n % 10}&ad_id=9988${n % 20}`;
        },
      },
      visitors,
      duration,
    );
    return { ...measured, requests: Math.round(measured.perSecond * duration) };
  };
}

type Servers = Record<"redirect" | "batching" | "links", Served> & { next?: Served };

async function compare(servers: Servers, load: Load, size: Size, dataDir: string): Promise<void> {
  const { campaigns, seconds, rounds } = size;
  const { next, redirect, batching, links } = servers;
  const series = [
    { name: "bare node:http, 302", of: redirect, which: "many" },
    { name: "bare node:http, batched inserts", of: batching, which: "many" },
    { name: `links of ${campaigns} campaigns`, of: links, which: "many" },
    { name: "links of one hot campaign", of: links, which: "hot" },
    ...(next ? [{ name: "an empty route handler of Next", of: next, which: "many" } as const] : []),
  ] as const;
  const costsFor = ({ of: { pid, port }, which }: (typeof series)[number], duration: number) =>
    measureCosts({ pid, dataDir, totals: ownTotals }, () => load(port, which, duration));
  const results = series.map(() => [] as Costs[]);
  for (const one of series) await warmUp((seconds) => costsFor(one, seconds));
  for (let round = 0; round < rounds; round++) {
    for (const [i, one] of series.entries()) results[i]?.push(await costsFor(one, seconds));
  }
  printLine(`\n${visitors} connections, ${rounds} turns of ${seconds} s each, median:`);
  const middles = results.map(middle);
  for (const [i, { name }] of series.entries()) {
    const { perSecond, median, p99 } = middles[i]!;
    const times = `median ${median.toFixed(2)} ms   p99 ${p99.toFixed(1)} ms`;
    printLine(`  ${name.padEnd(34)} ${perSecond.toFixed(0).padStart(7)}/s   ${times}`);
  }
  const [bare, batched, many, hot, ofNext] = middles;
  printLine("\nLinks as a multiple of, by rate:");
  if (ofNext)
    printLine(
      `  an empty route handler of Next     ${goalVerdict(many!.perSecond / ofNext.perSecond, goals.next)}`,
    );
  printLine(
    `  bare node:http, batched inserts    ${goalVerdict(many!.perSecond / batched!.perSecond, goals.batching)}`,
  );
  printLine(`  bare node:http, 302                ${(many!.perSecond / bare!.perSecond).toFixed(2)}`);
  printLine(`One hot campaign as a multiple of many: ${(hot!.perSecond / many!.perSecond).toFixed(2)}`);
  printLine("\nOne request: bare batched inserts, links, and the bare server's share");
  for (const { label, of, digits } of costLines.filter(({ isPerRequest }) => isPerRequest)) {
    const [ofBare, ofLinks] = [middleCosts(results[1]!, of), middleCosts(results[2]!, of)];
    const shown = [ofBare, ofLinks].map((value) => value.toFixed(digits).padStart(9)).join(" ");
    printLine(`  ${label.padEnd(34)} ${shown}   ${(ofBare / ofLinks).toFixed(2)}`);
  }
}

/** Node compiles code that runs often, so a busy machine warms up for longer. */
async function warmUp(load: (seconds: number) => Promise<Loaded>): Promise<void> {
  let requests = 0;
  for (let times = 0; requests < 3_000 && times < 5; times++) requests += (await load(2)).requests;
}

/**
 * The code of one click in this process, without sockets and the database. It only depends on the code and the
 * processor, so it shows a change of a microsecond on a busy machine, too.
 */
async function measureCode(ids: string[]): Promise<void> {
  const follow = linkHandler({ record: async () => {}, visit: async () => {}, stop: async () => {} });
  let n = 0;
  const request = () => {
    n++;
    const address = `${(n % 7) + 80}.${n % 250}.${n % 199}.${n % 233}`;
    return {
      method: "GET",
      url: `/?c=${ids[n % ids.length]}&utm_source=facebook&fbclid=IwAR${n}&ad_set_id=12021${n % 10}&ad_id=9988${n % 20}`,
      headers: {
        host,
        "user-agent": linkAgents[n % linkAgents.length],
        "accept-language": "en-US,en;q=0.9",
        "x-forwarded-for": address,
      },
      socket: { remoteAddress: "127.0.0.1" },
    } as unknown as IncomingMessage;
  };
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    const before = process.cpuUsage();
    for (let i = 0; i < 5_000; i++) await follow(request(), {});
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 5_000);
  }
  times.sort((a, b) => a - b);
  printLine(`\nThe code of one click: ${times[4]!.toFixed(1)} µs (least ${times[0]!.toFixed(1)})`);
}

async function ownTotals(): Promise<DatabaseTotals> {
  const [totals] = await sql.unsafe<DatabaseTotals[]>(databaseTotals);
  return totals!;
}

const middle = (turns: Costs[]): Costs =>
  turns.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(turns.length / 2)]!;

/** Measures memory while a million clicks are followed. */
async function million(links: Served, load: Load): Promise<void> {
  printLine("\nMemory of the process over a million clicks:");
  let clicks = 0;
  const seen: number[] = [];
  while (clicks < 1_000_000) {
    clicks += (await load(links.port, "many", 10)).requests;
    const megabytes = residentMegabytes(links.pid);
    if (megabytes === null) {
      printLine("  not available on this system");
      return;
    }
    seen.push(megabytes);
    printLine(`  ${String(clicks).padStart(8)} clicks   ${megabytes.toFixed(0)} MB`);
  }
  const half = Math.floor(seen.length / 2);
  const average = (part: number[]) => part.reduce((sum, one) => sum + one, 0) / part.length;
  const growth = average(seen.slice(half)) / average(seen.slice(0, half));
  printLine(`  the second half as a multiple of the first: ${growth.toFixed(2)}`);
  const [row] = await sql<{ stored: number; counted: number }[]>`
    /* all projects */ select (select count(*)::int from clicks) as stored,
      (select sum(count)::int from ledger where measure = 'clicks') as counted`;
  printLine(`  stored ${row?.stored}, counted ${row?.counted}`);
}

function residentMegabytes(pid: number): number | null {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return null;
  }
}
