import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "@/db";
import { addDays } from "@/lib/base/days";
import { dayIn, instantsOfWallTime } from "@/lib/base/time";
import { captureAdRevenue } from "@/lib/facts/ad-revenue/capture";
import { captureEvent } from "@/lib/facts/events/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { removePayments } from "@/lib/facts/payments/queries";
import { identify } from "@/lib/facts/users/identify";
import { notBrokenDownPublisher } from "@/lib/ledger/ad-ids/publishers";
import { notBrokenDownVersion } from "@/lib/ledger/ad-ids/versions";
import { compactProject } from "@/lib/ledger/compaction";
import { compactDay, findDays } from "@/lib/ledger/compaction-queries";
import { notBrokenDownCountry } from "@/lib/ledger/country";
import { type PaymentType, revenueSign } from "@/lib/ledger/payment-types";
import { cohortReport } from "@/lib/reporting/cohorts/cohorts";
import { cohortPeriods } from "@/lib/reporting/cohorts/rules";
import { type CohortLine, type CohortsData, cohortsQuery } from "@/lib/reporting/cohorts/schema";
import { reportGroups } from "@/lib/reporting/groups/groups";
import { groupsQuery } from "@/lib/reporting/groups/schema";
import { cohortAges } from "@/lib/reporting/metrics/cohort-ages";
import { cohortMetrics } from "@/lib/reporting/metrics/cohort-metrics";
import { cohortColumnsOf } from "@/lib/reporting/table/columns";
import { reportTableQuery } from "@/lib/reporting/table/schema";
import { reportTable } from "@/lib/reporting/table/table";
import { recordSpend } from "@/lib/spend/record";
import { type AProject, decideEverything } from "@/testing/factories";
import { aLedgerStage, type LedgerStage, playSteps } from "@/testing/ledger";
import { historyCount } from "@/testing/rounds";

/** Compares every cell of random reports over random histories with sums of the raw facts. */

const start = Date.parse("2026-03-27T20:00:00Z");
const dayMs = 86_400_000;
const now = new Date(start + 150 * dayMs);
const at = (days: number) => new Date(start + days * dayMs);

const startOfDay = (day: string, zone: string) =>
  instantsOfWallTime(Date.parse(`${day}T00:00:00Z`), zone).first;

const install = fc.record({
  day: fc.integer({ min: 0, max: 120 }),
  platform: fc.constantFrom("ANDROID" as const, "IOS" as const),
  country: fc.constantFrom("IN", "DE", null),
  version: fc.constantFrom("1.0.0", "1.1.0", undefined),
  click: fc.option(fc.integer({ min: 0, max: 2 }), { nil: null }),
  opens: fc.array(fc.constantFrom(1, 2, 3, 7, 14, 30, 31), { maxLength: 4 }),
  ads: fc.array(
    fc.record({
      age: fc.constantFrom(0, 1, 2, 7, 30, 31, 61, 91),
      minutes: fc.constantFrom(0, 1, 239, 240, 1_439),
      /** Eighths of a cent, which add up exactly. */
      eighths: fc.integer({ min: 1, max: 500 }),
    }),
    { maxLength: 3 },
  ),
  payments: fc.array(
    fc.record({
      age: fc.constantFrom(0, 1, 2, 7, 14, 30, 31, 60, 61, 90, 91),
      /** Close to the end of an age, and to midnight. */
      minutes: fc.constantFrom(0, 1, 90, 239, 240, 600, 1_439),
      type: fc.constantFrom("ONE_TIME" as const, "SUBSCRIPTION_REFUNDED" as const, "RECURRING" as const),
      amount: fc.integer({ min: 1, max: 900 }),
      /** The payment that a refund names; it may be later, missing, or itself. */
      refunds: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
      removed: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  events: fc.array(
    fc.record({ minutes: fc.integer({ min: 0, max: 40 * 1_440 }), amount: fc.integer({ min: 0, max: 99 }) }),
    {
      maxLength: 4,
    },
  ),
});
const spend = fc.record({
  day: fc.integer({ min: 0, max: 120 }),
  campaign: fc.integer({ min: 0, max: 1 }),
  platform: fc.constantFrom("ANDROID", "IOS"),
  country: fc.constantFrom("IN", "DE", "FR"),
  amount: fc.integer({ min: 1, max: 500 }),
});
const history = fc.record({
  zone: fc.constantFrom("UTC", "Asia/Kolkata", "America/St_Johns", "Australia/Lord_Howe"),
  installs: fc.array(install, { minLength: 8, maxLength: 14, size: "max" }),
  spend: fc.array(spend, { minLength: 2, maxLength: 6, size: "max" }),
  /** True if the networks report countries. */
  countries: fc.boolean(),
  again: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
  /** Days of the ledger that are compacted before the new attributions, counted from the first. */
  compacted: fc.constantFrom([], [0, 1, 2, 3, 4, 5, 6, 7], "all" as const),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

/** The names that the history's steps use. */
const nameOf = (i: number) => `i${i + 1}` as "i1";

async function happen(
  { app, campaigns, clicks }: LedgerStage,
  { installs, spend: costs, countries, again, compacted }: History,
) {
  const { project } = app;
  for (const [
    i,
    { day, platform, country, version, click, opens, ads, payments, events },
  ] of installs.entries()) {
    const open = (days: number, app_version: string | undefined) =>
      registerInstall(
        project,
        {
          token: "",
          install_instance_id: nameOf(i),
          platform,
          app_version,
          device_data: click === null ? {} : { install_ref: `cairn_click=${clicks[click]}` },
        },
        { userAgent: null, address: "203.0.113.7", country, now: at(days) },
      );
    await open(day, version);
    await identify(
      project,
      { token: "", user_data: { id: `u${i}` }, install_instance_id: nameOf(i) },
      { userAgent: null, now: at(day) },
    );
    for (const age of opens.toSorted((a, b) => a - b)) await open(day + age, "2.0.0");
    for (const { minutes, amount } of events) {
      await captureEvent(
        project,
        {
          token: "",
          install_instance_id: nameOf(i),
          event_name: "level_up",
          event_data: { amount: amount / 100 },
        },
        { userAgent: null, now: at(day + minutes / 1_440) },
      );
    }
    for (const { age, minutes, eighths } of ads) {
      await captureAdRevenue(
        project,
        {
          amount: eighths / 800,
          impressions: 1,
          currency: undefined,
          install_instance_id: nameOf(i),
        },
        { source: "server", userAgent: null, now: at(day + age + minutes / 1_440) },
      );
    }
    for (const [n, { age, minutes, type, amount, refunds, removed }] of payments.entries()) {
      const payment_id = `p${i} ${n}`;
      const paid = { token: "", user_id: `u${i}`, payment_id, type, status: "PAYMENT_COMPLETED" as const };
      await capturePayment(
        project,
        {
          ...paid,
          amount: amount / 100,
          refunded_payment_id: refunds === null ? undefined : `p${i} ${refunds}`,
        },
        { userAgent: null, now: at(day + age + minutes / 1_440) },
      );
      if (removed) await removePayments(project.id, { paymentId: payment_id }, now);
    }
  }
  await decideEverything(app);
  const ledgerDays = (await findDays(project.id)).map(({ day }) => day).toReversed();
  if (compacted === "all") await compactProject(project.id);
  else for (const n of compacted) if (ledgerDays[n]) await compactDay(project.id, ledgerDays[n]);
  const steps = again.map((i) => ({ do: "again" as const, instance: nameOf(i), campaign: i % 2 }));
  await playSteps({ app, campaigns, clicks, links: [] }, steps, false);
  await decideEverything(app);
  const [names] = await sql<{ ids: string[] }[]>`
    select array_agg(display_id order by id) as ids from campaigns where project_id = ${project.id}`;
  const rows = new Map(
    costs.map(({ day, campaign, platform, country: reported, amount }) => {
      const date = dayIn(project.timeZone, at(day));
      const country = countries ? reported : "";
      const dimensions = { ad_set_id: "", creative_id: "", keyword_id: "", platform, country };
      const row = { date, campaign: names!.ids[campaign], amount, currency: project.currency, ...dimensions };
      return [`${date} ${campaign} ${platform} ${country}`, row] as const;
    }),
  );
  const reporter = { kind: "HAND", sourceKey: null, name: "x", createdBy: "x" } as const;
  await recordSpend(project, [...rows.values()] as never, reporter, now);
}

type Install = {
  name: string;
  day: string;
  at: Date;
  campaign: number;
  ad_set: string;
  opened: number;
} & Slot;
type Slot = { platform: string; country: string; version: string; publisher: string };
type Payment = {
  name: string;
  id: string;
  refunded: string | null;
  at: Date;
  type: PaymentType;
  amount: number;
  removed: boolean;
};

async function factsOf({ project }: AProject, happened: History) {
  const zone = project.timeZone;
  const rows = await sql<Omit<Install, "version">[]>`
    select install_instance_id as name, (installed_at at time zone ${zone})::date::text as day, installed_at as at,
      coalesce(campaign_id, 0) as campaign, coalesce(ad_set_id, '') as ad_set, opened_on as opened, platform,
      coalesce(country, '') as country, coalesce(publisher_id, '') as publisher
    from installs where project_id = ${project.id} and kind = 'INSTALL'`;
  // An update of the app is not a new version of the install.
  const installs: Install[] = rows.map((row) => ({
    ...row,
    version: happened.installs.find((_, i) => nameOf(i) === row.name)?.version ?? "",
  }));
  const all = await sql<Payment[]>`
    select install_instance_id as name, payment_id as id, refunded_payment_id as refunded, paid_at as at, type,
      amount_minor as amount, removed_at is not null as removed
    from payments where project_id = ${project.id} and status = 'PAYMENT_COMPLETED'`;
  const paid = new Map(all.filter(({ type }) => revenueSign(type) > 0).map((one) => [one.id, one.at]));
  const payments = all
    .filter(({ removed }) => !removed)
    .map((one) => ({ ...one, at: paid.get(one.refunded ?? "") ?? one.at }));
  const events = await sql<{ name: string; day: string; at: Date; amount: number }[]>`
    select install_instance_id as name, (occurred_at at time zone ${zone})::date::text as day, occurred_at as at, coalesce(amount_minor, 0) as amount from events
    where project_id = ${project.id} and name = 'level_up'`;
  const ads = await sql<{ name: string; at: Date; amount: number }[]>`
    select install_instance_id as name, occurred_at as at, amount_millionths / 1000000.0::float8 as amount
    from ad_revenue where project_id = ${project.id}`;
  const costs = await sql<({ day: string; campaign: number; amount: number } & Slot)[]>`
    select day::text, campaign_id as campaign, platform, ${notBrokenDownCountry}::text as country,
      ${notBrokenDownVersion}::text as version, ${notBrokenDownPublisher}::text as publisher, amount_minor as amount
    from spend where project_id = ${project.id}
    union all
    select day::text, campaign_id, platform, country, ${notBrokenDownVersion}::text, ${notBrokenDownPublisher}::text,
      amount_minor
    from country_spend
    where project_id = ${project.id}`;
  return { installs, ads, payments, events, costs, zone };
}
type Facts = Awaited<ReturnType<typeof factsOf>>;

const keysOf = {
  campaign: ({ campaign }: { campaign: number }) => String(campaign),
  platform: ({ platform }: { platform: string }) => platform,
  country: ({ country }: { country: string }) => country,
  app_version: ({ version }: { version: string }) => version,
  publisher: ({ publisher }: { publisher: string }) => publisher,
  ad_set: ({ campaign, ad_set }: { campaign: number; ad_set?: string }) => `${campaign} ${ad_set ?? ""}`,
};
type By = keyof typeof keysOf;

/** Computed from the facts alone, for installs of these days with this key. */
function expectedCell(
  { installs, ads, payments, events, costs }: Facts,
  { from, to, key }: { from: string; to: string; key: string | null },
  { by, paid }: { by: By | null; paid: boolean },
  age: number | null,
) {
  const isIn = (fact: { day: string; campaign: number } & Slot) =>
    fact.day >= from &&
    fact.day <= to &&
    (!paid || fact.campaign !== 0) &&
    (by === null || key === "total" || keysOf[by](fact) === key);
  const some = installs.filter(isIn);
  const installedAt = new Map(some.map((one) => [one.name, one.at.getTime()]));
  /** True within the first age + 1 times 24 hours. */
  const counts = (fact: { name: string; at: Date }) => {
    const since = fact.at.getTime() - (installedAt.get(fact.name) ?? Number.POSITIVE_INFINITY);
    return since >= 0 && (age === null || since < (age + 1) * dayMs);
  };
  const made = payments.filter(counts);
  const revenue = made.reduce((sum, { type, amount }) => sum + revenueSign(type) * amount, 0);
  const sent = events.filter(counts);
  const total = costs.filter(isIn).reduce((sum, { amount }) => sum + amount, 0);
  return {
    installs: some.length,
    revenue,
    ad_revenue: ads.filter(counts).reduce((sum, { amount }) => sum + amount, 0),
    // Spend that is not broken down has no revenue to compare it with.
    spend:
      (by === "country" && key === notBrokenDownCountry) ||
      (by === "app_version" && key === notBrokenDownVersion) ||
      (by === "publisher" && key === notBrokenDownPublisher)
        ? null
        : total,
    payers: new Set(made.filter(({ type }) => revenueSign(type) > 0).map(({ name }) => name)).size,
    events: { count: sent.length, amount: sent.reduce((sum, { amount }) => sum + amount, 0) },
    // Users count by calendar day.
    users: some.filter(({ name, day }) =>
      events.some(
        (event) =>
          event.name === name && event.day >= day && (age === null || event.day <= addDays(day, age)),
      ),
    ).length,
    retained:
      age === null || age === 0 || age > 30 ? null : some.filter(({ opened }) => opened & (1 << age)).length,
  };
}

function checkReport(data: CohortsData, facts: Facts, of: { by: By | null; paid: boolean }): number {
  let checked = 0;
  const periods = [...cohortPeriods({ ...data, weekStart: "monday" }).values()].filter((period) => {
    const { installs, spend } = expectedCell(facts, { ...period, key: "total" }, of, null);
    return installs > 0 || spend !== 0;
  });
  for (const [i, { days }] of cohortAges.entries()) {
    /** The end of the last day, and then age + 1 times 24 hours. */
    const isOld = ({ to }: { to: string }) =>
      days === null || startOfDay(addDays(to, 1), facts.zone) + (days + 1) * dayMs <= now.getTime();
    for (const row of data.rows) {
      const expected = isOld(row) ? expectedCell(facts, row, of, days) : null;
      expect({ row: `${row.from} ${row.key}`, days, cell: row.cells[i] }).toEqual({
        row: `${row.from} ${row.key}`,
        days,
        cell: expected,
      });
      checked += 1;
    }
    const old = periods
      .filter(isOld)
      .map((period) => expectedCell(facts, { ...period, key: "total" }, of, days));
    const sum = (name: "installs" | "revenue" | "ad_revenue" | "spend" | "retained" | "payers" | "users") =>
      old.some((cell) => cell[name] === null) ? null : old.reduce((all, cell) => all + cell[name]!, 0);
    const total = {
      installs: sum("installs"),
      revenue: sum("revenue"),
      ad_revenue: sum("ad_revenue"),
      spend: sum("spend"),
      retained: sum("retained"),
      payers: sum("payers"),
      users: sum("users"),
      events: {
        count: old.reduce((all, { events }) => all + events.count, 0),
        amount: old.reduce((all, { events }) => all + events.amount, 0),
      },
    };
    expect({ days, total: data.total.cells[i] }).toEqual({ days, total: old.length === 0 ? null : total });
    checked += 1;
  }
  return checked;
}

/** Compares every column of cohorts in the report with the cells of the same campaigns, countries and platforms. */
async function checkColumns({ project }: AProject): Promise<number> {
  const columns = [...cohortColumnsOf(null), ...cohortColumnsOf("level_up")];
  const from = "2026-03-01";
  const query = { from, columns: columns.map(({ id }) => id).join() };
  const cohorts = async (by?: "country" | "platform" | "app_version" | "publisher" | "campaign") =>
    cohortReport(
      project,
      cohortsQuery.parse({ from, granularity: "day", event: "level_up", event_users: "true", by }),
      now,
    );
  const expected = ({ cells }: Pick<CohortLine, "cells">) =>
    Object.fromEntries(
      columns.flatMap(({ id, cohort }) => {
        const cell = cells[cohortAges.findIndex(({ name }) => name === cohort!.at)];
        return cell ? [[id, cohortMetrics[cohort!.metric].of(cell)]] : [];
      }),
    );
  const table = await reportTable(project, reportTableQuery.parse(query), now);
  expect(table.total.cohorts).toEqual(expected((await cohorts()).total));
  const { values } = await cohorts("campaign");
  let checked = 0;
  for (const row of table.campaigns) {
    const line = values.find(({ key }) => key === row.id);
    expect([row.id, row.cohorts]).toEqual([row.id, line ? expected(line) : {}]);
    checked += Object.keys(row.cohorts).length;
  }
  for (const by of ["country", "platform", "app_version", "publisher"] as const) {
    const groups = await reportGroups(project, groupsQuery.parse({ ...query, by, traffic: "paid" }), now);
    const lines = (await cohorts(by)).values;
    for (const row of groups.rows) {
      const line = lines.find(({ key }) => key === row.keys[0]);
      expect([by, row.keys, row.cohorts]).toEqual([by, row.keys, line ? expected(line) : {}]);
      checked += Object.keys(row.cohorts).length;
    }
  }
  return checked;
}

test("every cell equals the sum of the raw facts, after any payments, refunds, removals and new attributions", async () => {
  let checked = 0;
  let columns = 0;
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.constantFrom("day" as const, "week" as const, "month" as const),
      async (happened, granularity) => {
        const stage = await aLedgerStage(happened.zone);
        await happen(stage, happened);
        columns += await checkColumns(stage.app);
        const facts = await factsOf(stage.app, happened);
        expect(facts.installs.length).toBeGreaterThan(0);
        for (const by of [
          null,
          "campaign",
          "platform",
          "country",
          "app_version",
          "publisher",
          "ad_set",
        ] as const) {
          for (const traffic of ["paid", "all"]) {
            const query = cohortsQuery.parse({
              from: "2026-03-01",
              granularity,
              traffic,
              event: "level_up",
              event_users: "true",
              ...(by && { by }),
            });
            const data = await cohortReport(stage.app.project, query, now);
            checked += checkReport(data, facts, { by, paid: traffic === "paid" });
          }
        }
      },
    ),
    { numRuns: historyCount(8) },
  );
  expect(checked).toBeGreaterThan(200);
  expect(columns).toBeGreaterThan(200);
});
