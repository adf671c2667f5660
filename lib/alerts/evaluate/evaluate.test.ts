import { afterAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import {
  addAlertRule,
  changeAlertRule,
  listAlertRules,
  listFiring,
  muteAlertRule,
  showAlertRule,
  turnAlertRule,
} from "@/lib/alerts/alerts";
import { findDueRules } from "@/lib/alerts/evaluate/queries";
import { evaluateOne } from "@/lib/alerts/evaluate/run";
import { reportSummary } from "@/lib/alerts/reports/summary";
import { alertRuleInput } from "@/lib/alerts/rules/schema";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { rulesNamed } from "@/lib/outbound/kinds/webhook/events";
import { defaultDependencies, sendDue } from "@/lib/outbound/send/run";
import { overview } from "@/lib/reporting/overview/overview";
import { overviewQuery } from "@/lib/reporting/overview/schema";
import { setBudget } from "@/lib/spend/budgets/budgets";
import { type AProject, aCampaign, aProject } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";

const ends: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

/** Noon in the project's zone, on a Monday after clocks went forward. */
const zone = "Europe/Berlin";
const at = (day: string, time = "12:00") => new Date(`${day}T${time}:00Z`);

async function aWorld() {
  const app = await aProject({ timeZone: zone, now: at("2026-01-01") });
  const campaign = await aCampaign(app);
  return { app, campaign };
}

const count = (app: AProject, campaign: number, day: string, installs: number) => sql`
  insert into ledger (project_id, day, campaign_id, measure, platform, count)
  values (${app.project.id}, ${day}::text::date, ${campaign}, 'installs', 'IOS', ${installs})`;

const defaultDays = (app: AProject, campaign: number, to: string) => sql`
  insert into ledger (project_id, day, campaign_id, measure, platform, count)
  select ${app.project.id}, ${to}::text::date - back, ${campaign}, 'installs', 'IOS', 100
  from generate_series(0, 60) back`;

const rule = (more: object) => alertRuleInput.parse({ kind: "change", metric: "installs", ...more });
const evaluate = (app: AProject, id: number, now: Date) =>
  evaluateOne({ project_id: app.project.id, id }, { now: () => now, appHost: "cairn.example.com" });
const make = async (app: AProject, more: object, now: Date) =>
  (await addAlertRule(as(app), rule(more), commandLine, now)).rule.id;
const as = ({ project }: AProject) => ({ project, reader: { email: "", mayWrite: true } });
const rowsOf = (app: AProject) =>
  sql<
    {
      subject: string;
      notified_at: Date | null;
      resolved_at: Date | null;
      ended: string | null;
      text: string;
    }[]
  >`select subject, notified_at, resolved_at, ended, text from alerts where project_id = ${app.project.id} order by fired_at, id`;
const notifiedRows = (app: AProject) => sql`
  select 1 from outbox where project_id = ${app.project.id} and kind = 'alert'`;

test("a fall fires once, however often it is evaluated, and is resolved when values are normal", async () => {
  const { app, campaign } = await aWorld();
  await defaultDays(app, campaign.id, "2026-03-28");
  await count(app, campaign.id, "2026-03-29", 20);
  const now = at("2026-03-30");
  const id = await make(app, {}, now);
  // Two processes, and later a third one.
  await Promise.all([evaluate(app, id, now), evaluate(app, id, now)]);
  await evaluate(app, id, now);
  expect(await rowsOf(app)).toMatchObject([{ subject: "", notified_at: now, resolved_at: null }]);
  const page = await showAlertRule(as(app), id, now);
  expect(page.rule).toMatchObject({ state: "firing", firing: 1, due_at: "2026-03-30T23:00:00.000Z" });
  expect(page.evaluations).toMatchObject([{ period: "2026-03-29", checked: 1, outside: 1 }]);
  // The evaluated number equals the report's.
  const query = overviewQuery.parse({ from: "2026-03-29", to: "2026-03-29", compare: "none" });
  const { figures } = await overview(app.project, query, now);
  expect(page.alerts[0]?.seen.value).toBe(figures.installs.total);
  expect(page.alerts[0]?.text).toMatch(
    /^Installs fell to 20 on Mar 29, 2026; usual for the weekday: 70 to 130\.$/,
  );

  await count(app, campaign.id, "2026-03-30", 100);
  await evaluate(app, id, at("2026-03-31"));
  expect(await rowsOf(app)).toMatchObject([{ resolved_at: at("2026-03-31"), ended: "inside" }]);
});

test("the weekly summary has the latest value of a firing alert, like the overview", async () => {
  const { app, campaign } = await aWorld();
  await defaultDays(app, campaign.id, "2026-03-28");
  await count(app, campaign.id, "2026-03-30", 3);
  const id = await make(app, {}, at("2026-03-30"));
  await evaluate(app, id, at("2026-03-30"));
  await evaluate(app, id, at("2026-03-31"));
  const now = at("2026-03-31");
  const { firing } = await listFiring(app.project, now);
  const { alerts } = await reportSummary(app.project, { from: "2026-03-23", to: "2026-03-29" }, now);
  expect(firing[0]!.text).toContain("fell to 0 on Mar 29");
  expect(firing[0]!.latest_text).toContain("fell to 3 on Mar 30");
  expect(alerts.map(({ text }) => text)).toEqual([firing[0]!.latest_text]);
});

test("a process that crashes before storing its evaluation leaves nothing; another one fires the alert", async () => {
  const { app, campaign } = await aWorld();
  await defaultDays(app, campaign.id, "2026-03-28");
  const now = at("2026-03-30");
  const id = await make(app, {}, now);
  // One statement stores the evaluation, so a failure stores nothing.
  await sql`
    insert into alerts (project_id, id, rule_id, subject, label, text, period, seen, latest, fired_at)
    values (${app.project.id}, gen_random_uuid(), ${id}, '', '', '', '', '{}', '{}', ${now})`;
  await expect(
    sql`with x as (insert into alert_evaluations (project_id, rule_id, period, evaluated_at, checked, outside, seen)
      values (${app.project.id}, ${id}, '2026-03-29', ${now}, 0, 0, '[]'))
      insert into alerts (project_id, id, rule_id, subject, label, text, period, seen, latest, fired_at)
      values (${app.project.id}, gen_random_uuid(), ${id}, '', '', '', '', '{}', '{}', ${now})`,
  ).rejects.toThrow();
  await sql`delete from alerts where project_id = ${app.project.id}`;
  await evaluate(app, id, now);
  expect(await rowsOf(app)).toHaveLength(1);
});

test("each campaign fires separately; a muted one is recorded without notification, which is sent once the mute ends", async () => {
  const { app, campaign } = await aWorld();
  const other = await aCampaign(app);
  for (const one of [campaign.id, other.id]) await defaultDays(app, one, "2026-03-28");
  await count(app, other.id, "2026-03-29", 100);
  const now = at("2026-03-30");
  const id = await make(app, { scope: "each_campaign" }, now);
  const subject = `campaign:${campaign.id}`;
  const mute = { subject, everywhere: true, until: at("2026-03-30", "20:00") };
  await muteAlertRule(as(app), id, mute, commandLine, now);
  await evaluate(app, id, now);
  expect(await rowsOf(app)).toMatchObject([{ subject, notified_at: null }]);
  await evaluate(app, id, at("2026-03-31"));
  // The other alert has been silent since the day before.
  expect(await rowsOf(app)).toMatchObject([
    { subject, notified_at: at("2026-03-31") },
    { subject: `campaign:${other.id}`, notified_at: at("2026-03-31") },
  ]);
});

test("a changed rule ends its alerts and is evaluated again; a rule of a new project sends nothing", async () => {
  const { app, campaign } = await aWorld();
  await defaultDays(app, campaign.id, "2026-03-28");
  const now = at("2026-03-30");
  const id = await make(app, {}, now);
  await evaluate(app, id, now);
  await changeAlertRule(as(app), id, rule({ direction: "rise" }), commandLine, now);
  expect(await rowsOf(app)).toMatchObject([{ ended: "changed" }]);
  await evaluate(app, id, now);
  expect((await showAlertRule(as(app), id, now)).rule).toMatchObject({ state: "ok", firing: 0 });

  const young = await aProject({ timeZone: zone });
  const its = await make(young, { kind: "limit", side: "below", limit: 10 }, now);
  await evaluate(young, its, now);
  const { rule: shown, evaluations } = await showAlertRule(as(young), its, now);
  expect(shown.state).toBe("ok");
  expect(evaluations[0]?.seen[0]?.seen).toMatchObject({ is: "silent", why: "no_history" });
});

test("an alert about macros is resolved when they are replaced again", async () => {
  const { app, campaign } = await aWorld();
  const id = await make(app, { kind: "macros" }, at("2026-03-30"));
  await sql`
    insert into alerts (project_id, id, rule_id, subject, label, text, period, seen, latest, fired_at)
    values (${app.project.id}, gen_random_uuid(), ${id}, ${`campaign:${campaign.id}`}, 'Summer', '12 clicks', '2026-03-28',
      '{}', '{}', ${at("2026-03-29")})`;
  await evaluate(app, id, at("2026-03-30"));
  expect(await rowsOf(app)).toMatchObject([{ ended: "inside", resolved_at: at("2026-03-30") }]);
});

test("the rules of a frozen project are not due, so that they do not delay those of others", async () => {
  const { app } = await aWorld();
  const now = at("2020-01-01");
  const id = await make(app, {}, now);
  const due = async () => (await findDueRules(now, 10)).map((each) => each.id);
  expect(await due()).toContain(id);
  await sql`update projects set frozen_at = now() where id = ${app.project.id}`;
  expect(await due()).not.toContain(id);
});

const below = (more: object = {}) => ({ kind: "limit", side: "below", limit: 5, ...more });
const daily = (app: AProject, campaign: number, to: string, installs: number) => sql`
  insert into ledger (project_id, day, campaign_id, measure, platform, count)
  select ${app.project.id}, ${to}::text::date - back, ${campaign}, 'installs', 'IOS', ${installs}::int
  from generate_series(0, 9) back`;

test("a value that fell to zero is below its limit, alone and among others", async () => {
  const { app, campaign } = await aWorld();
  const other = await aCampaign(app);
  await daily(app, campaign.id, "2026-03-28", 10);
  await daily(app, other.id, "2026-03-29", 10);
  const now = at("2026-03-30");
  for (const more of [{ scope: "campaign", campaign_id: campaign.id }, { scope: "each_campaign" }]) {
    const id = await make(app, below(more), now);
    await evaluate(app, id, now);
    const { alerts, backtest } = await showAlertRule(as(app), id, now);
    expect(alerts.map(({ subject }) => subject)).toEqual([`campaign:${campaign.id}`]);
    expect(backtest.firings.map(({ day }) => day)).toEqual(["2026-03-29"]);
  }
});

test("incomplete days are not compared with a limit; a count needs no additional minimum", async () => {
  const { app, campaign } = await aWorld();
  await daily(app, campaign.id, "2026-03-29", 3);
  const now = at("2026-03-30");
  const month = await make(app, below({ days: 30, limit: 100 }), now);
  const day = await make(app, below({ least: 20 }), now);
  for (const id of [month, day]) await evaluate(app, id, now);
  expect(await rowsOf(app)).toMatchObject([{ text: "Installs: 3 on Mar 29, 2026, below 5." }]);
});

test("a rule that is turned on again is evaluated again; turning on an active rule ends nothing", async () => {
  const { app, campaign } = await aWorld();
  await daily(app, campaign.id, "2026-03-29", 3);
  const now = at("2026-03-30");
  const id = await make(app, below(), now);
  await evaluate(app, id, now);
  await turnAlertRule(as(app), id, true, commandLine, at("2026-03-30", "12:01"));
  expect(await rowsOf(app)).toMatchObject([{ resolved_at: null }]);
  for (const on of [false, true])
    await turnAlertRule(as(app), id, on, commandLine, at("2026-03-30", "12:02"));
  expect(await rowsOf(app)).toMatchObject([{ ended: "changed" }]);
  await evaluate(app, id, at("2026-03-30", "12:03"));
  // A second notification is not sent within a day.
  expect(await rowsOf(app)).toMatchObject([{}, { notified_at: null, resolved_at: null }]);
});

test("an evaluation in progress while its rule changes stores nothing of the earlier rule", async () => {
  const { app, campaign } = await aWorld();
  await daily(app, campaign.id, "2026-03-29", 3);
  const now = at("2026-03-30");
  const id = await make(app, below(), now);
  const { promise: evaluation, resolve } = Promise.withResolvers<void>();
  await sql.begin(async (tx) => {
    await tx`
      update alert_rules r set updated_at = ${at("2026-03-30", "12:01")}
      where r.project_id = ${app.project.id} and r.id = ${id}`;
    evaluate(app, id, now).then(resolve, resolve);
    const waits = () => sql`
      select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%alert_evaluations%'
        and datname = current_database() and pid <> pg_backend_pid()`;
    await expect.poll(waits).not.toEqual([]);
  });
  await evaluation;
  expect(await rowsOf(app)).toEqual([]);
});

async function aHook(app: AProject, types: string[]) {
  const receiver = await aReceiver();
  ends.push(receiver.end);
  const input = {
    kind: "webhook",
    name: "Ops",
    mode: "live" as const,
    settings: { url: receiver.url },
    secrets: {},
    rules: rulesNamed(types),
  };
  await createDestination(app.project, input, commandLine, new Date());
  return receiver;
}

/** The payloads that the webhook has received. */
async function bodiesOf(app: AProject, receiver: Awaited<ReturnType<typeof aHook>>, count: number) {
  const calls = async () => {
    await enqueueFacts(5_000, () => new Date(), app.project.id);
    await sendDue(
      5_000,
      defaultDependencies(() => new Date(Date.now() + 1_000)),
      app.project.id,
    );
    return receiver.calls.length;
  };
  // Other tests have open transactions, and later events are not read until those end.
  await expect.poll(calls, { interval: 20 }).toBe(count);
  return receiver.bodies();
}

test("a webhook whose mapping has alert.fired receives it once, as a sentence with a link", async () => {
  const { app, campaign } = await aWorld();
  const now = new Date();
  const receiver = await aHook(app, ["alert.fired"]);
  const yesterday = new Date(now.getTime() - 30 * 3_600_000).toISOString().slice(0, 10);
  await defaultDays(app, campaign.id, yesterday);
  await sql`update ledger set count = 0 where project_id = ${app.project.id} and day >= ${yesterday}::text::date - 3`;
  const id = await make(app, { name: "Fewer installs" }, now);
  const quiet = await make(app, { webhooks: false }, now);
  await evaluate(app, id, now);
  await evaluate(app, quiet, now);
  expect(await notifiedRows(app)).toHaveLength(1);
  const [body] = await bodiesOf(app, receiver, 1);
  expect(body).toMatchObject({
    type: "alert.fired",
    data: {
      rule: { id, name: "Fewer installs", kind: "change" },
      value: 0,
      usual: 100,
      unit: "count",
      currency: null,
    },
  });
  expect(body.data.text).toMatch(/^Fewer installs: Installs fell to 0 on .*\/alerts\/\d+$/);
  const { webhooks } = await listAlertRules(as(app), now);
  expect(webhooks).toMatchObject([{ name: "Ops", live: true }]);
});

test("the end of an alert is sent once, to the same recipients, with amounts in the currency", async () => {
  const { app, campaign } = await aWorld();
  const receiver = await aHook(app, ["alert.fired", "alert.resolved"]);
  const spend = (day: string, minor: number) => sql`
    insert into ledger (project_id, day, campaign_id, measure, platform, count, amount)
    values (${app.project.id}, ${day}::text::date, ${campaign.id}, 'spend', 'IOS', 0, ${minor})`;
  await spend("2026-03-28", 50_050);
  await spend("2026-03-29", 40_000);
  const above = { kind: "limit", metric: "spend", side: "above", limit: 400, name: "Budget" };
  const id = await make(app, above, at("2026-03-29"));
  const unheard = await make(app, above, at("2026-03-29"));
  await muteAlertRule(
    as(app),
    unheard,
    { subject: "", everywhere: false, until: at("2026-03-29", "18:00") },
    commandLine,
    at("2026-03-29"),
  );
  for (const each of [id, unheard]) await evaluate(app, each, at("2026-03-29"));
  const over = at("2026-03-30");
  await Promise.all([id, id, unheard].map((each) => evaluate(app, each, over)));
  const [fired, resolved] = (await bodiesOf(app, receiver, 2)).sort((a, b) => (a.type < b.type ? -1 : 1));
  const [alert] = await sql<{ id: string }[]>`
    select id from alerts where project_id = ${app.project.id} and rule_id = ${id}`;
  const amounts = { unit: "money", currency: "USD", high: 400 };
  expect(fired).toMatchObject({ type: "alert.fired", data: { id: alert!.id, value: 500.5, ...amounts } });
  expect(resolved).toMatchObject({
    type: "alert.resolved",
    timestamp: over.toISOString(),
    data: { id: alert!.id, value: 400, ...amounts, ended: "inside", resolved_at: over.toISOString() },
  });
  expect(resolved.data.text).toMatch(/^Budget is over\. It was: Spend: \$500\.50 on .*\/alerts\/\d+$/);
});

test("a limit on ROAS D7 judges the installs that completed D7 on the day, and an event's count its own day", async () => {
  const { app, campaign } = await aWorld();
  await defaultDays(app, campaign.id, "2026-03-29");
  const sums = (day: string, measure: string, name: string, count: number, amount: number) => sql`
    insert into ledger (project_id, day, campaign_id, measure, name, platform, count, amount)
    values (${app.project.id}, ${day}::text::date, ${campaign.id}, ${measure}, ${name}, 'IOS', ${count}, ${amount})`;
  // The day after is better, but has not completed D7.
  for (const [day, revenue] of [
    ["2026-03-21", 3_000],
    ["2026-03-22", 9_000],
  ] as const) {
    await sums(day, "spend", "", 0, 10_000);
    await sums(day, "revenue_since", "7", 0, revenue);
    await sums(day, "revenue_since", "8", 0, 50_000);
  }
  await sums("2026-03-29", "event", "level_up", 30, 0);
  const limit = { kind: "limit", days: 1, side: "below", limit: 0.4, least: 50, scope: "each_campaign" };
  const roas = await make(app, { ...limit, metric: "cohort:d7:roas" }, at("2026-03-30"));
  const events = { kind: "limit", days: 1, side: "above", limit: 20, metric: "event:level_up:count" };
  const count = await make(app, events, at("2026-03-30"));
  for (const id of [roas, count]) await evaluate(app, id, at("2026-03-30"));
  expect((await rowsOf(app)).map(({ text }) => text).sort()).toEqual([
    expect.stringMatching(
      /^ROAS D7 \(.+\): 0\.30 for the installs of Mar 21, 2026, below 0\.40 \(spend: .100\.00\)\.$/,
    ),
    "level_up: 30 on Mar 29, 2026, above 20.",
  ]);
  await evaluate(app, roas, at("2026-03-31"));
  expect(await rowsOf(app)).toContainEqual(expect.objectContaining({ ended: "inside" }));
  const { backtest } = await showAlertRule(as(app), roas, at("2026-03-31"));
  expect(backtest).toMatchObject({ times: 1, firings: [{ day: "2026-03-29" }] });
  expect(backtest.chart!.points.slice(-2).map(({ value }) => value)).toEqual([0.3, 0.9]);
});

test("a rule about cohorts can't watch today, because no cohort completes an age within a day", () => {
  const input = { kind: "limit", metric: "cohort:d7:roas", days: 0, side: "above", limit: 1 };
  expect(
    alertRuleInput.safeParse(input).error?.issues.map(({ path, message }) => [path[0], message]),
  ).toEqual([["days", "Cohorts complete an age once a day. Choose whole days."]]);
});

test("a monthly budget is judged on the last day of its month", async () => {
  const { app, campaign } = await aWorld();
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, platform, count, amount)
    values (${app.project.id}, '2026-05-31', ${campaign.id}, 'spend', 'IOS', 0, 40000)`;
  const { currency } = app.project;
  const budget = { campaign_id: campaign.id, network: null, amount: 310, currency, from: null, to: null };
  await setBudget(app.project, budget, commandLine, at("2026-05-31"));
  const id = await make(app, { kind: "budget", off: 15 }, at("2026-06-01"));
  await evaluate(app, id, at("2026-06-01"));
  expect(await rowsOf(app)).toMatchObject([{ text: expect.stringContaining("is 29% over its pace") }]);
});

test("a rule about budgets fires for each budget that is off its pace at the end of the day", async () => {
  const { app, campaign } = await aWorld();
  const other = await aCampaign(app, { name: "Calm" });
  await sql`update campaigns set name = 'Search US' where project_id = ${app.project.id} and id = ${campaign.id}`;
  // Ten of 31 days are over; the spend of the eleventh does not count.
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, platform, count, amount)
    values (${app.project.id}, '2026-05-10', ${campaign.id}, 'spend', 'IOS', 0, 11800),
      (${app.project.id}, '2026-05-11', ${campaign.id}, 'spend', 'IOS', 0, 90000),
      (${app.project.id}, '2026-05-10', ${other.id}, 'spend', 'IOS', 0, 10500)`;
  const { currency } = app.project;
  for (const id of [campaign.id, other.id]) {
    const budget = { campaign_id: id, network: null, amount: 310, currency, from: null, to: null };
    await setBudget(app.project, budget, commandLine, at("2026-05-11"));
  }
  const id = await make(app, { kind: "budget", off: 15 }, at("2026-05-11"));
  await evaluate(app, id, at("2026-05-11"));
  expect(await rowsOf(app)).toMatchObject([
    {
      text: expect.stringMatching(
        /^Search US is 18% over its pace: .118\.00 of the .100\.00 expected up to May 10\.$/,
      ),
    },
  ]);
  const page = await showAlertRule(as(app), id, at("2026-05-11"));
  expect(page.rule.about).toBe("A budget is 15% or more over its pace");
  expect(page.evaluations).toMatchObject([{ checked: 2, outside: 1 }]);
  const under = await make(app, { kind: "budget", off: 4, side: "under" }, at("2026-05-11"));
  await evaluate(app, under, at("2026-05-11"));
  expect((await rowsOf(app)).filter(({ resolved_at }) => resolved_at === null)).toHaveLength(1);
});
