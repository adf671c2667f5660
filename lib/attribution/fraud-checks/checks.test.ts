import { expect, test } from "vitest";
import { sql } from "@/db";
import { storeInstall } from "@/lib/facts/installs/register";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { addressKey } from "@/lib/platform/address-key";
import { type AProject, aCampaign, aClick, aProject, decideEverything, ledgerOf } from "@/testing/factories";

/** The fraud rules on stored clicks and installs: their measurements, and their exact counts in the report. */
const noon = Date.parse("2026-06-20T12:00:00Z");
const at = (minutes: number) => new Date(noon + minutes * 60_000);
const day = 24 * 60;

type Visit = { click?: string; address?: string; country?: string };

const install = (app: AProject, instance: string, when: Date, { click, address = "", country }: Visit = {}) =>
  storeInstall(
    app.project,
    {
      token: "",
      install_instance_id: instance,
      platform: "ANDROID",
      device_data: click ? { install_ref: `cairn_click=${click}` } : {},
    },
    { userAgent: null, address, country: country ?? null, now: when },
  );

async function flagsOf(app: AProject): Promise<Record<string, string[]>> {
  await decideEverything(app);
  const rows = await sql<{ instance: string; flags: string[] }[]>`
    select install_instance_id as instance, flags from installs where project_id = ${app.project.id} and flags is not null`;
  expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
  expect((await ledgerOf(app.project.id)).suspicious?.count ?? 0).toBe(rows.length);
  return Object.fromEntries(rows.map((row) => [row.instance, row.flags]));
}

const findingsOf = async (app: AProject, instance: string) =>
  (
    await sql<{ charges: { rule: string; evidence: object }[] }[]>`
      select d.evidence->'charges' as charges from decisions d
      join installs s on s.project_id = ${app.project.id} and s.id = d.install_id
      where d.project_id = ${app.project.id} and s.install_instance_id = ${instance} order by d.version desc limit 1`
  )[0]!.charges;

test("the eleventh install from one address within an hour is flagged as a farm, one an hour later is not", async () => {
  const app = await aProject();
  for (let i = 0; i < 11; i++) await install(app, `i${i}`, at(i * 5), { address: "203.0.113.50" });
  await install(app, "elsewhere", at(52), { address: "203.0.113.51" });
  await install(app, "later", at(120), { address: "203.0.113.50" });
  expect(await flagsOf(app)).toEqual({ i10: ["install_farm"] });
  expect(await findingsOf(app, "i10")).toMatchObject([{ evidence: { installs_in_an_hour: 11 } }]);
});

test("more than twenty clicks of one browser on one campaign within ten minutes are flagged", async () => {
  const app = await aProject();
  const [one, two] = [await aCampaign(app), await aCampaign(app)];
  const clicks: string[] = [];
  for (let i = 0; i < 21; i++) clicks.push(await aClick(app, { campaignId: one.id, at: at(i * 0.4) }));
  const other = await aClick(app, { campaignId: two.id, at: at(8.5) });
  await sql`update clicks set address_key = decode(${addressKey("203.0.113.60")}, 'hex'), user_agent = 'x' where project_id = ${app.project.id}`;
  await install(app, "twentieth", at(60), { click: clicks[19]! });
  await install(app, "last", at(61), { click: clicks[20]! });
  await install(app, "other", at(62), { click: other });
  expect(await flagsOf(app)).toEqual({ last: ["hyper_engagement"] });
});

test("another country is a mismatch; a country that only one side has is not", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const clicks = [];
  for (const [i, country] of [{ country: "DE" }, { country: "DE" }, {}].entries())
    clicks.push(await aClick(app, { campaignId: campaign.id, at: at(-60 + i), ...country }));
  await install(app, "same", at(0), { click: clicks[0]!, country: "DE" });
  await install(app, "other", at(1), { click: clicks[1]!, country: "VN" });
  await install(app, "unknown", at(2), { click: clicks[2]!, country: "VN" });
  expect(await flagsOf(app)).toEqual({ other: ["country_mismatch"] });
  expect(await findingsOf(app, "other")).toMatchObject([
    { rule: "country_mismatch", evidence: { click_country: "DE", install_country: "VN" } },
  ]);
});

test("a campaign whose installs of the week before came late is flooding; installs within the hour are not flagged", async () => {
  const app = await aProject({ timeZone: "Asia/Kolkata" });
  const campaign = await aCampaign(app);
  const clicked = (when: number) => aClick(app, { campaignId: campaign.id, at: at(when) });
  for (let i = 0; i < 50; i++) {
    const when = -2 * day + i;
    await install(app, `week${i}`, at(when), { click: await clicked(when - (i < 20 ? 20 : 2 * day)) });
    await clicked(when);
  }
  expect(await flagsOf(app)).toEqual({});
  await install(app, "late", at(0), { click: await clicked(-180) });
  await install(app, "soon", at(1), { click: await clicked(-20) });
  expect(await flagsOf(app)).toEqual({ late: ["click_flooding"] });
  expect(await findingsOf(app, "late")).toMatchObject([
    { evidence: { installs_in_seven_days: 50, percent_after_a_day: 60, percent_within_the_hour: 40 } },
  ]);
});

test("a campaign in which four of five clicks of the last week became installs is flagged only for fast clicks", async () => {
  const app = await aProject({ timeZone: "America/New_York" });
  const [likely, unlikely] = [await aCampaign(app), await aCampaign(app)];
  const comes = async (campaignId: number, instance: string, when: number) =>
    install(app, instance, at(when), { click: await aClick(app, { campaignId, at: at(when - 20) }) });
  for (let i = 0; i < 50; i++) {
    await comes(likely.id, `likely${i}`, -2 * day + i);
    await comes(unlikely.id, `unlikely${i}`, -2 * day + i);
  }
  for (let i = 0; i < 13; i++) await aClick(app, { campaignId: likely.id, at: at(-3 * day + i) });
  for (let i = 0; i < 12; i++) await aClick(app, { campaignId: unlikely.id, at: at(-3 * day + i) });
  expect(await flagsOf(app)).toEqual({});
  await comes(likely.id, "one of 63", 0);
  await comes(unlikely.id, "one of 62", 1);
  expect(await flagsOf(app)).toEqual({ "one of 62": ["hyper_engagement"] });
  expect(await findingsOf(app, "one of 62")).toMatchObject([
    { rule: "hyper_engagement", evidence: { clicks_in_seven_days: 62, installs_of_them: 50 } },
  ]);
});

test("a day is counted once: later decisions do not change its result", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const early = await aClick(app, { campaignId: campaign.id, at: at(-2 * day) });
  await install(app, "first", at(-1 * day), { click: early });
  await decideEverything(app);
  const next = await aClick(app, { campaignId: campaign.id, at: at(-60) });
  await install(app, "second", at(0), { click: next });
  await decideEverything(app);
  const counted = () => sql`
    select day::text, installs, early, late, clicks from source_days
    where project_id = ${app.project.id} and campaign_id = ${campaign.id} order by day`;
  const before = await counted();
  expect(before).toEqual([
    { day: "2026-06-18", installs: 0, early: 0, late: 0, clicks: 1 },
    { day: "2026-06-19", installs: 1, early: 0, late: 0, clicks: 0 },
  ]);
  await sql`update installs set campaign_id = null where project_id = ${app.project.id}`;
  await install(app, "third", at(1), { click: await aClick(app, { campaignId: campaign.id, at: at(-30) }) });
  await decideEverything(app);
  expect(await counted()).toEqual(before);
});
