/**
 * Measures how fast 64 visitors can follow links, with every click committed before its redirect. It is compared with
 * minimal servers of other kinds, in turns within one run. Redirects per second alone depend on the machine.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withNewDatabase } from "@/bench/database";
import { measure } from "@/bench/load";
import { printLine, verdict } from "@/bench/print";
import { type Served, serveBenchNext, serveInChild } from "@/bench/servers";
import { hasWrk, type Loaded, linkAgents, luaForLinks, wrk } from "@/bench/wrk";
import { sql } from "@/db";
import { aCampaign, aProject, aStoreListing } from "@/testing/factories";

const campaigns = 1_000;
const visitors = 64;
const seconds = 4;
const rounds = 5;
const host = "go.bench.example";

/** The goals, as ratios of rates. */
const goals = { next: 8, batching: 0.5 };

/** `--quick` leaves out the million clicks. */
export async function run(args: string[]): Promise<void> {
  await withNewDatabase(
    async (dataDir) => {
      const served: { stop(): Promise<void> }[] = [];
      try {
        const ids = await prepare();
        const servers = {
          next: await serveBenchNext(),
          redirect: await serveInChild("redirect"),
          batching: await serveInChild("batching"),
          links: await serveInChild("links"),
        };
        served.push(...Object.values(servers));
        const load = loader(dataDir, ids);
        await compare(servers, load);
        if (!args.includes("--quick")) await million(servers.links, load);
      } finally {
        for (const server of served) await server.stop();
      }
    },
    { LOG_LEVEL: "info" },
  );
}

/** A project with campaigns and pages in both stores, and the table of the bare server. */
async function prepare(): Promise<string[]> {
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

type Servers = Record<"next" | "redirect" | "batching" | "links", Served>;

async function compare(servers: Servers, load: Load): Promise<void> {
  const series = [
    { name: "an empty route handler of Next", of: servers.next, which: "many" },
    { name: "bare node:http, 302", of: servers.redirect, which: "many" },
    { name: "bare node:http, batched inserts", of: servers.batching, which: "many" },
    { name: `links of ${campaigns} campaigns`, of: servers.links, which: "many" },
    { name: "links of one hot campaign", of: servers.links, which: "hot" },
  ] as const;
  const results = series.map(() => [] as Loaded[]);
  for (const { of, which } of series) await load(of.port, which, 2);
  for (let round = 0; round < rounds; round++) {
    for (const [i, { of, which }] of series.entries()) results[i]?.push(await load(of.port, which, seconds));
  }
  const middles = results.map(middle);
  printLine(`\n${visitors} connections, ${rounds} turns of ${seconds} s each, median:`);
  for (const [i, { name }] of series.entries()) {
    const { perSecond, median, p99 } = middles[i]!;
    printLine(
      `  ${name.padEnd(34)} ${perSecond.toFixed(0).padStart(7)}/s   median ${median.toFixed(2)} ms   p99 ${p99.toFixed(1)} ms`,
    );
  }
  const [next, bare, batching, many, hot] = middles.map((one) => one.perSecond) as [
    number,
    number,
    number,
    number,
    number,
  ];
  printLine("\nLinks as a multiple of:");
  printLine(`  an empty route handler of Next     ${verdict(many / next, goals.next)}`);
  printLine(`  bare node:http, batched inserts    ${verdict(many / batching, goals.batching)}`);
  printLine(`  bare node:http, 302                ${(many / bare).toFixed(2)}`);
  printLine(`One hot campaign as a multiple of many: ${(hot / many).toFixed(2)}`);
}

const middle = (turns: Loaded[]): Loaded =>
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
