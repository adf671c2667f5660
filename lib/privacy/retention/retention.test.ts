import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { projectFromRow } from "@/lib/accounts/access/project";
import { findProject } from "@/lib/accounts/access/queries";
import { commandLine } from "@/lib/accounts/audit/actor";
import { applyReplay, startReplay } from "@/lib/attribution/replay/replay";
import { addDays } from "@/lib/base/days";
import { rebuildLedger } from "@/lib/ledger/rebuild";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { enforceRetention } from "@/lib/privacy/retention/enforce";
import type { RetentionInput } from "@/lib/projects/retention/schema";
import { changeRetention, showRetention } from "@/lib/projects/retention/settings";
import { anInstallWithHistory, daysAgo, projectCounts, testNow } from "@/testing/aged-installs";
import { separateDatabase } from "@/testing/database";
import { type AProject, aCampaign, aClick, anInstall, aProject, ledgerOf } from "@/testing/factories";

const folder = mkdtempSync(join(tmpdir(), "cairn-retention-"));
let database: Awaited<ReturnType<typeof separateDatabase>>;
beforeAll(async () => {
  database = await separateDatabase(folder);
  await sql`select make_month_partitions('2025-10-01', '2026-07-01')`;
});
afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

const periods = {
  clicks: 60,
  uncounted_clicks: 7,
  events: 45,
  web: 45,
  raw: 50,
  rejections: 1,
  deliveries: 30,
  claims: 45,
  apple_postbacks: 60,
  alerts: 30,
  audit: 90,
};

const ages = [0, 3, 10, 40, 55, 70, 100, 130, 160, 190];

async function aLivedProject(timeZone: string, input: number[] = ages) {
  const app = await aProject({ timeZone, now: daysAgo(240) });
  const campaign = await aCampaign(app, { now: daysAgo(240) });
  for (const days of [...input].reverse()) await anInstallWithHistory(app, campaign.id, days);
  return { app, campaign };
}

async function everything(at = testNow) {
  for (let i = 0; i < 50; i++) {
    const { left } = await enforceRetention(1_000, () => at);
    if (!left) return;
  }
  throw new Error("there is always something left");
}

const setting = (app: AProject, changes: RetentionInput) =>
  changeRetention(app.project, changes, commandLine, testNow);

test("the IP address of a first call is stored for 30 days, without any retention period", async () => {
  const app = await aProject({ now: daysAgo(240) });
  const instances = await Promise.all(
    [29, 31].map((age) =>
      anInstall(app, null, {
        at: daysAgo(age),
        deviceData: { model: "Pixel 8", init_ip_address: "86.3.4.5" },
      }),
    ),
  );
  await everything();
  const rows = await sql<{ id: string; device_data: object }[]>`
    select id, device_data from installs where project_id = ${app.project.id} order by id desc`;
  expect(rows).toEqual([
    { id: instances[0]!.id, device_data: { model: "Pixel 8", init_ip_address: "86.3.4.5" } },
    { id: instances[1]!.id, device_data: { model: "Pixel 8" } },
  ]);
});

test("data older than a project's period is deleted, other data and other projects stay, and figures stay exact", async () => {
  const { app: own } = await aLivedProject("Asia/Kolkata");
  const { app: others } = await aLivedProject("America/New_York");
  await setting(own, periods);
  const figures = [await ledgerOf(own.project.id), await ledgerOf(others.project.id)];
  const foreign = await projectCounts(others);
  expect(foreign.clicks).toBe(ages.length);

  await everything();
  const remaining = (days: number) => ages.filter((age) => age <= days).length;
  expect(await projectCounts(own)).toEqual({
    clicks: remaining(60),
    uncounted_clicks: remaining(7),
    events: remaining(45),
    web: 3 * remaining(45),
    raw: remaining(50),
    installs: ages.length,
    payments: ages.length,
    rejections: remaining(1),
    // Deliveries that are still to be sent are kept.
    deliveries: remaining(30) + ages.length,
    claims: remaining(45),
    apple_postbacks: remaining(60),
    // Firing alerts are kept.
    alerts: remaining(30) + ages.length,
    audit: remaining(90),
  });
  expect(await projectCounts(others)).toEqual(foreign);

  const zones = [
    [own, "Asia/Kolkata"],
    [others, "America/New_York"],
  ] as const;
  for (const [i, [app, zone]] of zones.entries()) {
    expect(await ledgerOf(app.project.id)).toEqual(figures[i]);
    expect(await findDifferences(app.project.id, zone)).toEqual([]);
    expect(await rebuildLedger(app.project.id)).toEqual({
      cells: 0,
      days: 0,
      users: 0,
    });
    expect(await ledgerOf(app.project.id)).toEqual(figures[i]);
  }
  // An error is still found on a day whose facts are complete.
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, count)
    values (${own.project.id}, '2026-06-10', 0, 'clicks', 1), (${own.project.id}, '2026-01-10', 0, 'clicks', 1)`;
  expect(await findDifferences(own.project.id, "Asia/Kolkata")).toMatchObject([{ day: "2026-06-10" }]);
});

test("the first stored day is a complete day in the project's time zone", async () => {
  const zone = "America/New_York";
  const app = await aProject({ timeZone: zone, now: daysAgo(240) });
  const campaign = await aCampaign(app, { now: daysAgo(240) });
  // Sixty days before 15 June is 16 April, which begins at 04:00 UTC in the project's zone.
  const first = Date.parse("2026-04-16T04:00:00Z");
  const before = await aClick(app, { campaignId: campaign.id, at: new Date(first - 1) });
  const at = await aClick(app, { campaignId: campaign.id, at: new Date(first) });
  await setting(app, { clicks: 60 });
  await everything();
  const left = await sql<{ id: string }[]>`select id from clicks where project_id = ${app.project.id}`;
  expect(left.map(({ id }) => id)).toEqual([at]);
  expect(left.map(({ id }) => id)).not.toContain(before);
  expect(await findDifferences(app.project.id, zone)).toEqual([]);
  const { kinds } = await showRetention(app.project);
  expect(kinds.find(({ kind }) => kind === "clicks")).toMatchObject({
    setting: 60,
    removed_before: "2026-04-16",
  });
});

test("a click that arrives after its day was removed is counted, and deleted with the next day", async () => {
  const app = await aProject({ now: daysAgo(240) });
  const campaign = await aCampaign(app, { now: daysAgo(240) });
  await setting(app, { clicks: 60 });
  await everything();
  await aClick(app, { campaignId: campaign.id, at: daysAgo(61) });
  expect((await ledgerOf(app.project.id)).clicks).toEqual({ count: 1, amount: 0 });
  expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  await everything(daysAgo(-1));
  expect(await projectCounts(app)).toMatchObject({ clicks: 0 });
  expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
});

test("a run ends with its time, and the next one continues", async () => {
  const app = await aProject({ now: daysAgo(240) });
  const many = 12_000;
  await sql`
    insert into clicks (project_id, id, clicked_at, kind, platform, not_counted)
    select ${app.project.id}, (left(uuid_floor(at)::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid,
      at, 'click', 'ANDROID', 'bot'
    from (select ${daysAgo(100)}::timestamptz + n * interval '1 second' as at
    from generate_series(1, ${many}::int) n) m`;
  await setting(app, { uncounted_clicks: 30 });
  const left: number[] = [];
  for (let i = 0; i < 6 && left.at(-1) !== 0; i++) {
    await enforceRetention(0, () => testNow);
    left.push((await projectCounts(app)).uncounted_clicks ?? -1);
  }
  expect(left).toEqual([7_000, 2_000, 0]);
});

test("deliveries that wait at a paused destination, and firing alerts, do not block the deletion of ended ones", async () => {
  const app = await aProject({ now: daysAgo(240) });
  const id = (at: string) => sql`
    (left(uuid_floor(${sql.unsafe(at)})::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid`;
  await sql`
    insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, state, next_at)
    select ${app.project.id}, ${id("m.at")}, 1, 'event:' || m.n, 'event', 'e', m.at, 'queued',
      case when m.n <= 5000 then m.at end
    from (select n, ${daysAgo(100)}::timestamptz + n * interval '1 second' as at
    from generate_series(1, 5001) n) m`;
  await sql`
    insert into alerts (project_id, id, rule_id, subject, label, text, period, seen, latest, fired_at, resolved_at)
    select ${app.project.id}, ${id("m.at")}, 1, m.n::text, '', '', '', '{}', '{}', m.at,
      case when m.n > 5000 then m.at end
    from (select n, ${daysAgo(100)}::timestamptz + n * interval '1 second' as at
    from generate_series(1, 5001) n) m`;
  await setting(app, { deliveries: 30, alerts: 30 });
  await everything();
  expect(await projectCounts(app)).toMatchObject({ deliveries: 5_000, alerts: 5_000 });
});

test("results of requests are deleted in steps, also without deliveries", async () => {
  const app = await aProject({ now: daysAgo(240) });
  await sql`
    insert into network_requests (project_id, destination_id, request, part, accepted_at)
    select ${app.project.id}::bigint, 1, n::text, '', case when n > 3 then ${daysAgo(100)}::timestamptz
      else ${daysAgo(1)}::timestamptz end
    from generate_series(1, 7003) n`;
  await setting(app, { deliveries: 30 });
  const left: number[] = [];
  for (let i = 0; i < 50 && left.at(-1) !== 3; i++) {
    await enforceRetention(0, () => testNow);
    const [row] = await sql<[{ count: number }]>`
      select count(*)::int as count from network_requests where project_id = ${app.project.id}`;
    if (left.at(-1) !== row.count) left.push(row.count);
  }
  expect(left.filter((count) => count < 7_003)).toEqual([2_003, 3]);
});

test("months that no project keeps are dropped as a whole; one stored row keeps the month", async () => {
  const { app: keeper } = await aLivedProject("UTC", [100]);
  await sql`insert into retention_settings (project_id, kind, days)
    select 0, kind, 60 from unnest(array['clicks', 'uncounted_clicks', 'events']) as kind`;
  await setting(keeper, { clicks: "ever", uncounted_clicks: "ever", events: "ever" });
  const months = async () =>
    (
      await sql<{ name: string }[]>`
        select relname as name from pg_class where relkind = 'r' and relname ~ '^(clicks|events)_2' order by 1`
    ).map(({ name }) => name);
  expect(await months()).toContain("clicks_202601");
  await everything();
  const left = await months();
  // A hundred days ago is 7 March; sixty days ago is in April.
  expect(
    left.filter((name) => name < "clicks_202604" || (name > "events" && name < "events_202604")),
  ).toEqual(["clicks_202603", "events_202603"]);
  expect(left).toContain("clicks_202604");
  expect(await projectCounts(keeper)).toMatchObject({ clicks: 1, uncounted_clicks: 1, events: 1 });
  expect(await findDifferences(keeper.project.id, "UTC")).toEqual([]);
  const { kinds } = await showRetention(keeper.project);
  expect(kinds.find(({ kind }) => kind === "events")).toMatchObject({
    setting: "ever",
    usual: 60,
    effective: null,
  });
  await sql`delete from retention_settings where project_id = 0`;
});

test("a longer period restores nothing: a recalculation begins at the first stored day", async () => {
  const app = await aProject({ now: daysAgo(240) });
  await setting(app, { clicks: 60 });
  await everything();
  await setting(app, { clicks: "ever" });
  await everything();
  const { kinds } = await showRetention(app.project);
  expect(kinds.find(({ kind }) => kind === "clicks")).toMatchObject({
    effective: null,
    removed_before: addDays("2026-06-15", -60),
  });
});

test("rules cannot be replayed or applied on days without clicks", async () => {
  const { app } = await aLivedProject("UTC", [0, 40, 80]);
  const project = projectFromRow((await findProject(app.project.id))!);
  const all = { from: "2026-03-01", to: "2026-06-15" };
  const { id } = await startReplay(project, {}, all, commandLine, testNow);
  await sql`update replays set state = 'tried', outcome = '{}' where project_id = ${project.id}`;
  await setting(app, { clicks: 60 });
  await everything();
  const refused = {
    status: 422,
    message:
      "Clicks before 2026-04-16 were deleted under your retention settings. Start on 2026-05-16 or later.",
  };
  await expect(startReplay(project, {}, all, commandLine, testNow)).rejects.toMatchObject(refused);
  await expect(applyReplay(project, id, commandLine, testNow)).rejects.toMatchObject(refused);
  await expect(
    startReplay(project, {}, { ...all, from: "2026-05-16" }, commandLine, testNow),
  ).resolves.toBeDefined();
});

test("every project has its turn before one has its second, and one without old data needs none", async () => {
  const [first, second, empty] = [await aProject(), await aProject(), await aProject()];
  const many = 12_000;
  for (const app of [first, second]) {
    await sql`
      insert into clicks (project_id, id, clicked_at, kind, platform, not_counted)
      select ${app.project.id}, (left(uuid_floor(at)::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid,
        at, 'click', 'ANDROID', 'bot'
      from (select ${daysAgo(100)}::timestamptz + n * interval '1 second' as at
      from generate_series(1, ${many}::int) n) m`;
  }
  await everything();
  for (const app of [first, second, empty]) await setting(app, { uncounted_clicks: 30 });
  const left: number[][] = [];
  for (let i = 0; i < 4; i++) {
    await enforceRetention(0, () => testNow);
    const counts = [await projectCounts(first), await projectCounts(second)];
    left.push(counts.map(({ uncounted_clicks }) => uncounted_clicks ?? -1).sort((a, b) => a - b));
  }
  expect(left).toEqual([
    [7_000, 12_000],
    [7_000, 7_000],
    [2_000, 7_000],
    [2_000, 2_000],
  ]);
  const { kinds } = await showRetention(empty.project);
  expect(kinds.find(({ kind }) => kind === "uncounted_clicks")?.removed_before).toBe("2026-05-16");
  await everything();
});
