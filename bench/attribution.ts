/**
 * Measures how fast one process decides pending installs. It is compared with one statement that only joins the same
 * installs to the same clicks by ID, because installs per second alone depend on the machine.
 */

import { patientConnection, withNewDatabase } from "@/bench/database";
import { type Cpu, processorTimeOf } from "@/bench/load-tools/cpu";
import { formatCount, numberArgument, printLine } from "@/bench/print";
import { sql } from "@/db";
import { attributePending } from "@/lib/attribution/attribute";
import { type AProject, aCampaign, aProject } from "@/testing/factories";

const campaigns = 200;

/** The goals: a share of the join's rate, and the highest extra cost of an install among many clicks. */
const goals = { join: 0.3, growth: 1.3 };

/**
 * `--clicks 5000000 --installs 100000` is the full measurement; the defaults are a small one. `--statements` lists the
 * statements by time in the database.
 */
export async function run(args: string[]): Promise<void> {
  const clicks = numberArgument(args, "clicks", 500_000);
  const installs = numberArgument(args, "installs", 20_000);
  await withNewDatabase(async (dataDir) => {
    await sql`
      create function uuid_of(at timestamptz, n bigint) returns uuid language sql immutable parallel safe as $$
        select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8'
          || lpad(to_hex(n), 15, '0'))::uuid
      $$`;
    const few = await measured(dataDir, 1_000, Math.min(installs, 20_000));
    const isReported = args.includes("--statements");
    const many = await measured(dataDir, clicks, installs, isReported);
    const joined = await theJoin(dataDir, installs);
    printLine("");
    printLine(`  ${formatCount(1_000)} clicks       ${perSecond(few)} installs/s`);
    printLine(
      `  ${formatCount(clicks)} clicks   ${perSecond(many)} installs/s   ${few.rate > 0 ? (few.rate / many.rate).toFixed(2) : "?"} times the cost (at most ${goals.growth})`,
    );
    printLine(
      `  the bare join        ${perSecond(joined.written)} installs/s with its result stored ratio ${(many.rate / joined.written.rate).toFixed(2)} (at least ${goals.join})`,
    );
    printLine(
      `                       ${perSecond(joined.read)} installs/s only counted             ratio ${(many.rate / joined.read.rate).toFixed(2)}`,
    );
    // Processor time depends less on other load on the machine.
    printLine(
      `  by processor time    ${against(many.micros, few.micros)} times the cost of 1,000 clicks; ratio ${against(joined.written.micros, many.micros)} to the kept join`,
    );
    printLine(`  memory, from the first install to the last: ${many.memory.map(megabytes).join(", ")} MB`);
  });
}

/** `micros` is the processor time per install, here and in the database; null if the system does not report it. */
type Rate = { rate: number; micros: number | null };
const perSecond = ({ rate }: Rate) => formatCount(Math.round(rate)).padStart(9);

const against = (a: number | null, b: number | null) =>
  a === null || b === null || b === 0 ? "?" : (a / b).toFixed(2);

async function measured(
  dataDir: string,
  clicks: number,
  installs: number,
  isReported = false,
): Promise<Rate & { memory: number[] }> {
  const app = await aProject({ timeZone: "Asia/Kolkata" });
  await prepare(app, clicks, installs);
  const before = await statements();
  const memory: number[] = [];
  const sampling = setInterval(() => memory.push(process.memoryUsage().rss), 200);
  const cpu = processorTimeOf(dataDir);
  const began = performance.now();
  for (let left = true; left; ) ({ left } = await attributePending(600_000, () => new Date()));
  const took = (performance.now() - began) / 1_000;
  const used = processorTimeOf(dataDir);
  clearInterval(sampling);
  const [row] = await sql<{ decided: number; attributed: number }[]>`
    select count(*)::int as decided, count(campaign_id)::int as attributed from installs
    where project_id = ${app.project.id} and state = 'DECIDED'`;
  if (row!.decided !== installs) throw new Error(`${row!.decided} of ${installs} installs were decided`);
  printLine(
    `  ${formatCount(clicks)} clicks, ${formatCount(installs)} installs: ${took.toFixed(1)} s, ${formatCount(row!.attributed)} attributed`,
  );
  printLine(
    `    processor time an install: ${micros(cpu, used, "node", installs)} here, ${micros(cpu, used, "postgres", installs)} in the database`,
  );
  if (isReported) await printStatements(before, installs);
  last = app.project.id;
  return { rate: installs / took, micros: bothMicros(cpu, used, installs), memory: tenOf(memory) };
}

type Statement = { id: string; text: string; calls: number; ms: number; wal: number; blocks: number };

const statements = () => sql<Statement[]>`
  select queryid::text as id, left(regexp_replace(query, '\\s+', ' ', 'g'), 100) as text, calls,
    total_exec_time::float8 as ms,
    wal_bytes::float8 as wal,
    (shared_blks_hit + shared_blks_read)::float8 as blocks
  from pg_stat_statements`;

/** The most expensive statements, with the bytes that each writes to the WAL and the blocks that it reads. */
async function printStatements(before: Statement[], installs: number): Promise<void> {
  const known = new Map(before.map((one) => [one.id, one]));
  const spent = (await statements()).map(({ id, text, ...now }) => {
    const was = known.get(id) ?? { calls: 0, ms: 0, wal: 0, blocks: 0 };
    const since = (name: keyof typeof was) => now[name] - was[name];
    return { text, calls: since("calls"), ms: since("ms"), wal: since("wal"), blocks: since("blocks") };
  });
  for (const { text, calls, ms, wal, blocks } of spent.sort((a, b) => b.ms - a.ms).slice(0, 12)) {
    const each = `${((ms * 1e3) / installs).toFixed(1)} µs ${(wal / installs).toFixed(0)} bytes ${(blocks / installs).toFixed(1)} blocks`;
    printLine(`    ${each.padStart(32)}, ${formatCount(calls).padStart(5)} times: ${text}`);
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 1_048_576);

/** The first sample, the last one, and eight samples in between. */
const tenOf = (samples: number[]): number[] =>
  samples.length <= 10
    ? samples
    : Array.from({ length: 10 }, (_, i) => samples[Math.round((i * (samples.length - 1)) / 9)]!);

function micros(before: Cpu, after: Cpu, of: keyof Cpu, installs: number): string {
  const [from, to] = [before[of], after[of]];
  return from === null || to === null ? "?" : `${(((to - from) / installs) * 1e6).toFixed(1)} µs`;
}

const bothMicros = (before: Cpu, after: Cpu, installs: number) =>
  before.postgres === null || after.postgres === null
    ? null
    : ((after.node - before.node + after.postgres - before.postgres) / installs) * 1e6;

let last = 0;

/** Six of ten name their click, one in ten its device, two share an address with a click, one is organic. */
async function prepare(app: AProject, clicks: number, installs: number): Promise<void> {
  const base = new Date();
  const ids: number[] = [];
  for (let i = 0; i < campaigns; i++) ids.push((await aCampaign(app, { name: `Campaign ${i}` })).id);
  const id = app.project.id;
  const patient = await patientConnection();
  const part = 250_000;
  // The clicks are spread over a hundred hours in order, as real clicks arrive.
  const spacing = (100 * 3_600_000) / clicks;
  for (let from = 0; from < clicks; from += part)
    await patient`
      insert into clicks (project_id, id, clicked_at, kind, campaign_id, platform, os_version, address_key, advertising_id, params)
      select ${id}, uuid_of(at, n), at, 'click', (${ids}::bigint[])[1 + n % ${campaigns}], 'ANDROID', '14',
        decode(md5('address ' || n), 'hex'), case when n % 10 = 6 then md5('device ' || n)::uuid::text end, '{}'
      from generate_series(${from}::int, ${Math.min(from + part, clicks) - 1}::int) as n
      cross join lateral (select ${base}::timestamptz - interval '100 hours' + n * ${spacing}::float8 * interval '1 millisecond' as at) t`;
  await patient`
    with made as (insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, os_version, address_key, device_data,
      last_open_at, last_open_day, opened_on)
    select ${id}, uuid_of(at, n), 'install ' || n, 'INSTALL', 'ANDROID', at, '14',
      decode(md5(case when n % 10 in (7, 8) then 'address ' || click else 'nowhere ' || n end), 'hex'),
      case when n % 10 < 6 then jsonb_build_object('install_ref', 'utm_source=x&cairn_click=' || uuid_of(clicked, click))
        when n % 10 = 6 then jsonb_build_object('gaid', md5('device ' || click)::uuid::text) else '{}' end,
      at, at::date, 1
    from generate_series(0, ${installs - 1}::int) as n
    cross join lateral (select (n::bigint * ${clicks} / ${installs} / 10 * 10 + n % 10)::int % ${clicks} as click) c
    cross join lateral (select ${base}::timestamptz - interval '100 hours' + click * ${spacing}::float8 * interval '1 millisecond' as clicked) k
    cross join lateral (select clicked + interval '5 minutes' as at) t
    returning project_id, id)
    insert into undecided (project_id, install_id) select project_id, id from made`;
  await patient`
    insert into install_devices (project_id, device_id, kind, install_id, seen_at)
    select project_id, device_data->>'gaid', 'gaid', id, installed_at from installs
    where project_id = ${id} and device_data ? 'gaid' on conflict do nothing`;
  await patient`vacuum analyze clicks`;
  await patient`vacuum analyze installs`;
  await patient`vacuum analyze install_devices`;
  await patient`vacuum analyze undecided`;
  await patient.end();
}

/** Joins the same installs and clicks in one statement without any rules. */
async function theJoin(dataDir: string, installs: number): Promise<{ written: Rate; read: Rate }> {
  await sql`
    create table bare_installs as
    select id, substring(device_data->>'install_ref' from 'cairn_click=(.*)$')::uuid as click_id,
      null::bigint as campaign_id
    from installs where project_id = ${last}`;
  await sql`alter table bare_installs add primary key (id)`;
  await sql`analyze bare_installs`;
  const timed = async (statement: () => Promise<unknown>): Promise<Rate> => {
    const [cpu, began] = [processorTimeOf(dataDir), performance.now()];
    await statement();
    const took = (performance.now() - began) / 1_000;
    return { rate: installs / took, micros: bothMicros(cpu, processorTimeOf(dataDir), installs) };
  };
  const read = await timed(
    () => sql`
      select count(c.campaign_id) from bare_installs b
      left join clicks c on c.project_id = ${last} and c.id = b.click_id`,
  );
  const written = await timed(
    () => sql`
      update bare_installs b set campaign_id = c.campaign_id from clicks c
      where c.project_id = ${last} and c.id = b.click_id`,
  );
  return { written, read };
}
