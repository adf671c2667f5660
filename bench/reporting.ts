/**
 * The report and the overview of one project with a million and with ten million events: their cost must not depend on
 * the number. On the same database, in the same run, two other reads are measured: counting the raw events in one
 * statement, and reading the same page's cells by one hand-written select.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertEvents, loadHistory } from "@/bench/reporting-history";
import { ledgerCost } from "@/bench/reporting-ledger";
import { disconnect, sql } from "@/db";
import { migrate } from "@/db/migrate/migrate";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { addDays } from "@/lib/base/days";
import { completeEnv } from "@/lib/base/env";
import { cohortReport } from "@/lib/reporting/cohorts/cohorts";
import { cohortLimits, cohortsQuery } from "@/lib/reporting/cohorts/schema";
import { discrepancies } from "@/lib/reporting/discrepancies/discrepancies";
import { discrepancyQuery } from "@/lib/reporting/discrepancies/schema";
import { overview } from "@/lib/reporting/overview/overview";
import { report } from "@/lib/reporting/report/report";
import { reportQuery } from "@/lib/reporting/report/schema";
import { startEmbeddedPostgres } from "@/server/database/embedded-postgres";
import { storedSecrets } from "@/server/database/secrets";
import { type AProject, aProject } from "@/testing/factories";

const goals = { growth: 1.3, cohorts: 1, raw: 0.5, select: 5, ledger: 1 / 3, whileWriting: 2 };
const rounds = 15;
const days = 90;

const print = (line: string) => process.stdout.write(`${line}\n`);
const count = (n: number) => n.toLocaleString("en-US");
const ms = (n: number) => `${n.toFixed(1).padStart(8)} ms`;

/**
 * `--events 200000` makes a quick measurement with that many events, and with ten times as many. `--keep FOLDER` keeps
 * the database, and a later call with it measures only the reads: on a quiet machine, or with other code.
 */
export async function run(args: string[]): Promise<void> {
  const number = (name: string, defaultValue: number) => {
    const i = args.indexOf(`--${name}`);
    return i < 0 ? defaultValue : Number(args[i + 1]);
  };
  const events = number("events", 1_000_000);
  const installs = number("installs", Math.min(100_000, events / 10));
  const kept = args.includes("--keep") ? args[args.indexOf("--keep") + 1] : undefined;
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), "cairn-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    completeEnv({
      ...storedSecrets(dataDir),
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.connection.url,
      DATABASE_SOCKET: postgres.connection.socket ?? "",
      LOG_LEVEL: "warn",
      // On a busy machine, a single statement can take longer than a server should wait.
      DATABASE_TIMEOUT: "240",
    });
    await migrate();
    const sizes = new Map<number, Medians>();
    let cost: { facts: number; whole: number } | null = null;
    const loaded = await sql<{ id: number }[]>`/* all projects */ select p.id from projects p order by p.id`;
    for (const [i, size] of [events, 10 * events].entries()) {
      const known = loaded[i] && (await backgroundProject(loaded[i].id));
      if (known) {
        print(`measured again: ${count(size)} events`);
        sizes.set(size, await medians({ project: known }));
        continue;
      }
      const app = await aProject({ timeZone: "Europe/Berlin" });
      print(`${count(size)} events, ${count(installs)} installs, ${days} days, 50 campaigns`);
      const began = performance.now();
      await loadHistory(app, { events: size, installs, days }, print);
      print(`  loaded in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
      sizes.set(size, await medians(app));
      if (size === events) continue;
      await whileWriting(app, sizes.get(size)!, installs);
      cost = await ledgerCost(app, installs);
    }
    const [small, large] = [...sizes.values()] as [Medians, Medians];
    print("");
    compare("report", small.report, large.report);
    compare("report, unique users of days that are over", small.past, large.past);
    compare("90 cohorts of 30 campaigns", small.cohorts, large.cohorts);
    against("the same, in tenths of a second", large.cohorts / 100, goals.cohorts);
    compare("the same with an event", small.event, large.event);
    against("with an event, in tenths of a second", large.event / 100, goals.cohorts);
    compare("the same with the unique users of an event", small.users, large.users);
    compare("overview", small.overview, large.overview);
    against("report to counting the raw events", large.report / large.raw, goals.raw);
    against("report to one select of its cells", large.report / large.select, goals.select);
    if (cost) {
      print(`  facts alone ${ms(cost.facts)}   with the ledger ${ms(cost.whole)}   a batch of events`);
      against("what writing the ledger adds", cost.whole / cost.facts - 1, goals.ledger);
    }
  } finally {
    await disconnect();
    await postgres.stop();
    if (!kept) rmSync(dataDir, { recursive: true, force: true });
  }
}

type Medians = Record<
  "report" | "past" | "cohorts" | "event" | "users" | "overview" | "discrepancy" | "raw" | "select",
  number
>;

function compare(what: string, small: number, large: number) {
  print(`  ${what.padEnd(44)}${ms(small)}${ms(large)}`);
  against(`${what}, ten times the events`, large / small, goals.growth);
}

function against(what: string, ratio: number, goal: number) {
  const result = ratio <= goal ? "held" : "MISSED";
  print(`    ${what.padEnd(56)}${ratio.toFixed(2).padStart(6)}  ${result} (at most ${goal.toFixed(2)})`);
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  return took.sort((a, b) => a - b)[rounds >> 1]!;
}

const now = () => new Date();

type Measured = Pick<AProject, "project">;

/** Thirty days with every option: events and payments, distinct users, cost per event, the whole hierarchy. */
const fullReport = (app: Measured, to: string) => {
  const names = "route_viewed,route_saved,hike_finished,gear_ordered,photo_shared";
  const query = reportQuery.parse({
    from: addDays(to, -29),
    to,
    limit: "10",
    unique_user_events: names,
    cost_per_event: `${names},FIRST_PAYMENT`,
  });
  return () => report(app.project, query, now());
};

/** A cohort for each of ninety days and each of thirty campaigns. */
const cohortsOf = (app: Measured, figures: { event?: string; event_users?: "true" } = {}) => {
  const query = cohortsQuery.parse({ granularity: "day", by: "campaign", ...figures });
  return async () => {
    const { rows, values } = await cohortReport(app.project, query, now(), { ...cohortLimits, values: 30 });
    // The other campaigns are one more value.
    if (values.length !== 31 || rows.length < 90 * 30)
      throw new Error("The cohorts lack the rows for the measurement.");
  };
};

/** Every campaign's network reports figures for every day, in another zone than the project's. */
const claimAll = (app: Measured, from: string, to: string) => sql`
  insert into network_claims (project_id, campaign_id, day, version, reported_at, source, day_zone, clicks, installs)
  select ${app.project.id}, c.id, d.day::date, 1, now(), 'bench', 'America/Los_Angeles', 500, 20
  from campaigns c cross join generate_series(${from}::text::timestamp, ${to}::text::timestamp, interval '1 day') d(day)
  where c.project_id = ${app.project.id} and not c.is_default
  on conflict do nothing`;

async function medians(app: Measured): Promise<Medians> {
  const { id, timeZone } = app.project;
  const today = new Intl.DateTimeFormat("en-CA", { timeZone }).format(now());
  const from = addDays(today, -29);
  const { campaigns } = await fullReport(app, today)();
  const page = campaigns.map((row) => row.id);
  const first = campaigns[0]!;
  if (page.length !== 10 || first.adSets.length === 0 || Object.keys(first.custom_events ?? {}).length !== 5)
    throw new Error("The report lacks the rows for the measurement.");
  await claimAll(app, from, today);
  const found: Medians = {
    report: await median(fullReport(app, today)),
    past: await median(fullReport(app, addDays(today, -20))),
    cohorts: await median(cohortsOf(app)),
    event: await median(cohortsOf(app, { event: "gear_ordered" })),
    users: await median(cohortsOf(app, { event: "gear_ordered", event_users: "true" })),
    overview: await median(() =>
      overview(app.project, { from, to: today, traffic: "all", compare: "weeks", figure: "installs" }, now()),
    ),
    discrepancy: await median(() =>
      discrepancies(app.project, discrepancyQuery.parse({ from, to: today, by: "row" }), now()),
    ),
    // Narrow rows in the order of time are the fastest source from which a database could count raw events.
    raw: await median(
      () => sql`
        select campaign_id, name, count(*) from bench_raw
        where project_id = ${id} and occurred_at >= ${from}::text::date and occurred_at < ${today}::text::date + 1
        group by 1, 2`,
    ),
    select: await median(
      () => sql`
        select campaign_id, ad_set_id, creative_id, keyword_id, measure, name, sum(count), sum(amount) from ledger
        where project_id = ${id} and day between ${from}::text::date and ${today}::text::date and campaign_id = any(${page})
        group by 1, 2, 3, 4, 5, 6`,
    ),
  };
  for (const [name, took] of Object.entries(found)) print(`  ${name.padEnd(12)}${ms(took)}`);
  return found;
}

/** Measures reports while events are stored as fast as one process can. */
async function whileWriting(app: AProject, quiet: Medians, installs: number): Promise<void> {
  const { id, timeZone } = app.project;
  const today = new Intl.DateTimeFormat("en-CA", { timeZone }).format(now());
  let stop = false;
  let stored = 0;
  const writing = (async () => {
    while (!stop) stored += await insertEvents(app, 200, installs);
  })();
  const began = performance.now();
  const busy = await median(fullReport(app, today));
  const seconds = (performance.now() - began) / 1_000;
  stop = true;
  await writing;
  const [counted] = await sql<{ ledger: number; facts: number }[]>`
    select (select sum(count) from ledger where project_id = ${id} and measure = 'event')::int as ledger,
      (select count(*) from events where project_id = ${id})::int as facts`;
  if (counted?.ledger !== counted?.facts)
    throw new Error(`The ledger counts ${counted?.ledger} of ${counted?.facts} events.`);
  print(`  report while ${count(Math.round(stored / seconds))} events/s are stored${ms(busy)}`);
  against("report while events are stored, to none", busy / quiet.report, goals.whileWriting);
}
