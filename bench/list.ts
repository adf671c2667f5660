/**
 * The campaign list of a project with 10,000 campaigns and 5 million attributed installs, read by 50 callers in
 * parallel. The cost is a multiple of a minimal server with a database, measured in the same run on the same database.
 * Milliseconds alone depend on the machine.
 */
import { patientConnection, withNewDatabase } from "@/bench/database";
import { type LoadTarget, type Measured, measure, middle } from "@/bench/load-tools/load";
import { numberArgument, printLine } from "@/bench/print";
import { serveBenchNext, serveInChild } from "@/bench/servers";
import { type Sql, sql } from "@/db";
import { type AProject, aProject, withoutLimits } from "@/testing/factories";

const campaigns = 10_000;
const readers = 50;
const rounds = 3;
const seconds = 4;
const max = 3;

/** `--installs 200000` makes a quick measurement. */
export async function run(args: string[]): Promise<void> {
  const installs = numberArgument(args, "installs", 5_000_000);
  await withNewDatabase(
    async () => {
      const app = await aProject();
      await withoutLimits(app);
      await load(app, installs);
      await compare(app);
    },
    { durable: false },
  );
}

async function load(app: AProject, installs: number): Promise<void> {
  const project = app.project.id;
  const patient = await patientConnection();
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    printLine(`  ${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  };
  printLine("Loading");
  await timed(`${campaigns} campaigns`, async () => {
    await patient`
      insert into campaigns (project_id, display_id, name, is_shortlink, network, created_at, updated_at)
      select ${project}, 'c' || n, 'Campaign number ' || n, true,
        (array['META', 'GOOGLE', null, 'TIKTOK'])[n % 4 + 1], at, at
      from (select n, now() - make_interval(mins => n) as at from generate_series(1, ${campaigns}::int) n) m`;
    await patient`
      insert into display_ids (account_id, display_id, project_id)
      select ${app.accountId}, display_id, project_id from campaigns where project_id = ${project}`;
    await patient`
      insert into store_listings (project_id, id, name, platform, url, app_id)
      values (${project}, 'ios', 'Main', 'IOS', 'https://apps.apple.com/app/id1', '1'),
        (${project}, 'android', 'Main', 'ANDROID', 'https://play.google.com/store/apps/details?id=a.b', 'a.b')`;
    await patient`
      insert into campaign_store_listings (project_id, campaign_id, platform, store_listing_id)
      select c.project_id, c.id, upper(l), l from campaigns c cross join unnest(array['ios', 'android']) l
      where c.project_id = ${project} and c.id % 3 = 0`;
  });
  const [first] = await patient<
    { id: number }[]
  >`select min(id) as id from campaigns where project_id = ${project}`;
  await timed(`${installs} attributed installs and their users`, async () => {
    const part = 100_000;
    for (let from = 1; from <= installs; from += part)
      await loadInstalls(patient, project, first!.id, from, Math.min(from + part - 1, installs));
  });
  await timed("the ledger: totals, ninety days, and a tail that is not compacted yet", async () => {
    // By platform and ad set, as after compaction.
    await patient`
      insert into ledger (project_id, day, campaign_id, measure, platform, ad_set_id, count)
      select ${project}, '-infinity', ${first!.id} + n, 'attributed_users', p, 'set' || s,
        ${Math.floor(installs / campaigns / 6)}::int
      from generate_series(0, ${campaigns - 1}::int) n cross join unnest(array['IOS', 'ANDROID']) p
      cross join generate_series(1, 3) s`;
    await patient`
      insert into ledger (project_id, day, campaign_id, measure, platform, count)
      select ${project}, current_date - d, ${first!.id} + n, m, 'IOS', 1
      from generate_series(0, ${campaigns - 1}::int) n cross join generate_series(1, 90) d
      cross join unnest(array['installs', 'signups']) m`;
    await patient`
      insert into ledger (project_id, day, campaign_id, measure, platform, ad_set_id, count)
      select ${project}, '-infinity', ${first!.id} + n % ${campaigns}, 'attributed_users', 'IOS', 'set1', 1
      from generate_series(1, 20000) n`;
  });
  await timed("vacuum analyze", async () => {
    await patient`vacuum analyze`.simple();
  });
  await patient.end();
}

function loadInstalls(patient: Sql, project: number, firstCampaign: number, from: number, to: number) {
  return patient`
    with made as (
      insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, state, decided_at,
        decision_version, counted_version, campaign_id, network)
      select ${project}, gen_random_uuid(), 'i' || n, 'INSTALL', 'IOS', at, 'DECIDED', at, 1, 1,
        ${firstCampaign} + n % ${campaigns}, 'META'
      from (select n, now() - make_interval(secs => n) as at from generate_series(${from}::int, ${to}::int) n) m
      returning project_id, install_instance_id, installed_at, campaign_id)
    insert into users (project_id, user_id, install_instance_id, platform, identified_at, campaign_id, attributed_at)
    select project_id, 'u' || install_instance_id, install_instance_id, 'IOS', installed_at, campaign_id, installed_at
    from made`;
}

async function compare(app: AProject): Promise<void> {
  const next = await serveBenchNext();
  const [oneSelect, front] = await Promise.all([serveInChild("one-select"), serveInChild("front")]);
  const [first] = await sql<
    { id: number }[]
  >`select min(id) as id from campaigns where project_id = ${app.project.id}`;
  const anyId = () => first!.id + Math.floor(Math.random() * campaigns);
  const anyPage = () => 1 + Math.floor(Math.random() * 100);
  const list = (query: () => string): LoadTarget => ({
    port: front.port,
    path: () => `/api/v1/campaigns?${query()}`,
    headers: { "service-key": app.serverKey },
    status: 200,
  });
  const targets: Record<string, LoadTarget> = {
    "one indexed select, bare node:http": {
      port: oneSelect.port,
      path: () => `/?project=${app.project.id}&id=${anyId()}`,
      status: 200,
    },
    "list, first page": list(() => ""),
    "list, last page": list(() => "page=100"),
    "list, each reader another page": list(() => `page=${anyPage()}`),
    "list, first 1000": list(() => "limit=1000"),
    "empty Next route handler": { port: next.port, path: () => "/", status: 204 },
  };
  const measured = new Map<string, Measured[]>(Object.keys(targets).map((name) => [name, []]));
  // Each round measures all targets, so that other load on the machine affects them alike.
  for (const target of Object.values(targets)) await measure(target, readers, 1);
  for (let round = 0; round < rounds; round++) {
    for (const [name, target] of Object.entries(targets)) {
      measured.get(name)?.push(await measure(target, readers, seconds));
    }
  }
  await Promise.all([oneSelect.stop(), front.stop(), next.stop()]);
  report(measured);
}

function report(measured: Map<string, Measured[]>): void {
  const [base] = [...measured.values()].map(middle);
  printLine(`\n${readers} concurrent readers, the middle of ${rounds} rounds of ${seconds} s\n`);
  printLine(
    `${"".padEnd(38)}${["median ms", "p99 ms", "per second", "bytes", "ratio"].map((head) => head.padStart(11)).join("")}`,
  );
  for (const [name, all] of measured) {
    const one = middle(all);
    const ratio = one.median / base!.median;
    const figures = [
      one.median.toFixed(2),
      one.p99.toFixed(2),
      one.perSecond.toFixed(0),
      one.bytes,
      ratio.toFixed(2),
    ];
    const verdict = /first page|last page/.test(name)
      ? ratio <= max
        ? `  held (<= ${max})`
        : `  MISSED (<= ${max})`
      : "";
    printLine(`${name.padEnd(38)}${figures.map((figure) => String(figure).padStart(11)).join("")}${verdict}`);
  }
}
