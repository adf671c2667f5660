import { expect, test } from "vitest";
import { sql } from "@/db";
import { newId, randomBase62 } from "@/lib/base/ids";
import { registerInstall } from "@/lib/facts/installs/register";
import {
  countedAdNames,
  countedVersion,
  mayMakeCampaign,
  newAdNamesPerDay,
  newIdsPerDay,
  newNetworkCampaignsPerDay,
  newPublishersPerDay,
  newVersionsPerDay,
  otherAds,
  withCountedAds,
} from "@/lib/ledger/ad-ids/counted";
import { admitAdIds } from "@/lib/ledger/ad-ids/queries";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { recordSpend } from "@/lib/spend/record";
import type { ClickRow } from "@/lib/traffic/clicks/queries";
import { createRecorder } from "@/lib/traffic/visits/record";
import { type AProject, aCampaign, aProject } from "@/testing/factories";

const now = new Date("2026-05-01T12:00:00Z");
const tomorrow = new Date("2026-05-02T00:00:01Z");

const creatives = (app: AProject, campaign: number, ids: string[]) =>
  ids.map((id) => ({
    project_id: app.project.id,
    campaign_id: campaign,
    creative_id: id,
    creative_name: `Ad ${id}`,
  }));
const invented = (count: number) => Array.from({ length: count }, () => randomBase62(12));
const others = (rows: { creative_id: string }[]) => rows.filter((row) => row.creative_id === otherAds).length;

test("invented IDs of one campaign are counted as (other) beyond its limit, and other campaigns keep their slots", async () => {
  const app = await aProject();
  const flood = invented(newIdsPerDay.campaign + 40);
  const rows = await withCountedAds(creatives(app, 1, flood), { now });
  expect(others(rows)).toBe(40);
  expect(rows.at(-1)).toMatchObject({ creative_id: otherAds, creative_name: null });
  expect(rows[0]).toMatchObject({ creative_id: flood[0], creative_name: `Ad ${flood[0]}` });
  expect(others(await withCountedAds(creatives(app, 2, ["genuine"]), { now }))).toBe(0);
  expect(others(await withCountedAds(creatives(app, 1, flood.slice(0, 10)), { now }))).toBe(0);
});

test("a project's new IDs have a daily limit, which known IDs do not use, and the next day has slots again", async () => {
  const app = await aProject();
  for (let campaign = 1; campaign <= newIdsPerDay.project / newIdsPerDay.campaign; campaign++) {
    const rows = creatives(app, campaign, invented(newIdsPerDay.campaign));
    expect(others(await withCountedAds(rows, { now }))).toBe(0);
  }
  expect(others(await withCountedAds(creatives(app, 99, ["late"]), { now }))).toBe(1);
  const other = await aProject();
  expect(others(await withCountedAds(creatives(other, 99, ["late"]), { now }))).toBe(0);
  const [id] = creatives(app, 99, ["later"]);
  expect(others(await withCountedAds([id!], { now: tomorrow }))).toBe(0);
  expect(others(await withCountedAds([id!], { now }))).toBe(0);
});

test("publishers have slots of their own, so a network with many of them uses up no slots of ads", async () => {
  const app = await aProject();
  const sites = invented(newPublishersPerDay.campaign + 3).map((id) => ({
    project_id: app.project.id,
    campaign_id: 1,
    publisher_id: id,
    creative_id: "one ad",
  }));
  const rows = await withCountedAds(sites, { now });
  expect(rows.filter((row) => row.publisher_id === otherAds)).toHaveLength(3);
  expect(others(rows)).toBe(0);
  expect(others(await withCountedAds(creatives(app, 1, ["second ad"]), { now }))).toBe(0);
  const ads = creatives(app, 2, invented(newIdsPerDay.campaign + 1));
  expect(others(await withCountedAds(ads, { now }))).toBe(1);
  const [site] = await withCountedAds([{ ...sites[0]!, campaign_id: 2, creative_id: null }], { now });
  expect(site?.publisher_id).toBe(sites[0]!.publisher_id);
  const next = { ...sites[0]!, publisher_id: "com.late", creative_id: null };
  expect((await withCountedAds([next], { now: tomorrow }))[0]?.publisher_id).toBe("com.late");
});

test("concurrent statements never exceed either limit", async () => {
  const { project } = await aProject();
  const slots = { project: 30, campaign: 20 };
  const batch = (campaign: number) =>
    invented(4).map((ad_id) => ({
      project_id: project.id,
      campaign_id: campaign,
      level: "creative" as const,
      ad_id,
    }));
  for (let round = 0; round < 4; round++) {
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        admitAdIds(batch(1 + (i % 2)), { slots, now, mayStore: "unless frozen" }),
      ),
    );
  }
  const rows = await sql<{ campaign_id: number; ids: number }[]>`
    select campaign_id, count(*)::int as ids from ad_ids where project_id = ${project.id} group by 1`;
  const counts = rows.map(({ ids }) => ids);
  expect(Math.max(...counts)).toBeLessThanOrEqual(slots.campaign);
  expect(counts.reduce((sum, ids) => sum + ids, 0)).toBeLessThanOrEqual(slots.project);
  expect(counts.reduce((sum, ids) => sum + ids, 0)).toBeGreaterThan(slots.campaign);
});

test("an ID with spend from an ad account or a member is always counted under its own name", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  await withCountedAds(creatives(app, campaign.id, invented(newIdsPerDay.campaign)), { now });
  const cost = {
    network: null,
    campaign: campaign.displayId,
    platform: "",
    country: "",
    ad_set_id: "",
    keyword_id: "",
  };
  await recordSpend(
    app.project,
    [{ ...cost, date: "2026-05-01", creative_id: "paid", amount: 5 } as never],
    { kind: "HAND", sourceKey: null, name: "By hand", createdBy: "test" },
    now,
  );
  const rows = await withCountedAds(creatives(app, campaign.id, ["paid", "unpaid"]), { now });
  expect(rows.map((row) => row.creative_id)).toEqual(["paid", otherAds]);
});

test("a click beyond the limit keeps its sent parameters, and the ledger equals the clicks", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  await withCountedAds(creatives(app, campaign.id, invented(newIdsPerDay.campaign)), { now: new Date() });
  const recorder = createRecorder({
    append: () => Promise.reject(new Error("no spool")),
    drain: async () => true,
    isEmpty: true,
  });
  const click = (creative_id: string): ClickRow => ({
    project_id: app.project.id,
    id: newId(new Date()),
    clicked_at: new Date(),
    kind: "click",
    campaign_id: campaign.id,
    platform: "ANDROID",
    creative_id,
    creative_name: "Invented",
    params: { ad_id: creative_id },
    names: [{ level: "creative", id: creative_id, name: "Invented" }],
  });
  await Promise.all([recorder.record(click("one")), recorder.record(click("two"))]);
  await recorder.stop();
  const stored = await sql<{ creative_id: string; creative_name: string | null; sent: string }[]>`
    select creative_id, creative_name, params->>'ad_id' as sent from clicks where project_id = ${app.project.id}
    order by sent`;
  expect(stored).toEqual([
    { creative_id: otherAds, creative_name: null, sent: "one" },
    { creative_id: otherAds, creative_name: null, sent: "two" },
  ]);
  const cells = await sql<{ creative_id: string; count: number }[]>`
    select creative_id, sum(count)::int as count from ledger
    where project_id = ${app.project.id} and measure = 'clicks' group by 1`;
  expect(cells).toEqual([{ creative_id: otherAds, count: 2 }]);
  const named = await sql`select 1 from ad_names where project_id = ${app.project.id}`;
  expect(named).toHaveLength(0);
  expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
});

test("a project gets at most a hundred new campaigns a day from referrers alone", async () => {
  const { project } = await aProject();
  const may = async (id: string, at = now) => mayMakeCampaign(project.id, { network: "GOOGLE", id }, at);
  const first = await Promise.all(
    Array.from({ length: newNetworkCampaignsPerDay.campaign }, (_, i) => may(`c${i}`)),
  );
  expect(first.every((yes) => yes)).toBe(true);
  expect([await may("one more"), await may("c7"), await may("another", tomorrow)]).toEqual([
    false,
    true,
    true,
  ]);
});

test("invented app versions are counted as (other) beyond the daily limit, and known ones keep their name", async () => {
  const { project } = await aProject();
  expect(await countedVersion(project.id, " 2.1.0 ", now)).toBe("2.1.0");
  const flood = await Promise.all(
    invented(newVersionsPerDay.campaign + 5).map((one) => countedVersion(project.id, one, now)),
  );
  expect(flood.filter((version) => version === otherAds)).toHaveLength(6);
  expect(await countedVersion(project.id, "2.1.0", now)).toBe("2.1.0");
  expect(await countedVersion(project.id, "2.2.0", now)).toBe(otherAds);
  expect(await countedVersion(project.id, "2.3.0", tomorrow)).toBe("2.3.0");
  for (const unknown of [null, "", " ", "-", "none"])
    expect(await countedVersion(project.id, unknown, now)).toBe("");
});

test("an install beyond the limit of versions is counted as (other), and keeps the version that it sent", async () => {
  const { project } = await aProject();
  await Promise.all(invented(newVersionsPerDay.campaign).map((one) => countedVersion(project.id, one, now)));
  const body = { token: "", install_instance_id: "late", platform: "IOS" as const, app_version: "7.7" };
  await registerInstall(project, body, { userAgent: null, address: "203.0.113.7", country: null, now });
  expect(
    await sql`select app_version, install_version from installs where project_id = ${project.id}`,
  ).toEqual([{ app_version: "7.7", install_version: otherAds }]);
});

test("a new app version is counted under its name on a day on which ads use all slots of the project", async () => {
  const app = await aProject();
  const slots = { project: 4, campaign: 4 };
  expect(others(await withCountedAds(creatives(app, 1, invented(6)), { now, slots }))).toBe(2);
  expect(await countedVersion(app.project.id, "2.1.0", now, { project: 5, campaign: 1 })).toBe("2.1.0");
  expect(newVersionsPerDay.project).toBe(newIdsPerDay.project + newVersionsPerDay.campaign);
});

test("invented names of ad revenue are counted as (other) beyond the daily limit of their kind, and others have room", async () => {
  const { project } = await aProject();
  const none = { network: null, placement: null, ad_unit: null, ad_format: null };
  const of = (names: Partial<typeof none> | Record<string, string>, at = now) =>
    countedAdNames(project.id, { ...none, ...names }, at);
  expect(await of({ network: "AppLovin", placement: "level_end" })).toEqual({
    ...none,
    network: "AppLovin",
    placement: "level_end",
  });
  const flood = await Promise.all(
    invented(newAdNamesPerDay.campaign + 4).map((placement) => of({ placement })),
  );
  expect(flood.filter(({ placement }) => placement === otherAds)).toHaveLength(5);
  expect(await of({ network: "Unity", placement: "menu", ad_unit: "u1" })).toEqual({
    ...none,
    network: "Unity",
    placement: otherAds,
    ad_unit: "u1",
  });
  expect(await of({ placement: "level_end" })).toMatchObject({ placement: "level_end" });
  expect(await of({ placement: "shop" }, tomorrow)).toMatchObject({ placement: "shop" });
});
