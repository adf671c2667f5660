import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { changeConversions } from "@/lib/apple/conversion-values/change";
import type { ConversionRule } from "@/lib/apple/conversion-values/rules";
import { receivePostback } from "@/lib/apple/postbacks/receive";
import { estimateIos, iosEstimateSql } from "@/lib/reporting/ios/estimate";
import { iosEstimateQuery } from "@/lib/reporting/ios/schema";
import { recordSpend } from "@/lib/spend/record";
import { spendRow } from "@/lib/spend/schema";
import { anAppId, aSkanPostback, listApp, testAppleKeys } from "@/testing/apple-postbacks";
import { aCampaign, anInstall, aProject } from "@/testing/factories";
import { runShownSql } from "@/testing/projects/shown-sql";

const now = new Date("2026-06-30T12:00:00Z");
const installedAt = new Date("2026-06-20T12:00:00Z");
/** Window 1 began 72 to 96 hours before, so these are about installs of 20 June. */
const receivedAt = new Date("2026-06-24T00:00:00Z");
const days = { from: "2026-06-01", to: "2026-06-30" };

const paid = (fine: number, at_least: number): ConversionRule => ({
  window: 1,
  when: { kind: "revenue", at_least },
  fine,
  coarse: "high",
  lock: false,
});

async function aWorld() {
  const [app, appId] = [await aProject({ currency: "EUR", timeZone: "UTC" }), anAppId()];
  await listApp(app, appId);
  const rules = [paid(10, 5), paid(20, 15)];
  await changeConversions(app.project, { version: 0, rules }, commandLine, new Date(0));
  const campaign = await aCampaign(app, { name: "Peaks", network: "META" });
  await sql`
    insert into apple_sources (project_id, network_id, source_identifier, campaign_id)
    values (${app.project.id}, 'v9wttpbfk9', '5239', ${campaign.id})`;
  const receive = (fields: object, at = receivedAt) =>
    receivePostback("skan", aSkanPostback(appId, { "ad-network-id": "v9wttpbfk9.skadnetwork", ...fields }), {
      now: at,
      keys: testAppleKeys,
    });
  const spend = (amount: number, platform: string) =>
    recordSpend(
      app.project,
      [spendRow.parse({ date: "2026-06-20", campaign: campaign.displayId, platform, amount })],
      { kind: "HAND", sourceKey: null, name: "By hand", createdBy: "test" },
      now,
    );
  const install = async (count: number, fields: Record<string, unknown> = {}) => {
    for (let i = 0; i < count; i++) {
      const { id } = await anInstall(app, (fields.campaign as number | null | undefined) ?? campaign.id, {
        at: (fields.at as Date) ?? installedAt,
      });
      await sql`
        update installs set platform = 'IOS', method = ${(fields.method as string) ?? "link"},
          os_version = ${(fields.os as string) ?? "18.1"}, kind = ${(fields.kind as string) ?? "INSTALL"}
        where project_id = ${app.project.id} and id = ${id}`;
    }
  };
  return { app, campaign, receive, spend, install };
}

test("a campaign's installs are those known here and Apple's, without those counted twice", async () => {
  const { app, campaign, receive, spend, install } = await aWorld();
  for (let i = 0; i < 12; i++) await receive({ "conversion-value": 10 });
  // A later window, a redownload and a loss are no installs.
  await receive({
    "postback-sequence-index": 1,
    "source-identifier": "39",
    "coarse-conversion-value": "low",
  });
  await receive({ redownload: true });
  await receive({ "did-win": false });
  await install(3);
  await install(2, { method: "apple" });
  await install(4, { method: "probabilistic" });
  // Too old a system, and too new an install for a postback; and a reinstall, which is no install.
  await install(1, { os: "14.8" });
  await install(1, { at: new Date("2026-06-29T12:00:00Z") });
  await install(1, { kind: "REINSTALL" });
  await spend(55, "IOS");
  await spend(900, "ANDROID");
  const { networks, total, organic, backtest } = await estimateIos(app.project, days, now);
  expect(organic).toBe(0);
  expect(networks).toHaveLength(1);
  expect(networks[0]).toMatchObject({ network: "Meta", campaigns: [{ campaign: { id: campaign.id } }] });
  const [row] = networks[0]!.campaigns;
  expect(row).toMatchObject({
    known: { by_id: 5, by_token: 2, by_likelihood: 4 },
    eligible: 9,
    apple: 12,
    // Twelve of 5 to 15.
    revenue: { known: 0, apple_reported: { low: 6_000, mid: 12_000, high: 18_000 } },
    missing: 0,
    spend: 5_500,
    unknown: null,
    raw: { cost_per_install: 5_500 / 12, roas: { low: 1.09, mid: 2.18, high: 3.27 } },
  });
  const { twice, installs, apple_only: appleOnly, cost_per_install: cost } = row!;
  // Known 11 and Apple 12, with 9 that should have sent a postback.
  expect(twice.low).toBeGreaterThanOrEqual(3);
  expect(twice.high).toBeLessThanOrEqual(9);
  expect(twice.low).toBeLessThan(twice.high);
  expect(installs).toEqual({ low: 23 - twice.high, mid: 23 - twice.mid, high: 23 - twice.low });
  expect(appleOnly).toEqual({ low: 12 - twice.high, mid: 12 - twice.mid, high: 12 - twice.low });
  expect(cost).toEqual({ low: 5_500 / installs.high, mid: 5_500 / installs.mid, high: 5_500 / installs.low });
  expect(row!.revenue.total.mid).toBe(Math.round(12_000 * (1 - twice.mid / 12)));
  const { network: _, campaigns: __, ...network } = networks[0]!;
  expect(total).toEqual(network);
  // Twelve values are too few to hide some of them.
  expect(backtest).toBeNull();
});

test("postbacks without a campaign reduce by the known installs that their campaigns have no room for", async () => {
  const { app, receive, install } = await aWorld();
  await receive({});
  for (let i = 0; i < 10; i++) await receive({ "source-identifier": "77" });
  await install(40);
  const { networks } = await estimateIos(app.project, days, now);
  const [own, unassigned] = networks[0]!.campaigns.toSorted((a, b) => a.apple - b.apple);
  expect(own).toMatchObject({
    apple: 1,
    eligible: 40,
    twice: { low: 1, mid: 1, high: 1 },
    installs: { mid: 40 },
  });
  // 39 more should have sent one, so nearly all of the ten are known.
  expect(unassigned).toMatchObject({
    campaign: null,
    apple: 10,
    twice: { low: 9, mid: 10, high: 10 },
    unknown: "no_campaign",
  });
  expect(networks[0]).toMatchObject({ installs: { low: 40, mid: 40, high: 41 }, apple: 11, eligible: 40 });
});

test("values that Apple left out are shared out, with the error of a backtest", async () => {
  const { app, receive } = await aWorld();
  for (let i = 0; i < 60; i++) await receive({ "conversion-value": i % 2 === 0 ? 10 : 20 });
  for (let i = 0; i < 8; i++) await receive({ "source-identifier": "39" });
  const { total, backtest } = await estimateIos(app.project, days, now);
  // Thirty of 5 to 15, thirty of 15 or more.
  expect(total.revenue.apple_reported).toEqual({ low: 60_000, mid: 75_000, high: 90_000 });
  expect(total.missing).toBe(8);
  expect(total.unshared).toBe(0);
  // Eight more are worth the average of the sixty.
  expect(total.revenue.apple).toEqual({ low: 68_000, mid: 85_000, high: 102_000 });
  expect(backtest).toMatchObject({ hidden: 60, actual: 75_000 });
  expect(backtest!.off).toBeGreaterThan(0);
  expect(backtest!.off).toBeLessThan(backtest!.actual);
});

test("the cost is unknown while a part of the spend may be iOS, and estimates are in no ledger", async () => {
  const { app, receive, spend, install } = await aWorld();
  await receive({});
  await install(1);
  await spend(5, "IOS");
  const before = await sql`select * from ledger where project_id = ${app.project.id} order by measure, count`;
  const known = await estimateIos(app.project, days, now);
  expect(known.total).toMatchObject({ spend: 500, unknown: null });
  expect(
    await sql`select * from ledger where project_id = ${app.project.id} order by measure, count`,
  ).toEqual(before);
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, platform, country, count, amount)
    select ${app.project.id}, day, campaign_id, measure, '', '', 0, 40 from ledger
    where project_id = ${app.project.id} and measure = 'spend'`;
  const { total } = await estimateIos(app.project, days, now);
  expect(total).toMatchObject({
    spend: null,
    not_broken_down: 40,
    cost_per_install: null,
    unknown: "not_broken_down",
  });
});

test("the shown SQL returns the counts of each campaign, and Apple's counts without a campaign by network", async () => {
  const { app, receive, install } = await aWorld();
  for (let i = 0; i < 12; i++) await receive({ "conversion-value": 10 });
  await receive({
    "postback-sequence-index": 1,
    "source-identifier": "39",
    "coarse-conversion-value": "low",
  });
  await receive({ redownload: true });
  // A source without a campaign.
  for (let i = 0; i < 3; i++) await receive({ "source-identifier": "7777" });
  await install(3);
  await install(2, { method: "apple" });
  await install(4, { method: "probabilistic" });
  await install(1, { os: "14.8" });
  const query = iosEstimateQuery.parse(days);
  const { networks } = await estimateIos(app.project, query, now);
  const found = await runShownSql(app.project, iosEstimateSql(app.project, query, now).sql);
  const rows = networks.flatMap(({ campaigns }) => campaigns);
  expect(rows.length).toBe(2);
  expect(
    found.map((row) => [
      row.campaign,
      ...["Known by ID", "Known by Apple's token", "Known by likelihood", "Apple's installs"].map((name) =>
        Number(row[name]),
      ),
    ]),
  ).toEqual(
    rows.map(({ campaign, known, apple }) => [
      campaign?.name ?? null,
      ...[known.by_id, known.by_token, known.by_likelihood, apple],
    ]),
  );
  expect(Number(found[0]!["Should have sent a postback"])).toBe(rows[0]!.eligible);
});
