import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { beginRecalculation } from "@/lib/attribution/recalculation/begin";
import { findRecalculation, insertRecalculation } from "@/lib/attribution/recalculation/queries";
import { runRecalculation } from "@/lib/attribution/recalculation/run";
import { captureAdRevenue } from "@/lib/facts/ad-revenue/capture";
import { captureEvent } from "@/lib/facts/events/capture";
import { capturePayment } from "@/lib/facts/payments/capture";
import { compactProject } from "@/lib/ledger/compaction";
import { countsStoredIn } from "@/lib/ledger/measure-queries";
import { rebuildLedger } from "@/lib/ledger/rebuild";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { setExchangeRates } from "@/lib/spend/rates/change";
import { recordSpend } from "@/lib/spend/record";
import { type AProject, aCampaign, anAttributedUser, aProject } from "@/testing/factories";
import { historyCount } from "@/testing/rounds";

const clock = () => new Date();
/** Late enough that all caches of the former currency have expired. */
const later = () => new Date(Date.now() + 60_000);
const day = (n: number) => new Date(Date.parse("2026-03-01T12:00:00Z") + n * 86_400_000);
const dayName = (n: number) => day(n).toISOString().slice(0, 10);

async function aShop(currency = "USD") {
  const app = await aProject({ currency });
  const campaign = await aCampaign(app);
  const { userId } = await anAttributedUser(app, campaign.id, { at: day(0) });
  await rebuildLedger(app.project.id);
  const project = { ...app.project };
  const context = (n: number) => ({ userAgent: null, now: day(n) });
  return {
    app,
    project,
    pay: (amount: number, n = 1, of?: string) =>
      capturePayment(
        project,
        { token: "", amount, currency: of, user_id: userId, type: "DEFAULT", status: "PAYMENT_COMPLETED" },
        context(n),
      ),
    buy: (amount: number, n = 1) =>
      captureEvent(
        project,
        { token: "", event_name: "buy", event_data: { amount }, user_id: userId },
        context(n),
      ),
    /** Added up by the hour. */
    earn: (amount: number, n = 1, of?: string) =>
      captureAdRevenue(
        { ...project, settings: { ad_revenue_hourly: true } },
        { amount, currency: of, impressions: 1, user_id: userId },
        { source: "server", ...context(n) },
      ),
    spend: (amount: number, of: string, n = 1) => {
      const row = { date: dayName(n), campaign: campaign.displayId, amount, currency: of };
      const dimensions = {
        ad_set_id: of,
        creative_id: "",
        keyword_id: "",
        platform: "",
        country: of === "EUR" ? "DE" : "",
      };
      const teller = { kind: "HAND", sourceKey: null, name: "x", createdBy: "x" } as const;
      return recordSpend(project, [{ ...row, ...dimensions } as never], teller, clock());
    },
    rate: (of: string, rate: number, n = 0) =>
      setExchangeRates(project, [{ currency: of, day: dayName(n), rate }], commandLine, clock()),
  };
}

async function change(
  { app, project }: { app: AProject; project: AProject["project"] },
  currency: string,
  amounts: "convert" | "keep" = "convert",
  now = later,
) {
  const input = { to_zone: project.timeZone, to_currency: currency, amounts };
  expect(await insertRecalculation(project, input, commandLine, clock())).toBe(true);
  for (let i = 0; i < 300; i++) {
    await runRecalculation(app.project.id, () => false, now);
    const recalculation = await findRecalculation(app.project.id);
    if (recalculation?.state === "DONE") return;
    if (recalculation?.state === "FAILED") throw new Error(recalculation.problem ?? "failed");
    await sleep(50);
  }
  throw new Error("the change never ends");
}

async function amountsOf(app: AProject) {
  const rows = await sql<{ measure: string; amount: number }[]>`
    select measure, sum(amount)::bigint as amount from (
      select measure, amount from ledger where project_id = ${app.project.id}
      union all
      select measure, amount from (${countsStoredIn(sql`from ledger l where l.project_id = ${app.project.id}`)}) stored
    ) counts
    group by measure having sum(amount) <> 0 order by measure`;
  return Object.fromEntries(rows.map(({ measure, amount }) => [measure, amount]));
}

test("amounts are converted from the original with the rates of their days; later amounts follow", async () => {
  const shop = await aShop();
  await shop.rate("EUR", 1.25, 0);
  await shop.rate("EUR", 1.6, 10);
  await shop.rate("JPY", 0.01, 0);
  await shop.pay(10, 1);
  await shop.pay(16, 12);
  await shop.buy(5, 2);
  await shop.spend(8, "USD", 12);
  await shop.spend(3, "EUR", 12);
  await shop.spend(500, "JPY", 1);
  await shop.pay(300, 1, "JPY");
  await shop.pay(2, 12, "EUR");
  await shop.pay(7, 12, "GBP");
  await shop.earn(0.5, 1);
  await shop.earn(0.25, 1, "USD");
  await shop.earn(0.1, 12, "EUR");
  const before = await amountsOf(shop.app);
  expect(before).toEqual({
    payment: 2600 + 300 + 320,
    revenue_since: 2600 + 300 + 320,
    event: 500,
    event_since: 500,
    spend: 800 + 480 + 500,
    ad_revenue: 75_000_000 + 16_000_000,
    ad_revenue_since: 75_000_000 + 16_000_000,
  });
  // Still in dollars, because the app's process has not noticed the change when it sends these.
  const meanwhile = async () => {
    await shop.pay(20, 13);
    await shop.earn(0.5, 1);
    while ((await findRecalculation(shop.app.project.id))?.state !== "FOLLOWING") await sleep(5);
    await shop.pay(4, 3);
    await shop.earn(0.25, 1);
    await shop.earn(0.1, 12, "EUR");
  };
  await Promise.all([change(shop, "EUR", "convert", clock), meanwhile()]);
  const [now] = await sql`select currency from projects where id = ${shop.app.project.id}`;
  expect(now).toEqual({ currency: "EUR" });
  expect(await amountsOf(shop.app)).toEqual({
    payment: 800 + 1000 + 1250 + 320 + 240 + 200,
    revenue_since: 800 + 1000 + 1250 + 320 + 240 + 200,
    event: 400,
    event_since: 400,
    spend: 500 + 300 + 400,
    ad_revenue: 120_000_000 + 20_000_000,
    ad_revenue_since: 120_000_000 + 20_000_000,
  });
  expect(await findDifferences(shop.app.project.id, "UTC")).toEqual([]);
  const rates = await sql`
    select currency, day::text, rate::float8 from exchange_rates where project_id = ${shop.app.project.id} order by 1, 2`;
  expect(rates).toEqual([
    { currency: "JPY", day: dayName(0), rate: 0.008 },
    { currency: "JPY", day: dayName(10), rate: 0.00625 },
    { currency: "USD", day: dayName(0), rate: 0.8 },
    { currency: "USD", day: dayName(10), rate: 0.625 },
  ]);
  shop.project.currency = "EUR";
  await change(shop, "USD");
  expect(await amountsOf(shop.app)).toMatchObject({
    payment: 2600 + 2400 + 300 + 320,
    event: 500,
    event_since: 500,
    spend: before.spend,
  });
  expect(await findDifferences(shop.app.project.id, "UTC")).toEqual([]);
});

test("amounts that were in the other currency originally keep their value, with any number of decimals", async () => {
  const shop = await aShop("USD");
  await shop.pay(500, 1);
  await shop.buy(1200, 1);
  await change(shop, "JPY", "keep");
  expect(await amountsOf(shop.app)).toEqual({
    ...{ payment: 500, revenue_since: 500, event: 1200, event_since: 1200 },
  });
  expect(await findDifferences(shop.app.project.id, "UTC")).toEqual([]);
});

test.each([
  ["before", "convert"],
  ["after", "convert"],
  ["after", "keep"],
] as const)("sums of removed events %s compaction follow, also by age (%s)", async (when, amounts) => {
  const shop = await aShop();
  const { id } = shop.app.project;
  await shop.rate("EUR", 1.25, 0);
  await shop.rate("EUR", 1.6, 10);
  await shop.buy(5, 2);
  await shop.buy(8, 12);
  if (when === "after") await compactProject(id);
  await sql`insert into retention_cutoffs (project_id, kind, before) values (${id}, 'events', ${dayName(5)})`;
  await sql`delete from events where project_id = ${id} and occurred_at < ${dayName(5)}::text::timestamptz`;
  await change(shop, "EUR", amounts);
  const sum = amounts === "convert" ? 400 + 500 : 500 + 800;
  expect(await amountsOf(shop.app)).toEqual({ event: sum, event_since: sum });
  expect(await findDifferences(id, "UTC")).toEqual([]);
});

test("without a rate for the first amount nothing changes, and the missing rate is named", async () => {
  const shop = await aShop();
  await shop.pay(10, 3);
  const begin = () => beginRecalculation(shop.project, { currency: "EUR" }, commandLine, clock());
  await expect(begin()).rejects.toThrow(`no exchange rate from EUR to USD for ${dayName(3)}`);
  await shop.rate("EUR", 1.25, 4);
  await expect(begin()).rejects.toThrow(dayName(3));
  expect(await findRecalculation(shop.app.project.id)).toBeNull();
  await shop.rate("EUR", 1.25, 3);
  await change(shop, "EUR");
  expect(await amountsOf(shop.app)).toEqual({ payment: 800, revenue_since: 800 });
});

test("after any payments and conversions, returning to the first currency restores the original amounts", async () => {
  const cents = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 8 });
  const rate = fc.constantFrom(0.0067, 0.333, 1.1, 2.71, 151.37);
  const property = fc.asyncProperty(
    cents,
    rate,
    fc.constantFrom("JPY", "EUR", "KWD"),
    async (all, worth, other) => {
      const shop = await aShop();
      await shop.rate(other, worth, 0);
      const facts = [shop.pay, shop.buy, shop.earn];
      for (const [i, each] of all.entries()) await facts[i % 3]!(each / 100, i);
      const before = await amountsOf(shop.app);
      await change(shop, other);
      expect(await findDifferences(shop.app.project.id, "UTC")).toEqual([]);
      shop.project.currency = other;
      await change(shop, "USD");
      expect(await findDifferences(shop.app.project.id, "UTC")).toEqual([]);
      expect(await amountsOf(shop.app)).toEqual(before);
    },
  );
  await fc.assert(property, { numRuns: historyCount(12), endOnFailure: true });
});

test("in another time zone payments use the rate of their day there, also those that waited for a rate", async () => {
  const shop = await aShop();
  await shop.rate("EUR", 2, 2);
  await shop.rate("JPY", 0.01, 1);
  await shop.rate("JPY", 0.02, 2);
  await shop.rate("GBP", 3, 1);
  // Noon in this zone is the next day in Kiritimati, 14 hours ahead.
  await shop.pay(10, 1, "EUR");
  await shop.pay(100, 1, "JPY");
  await shop.pay(1, 1, "GBP");
  expect(await amountsOf(shop.app)).toMatchObject({ payment: 0 + 100 + 300 });
  shop.project.timeZone = "Pacific/Kiritimati";
  await change(shop, "USD");
  expect(await amountsOf(shop.app)).toMatchObject({ payment: 2_000 + 200 + 300 });
  expect(await findDifferences(shop.app.project.id, "Pacific/Kiritimati")).toEqual([]);
  // If its day has no rate any more, a payment keeps its counted amount.
  shop.project.timeZone = "Etc/GMT+12";
  await change(shop, "USD");
  expect(await amountsOf(shop.app)).toMatchObject({ payment: 2_000 + 100 + 300 });
  expect(await findDifferences(shop.app.project.id, "Etc/GMT+12")).toEqual([]);
});
