import { expect, test } from "vitest";
import { sql } from "@/db";
import { makeMonths } from "@/db/months";
import { addPostbacks } from "@/demo/apple-postbacks";
import { addDeliveries, addDestinations } from "@/demo/deliveries";
import { addViewSettings, officePhone, setUpDemo } from "@/demo/edge-cases";
import { addHardCases } from "@/demo/hard-cases";
import { addDemoNetwork } from "@/demo/networks";
import { addPurchases } from "@/demo/purchases";
import { addAnnotations, addSigningKeys, shareFigures } from "@/demo/team";
import { addUninstalls } from "@/demo/uninstalls";
import { watchDevice } from "@/demo/watched";
import { listShares } from "@/lib/activity/shares/shares";
import { verifyAgain } from "@/lib/apple/postbacks/show";
import { dayIn } from "@/lib/base/time";
import { listDeviceWatches, watchedDeviceOf } from "@/lib/facts/debug/watch";
import { findProjectsWithPurchases } from "@/lib/facts/purchases/notices/queries";
import { showPurchases } from "@/lib/facts/purchases/settings/show";
import { findProjectsToProbe } from "@/lib/facts/uninstalls/queries";
import { enqueueFacts } from "@/lib/outbound/enqueue/enqueue";
import { showSigning } from "@/lib/projects/signing/keys";
import { listAnnotations } from "@/lib/reporting/annotations/annotations";
import type { CohortRow } from "@/lib/reporting/campaign/cohort-rules";
import { retentionCohortsOf } from "@/lib/reporting/campaign/cohort-rules";
import { consentAnswersOf, consentDays } from "@/lib/sample/consent";
import { demoDay, playDay } from "@/lib/sample/day";
import type { DemoUser } from "@/lib/sample/person";
import { demoDays, plans } from "@/lib/sample/plan";
import { SeededRandom } from "@/lib/sample/random";
import { aDemoClick } from "@/lib/sample/visit";
import { aCampaign, aProject, decideEverything, ledgerOf } from "@/testing/factories";

const timeZone = "Europe/Berlin";

test("the demo's days are calendar days of 23, 24 and 25 hours, and today ends now", () => {
  const now = new Date("2026-11-01T07:00:00Z");
  const days = Array.from({ length: 240 }, (_, ago) => demoDay(timeZone, now, ago));
  expect(days[0]).toMatchObject({ name: "2026-11-01", ends: now });
  for (const [ago, day] of days.entries()) {
    const next = days[ago - 1];
    if (next) expect(next.begins.getTime() - day.ends.getTime()).toBe(1);
  }
  const hours = new Set(
    days.slice(1).map(({ begins, ends }) => (ends.getTime() + 1 - begins.getTime()) / 3_600_000),
  );
  expect([...hours].sort()).toEqual([23, 24, 25]);
});

for (const time of ["06:40", "22:30"]) {
  test(`the retention of a demo loaded at ${time} decreases from the first day on`, async () => {
    const now = new Date(`2026-06-20T${time}:00Z`);
    const first = demoDay(timeZone, now, 8).begins;
    const app = await aProject({ timeZone, now: first });
    await makeMonths(dayIn("UTC", first), dayIn("UTC", now));
    const campaigns = new Map<string, number>();
    const some = plans.filter(({ from }) => (from ?? demoDays) === demoDays);
    for (const { id } of plans)
      campaigns.set(id, some.some((plan) => plan.id === id) ? (await aCampaign(app, { now: first })).id : 0);
    const crowd: DemoUser[] = [];
    for (let ago = 8; ago >= 0; ago--)
      await playDay(app, new SeededRandom(7 + ago), campaigns, crowd, demoDay(timeZone, now, ago));
    await decideEverything(app);
    const cells = await sql<CohortRow[]>`
      select day::text as day, measure, name, sum(count)::bigint as count from ledger
      where project_id = ${app.project.id} and measure in ('installs', 'opened_on') group by 1, 2, 3`;
    const { curve } = retentionCohortsOf(cells, "2026-06-20", "monday");
    const share = (age: number) => curve[age - 1]!.opened! / curve[age - 1]!.installs;
    expect(curve[0]!.installs).toBeGreaterThan(500);
    expect(share(1)).toBeGreaterThan(0.3);
    expect(share(1)).toBeGreaterThan(share(3));
    expect(share(3)).toBeGreaterThan(share(6));
  });
}

/** Each hard case by its user's ID: its decision and its campaign. */
async function casesOf(project: number) {
  const rows = await sql<
    { user: string; reason: string; campaign: string | null; versions: number; flags: string[] }[]
  >`
    select replace(s.install_instance_id, '-phone', '') as user, d.reason, c.display_id as campaign,
      s.decision_version as versions, d.flags
    from installs s
    join decisions d on d.project_id = ${project} and d.install_id = s.id and d.version = s.decision_version
    left join campaigns c on c.project_id = ${project} and c.id = d.campaign_id
    where s.project_id = ${project} and s.install_instance_id like 'case-%'`;
  return new Map(rows.map(({ user, ...row }) => [user, row]));
}

test("the demo has one install of each kind that is hard to attribute", async () => {
  const now = new Date("2026-06-20T18:00:00Z");
  const begun = demoDay(timeZone, now, 12).begins;
  const app = await aProject({ timeZone, now: begun });
  await makeMonths(dayIn("UTC", begun), dayIn("UTC", now));
  await addViewSettings(app, begun);
  await addDemoNetwork(app, begun);
  const campaigns = new Map<string, number>();
  for (const { id, name, network, networkCampaignId } of plans) {
    const made = await aCampaign(app, {
      now: begun,
      name,
      custom_display_id: `${id}`,
      ...(network ? { network } : {}),
      ...(networkCampaignId ? { network_campaign_id: networkCampaignId } : {}),
    });
    campaigns.set(id, made.id);
  }
  const at = new Date(demoDay(timeZone, now, 2).begins.getTime() + 15 * 3_600_000);
  await addHardCases({ app, chance: new SeededRandom(7), campaigns, at });
  const cases = await casesOf(app.project.id);
  expect(Object.fromEntries(cases)).toMatchObject({
    "case-meta-referrer": { reason: "meta_referrer", campaign: "alps-lookalike" },
    "case-apple-ads": { reason: "apple", campaign: "asa-category", versions: 2 },
    "case-decided-again": { reason: "advertising_id", campaign: "alps-lookalike", versions: 2 },
    "case-probabilistic": { reason: "probabilistic", campaign: "newsletter-june" },
    "case-view-through": { reason: "view", campaign: "alps-lookalike" },
    "case-two-campaigns": { reason: "ambiguous", campaign: null },
    "case-organic": { reason: "no_candidate_left", campaign: null },
    "case-click-injection": { campaign: null, flags: ["click_injection"] },
    "case-first-use": { reason: "play_referrer", campaign: "summit-challenge" },
    "case-reused-click": { campaign: null, flags: ["click_reuse"] },
    "case-claimed-1": { reason: "tags", campaign: "autumn-boards" },
  });
});

test("apps of the demo are uninstalled, as late as push services report it, and are never checked", async () => {
  const now = new Date("2026-06-20T12:00:00Z");
  const first = demoDay(timeZone, now, 20).begins;
  const app = await aProject({ timeZone, now: first });
  await makeMonths(dayIn("UTC", first), dayIn("UTC", now));
  const campaigns = new Map<string, number>();
  for (const { id } of plans) campaigns.set(id, (await aCampaign(app, { now: first })).id);
  for (const ago of [20, 19])
    await playDay(app, new SeededRandom(ago), campaigns, [], demoDay(timeZone, now, ago));
  await decideEverything(app);
  await addUninstalls(app, now);
  const sums = await ledgerOf(app.project.id);
  expect(sums.probed!.count).toBeGreaterThan(50);
  expect(sums.uninstalls!.count).toBeGreaterThan(10);
  expect(sums.uninstalls!.count).toBeLessThan(sums.probed!.count / 2);
  const [late] = await sql<{ days: number }[]>`
    select min(extract(epoch from uninstalled_at - last_open_at) / 86400)::float8 as days from installs
    where project_id = ${app.project.id} and uninstalled_at is not null`;
  expect(late!.days).toBeGreaterThanOrEqual(1);
  expect(await findProjectsToProbe(new Date("2100-01-01"))).not.toContainEqual({ id: app.project.id });
});

test("the demo's stores confirm, refund and reject purchases without changing other figures, and are never queried", async () => {
  const now = new Date("2026-06-20T12:00:00Z");
  const first = demoDay(timeZone, now, 24).begins;
  const app = await aProject({ timeZone, now: first });
  await makeMonths(dayIn("UTC", first), dayIn("UTC", now));
  const campaigns = new Map<string, number>();
  for (const { id } of plans) campaigns.set(id, (await aCampaign(app, { now: first })).id);
  for (const ago of [24, 23, 22])
    await playDay(app, new SeededRandom(ago), campaigns, [], demoDay(timeZone, now, ago));
  await decideEverything(app);
  const before = await ledgerOf(app.project.id);
  await addPurchases(app, now);
  const after = await ledgerOf(app.project.id);

  const { connections, states, notices } = await showPurchases(app.project, now);
  expect(connections.map(({ source, mode, state }) => [source, mode, state]).sort()).toEqual([
    ["apple", "require", "good"],
    ["google", "require", "good"],
  ]);
  const count = Object.fromEntries(states.map(({ state, payments }) => [state, payments]));
  expect(count.pending).toBe(2);
  for (const state of ["valid", "refunded", "invalid"]) expect(count[state], state).toBeGreaterThan(0);
  expect(count.valid).toBeGreaterThan(count.refunded!);
  expect(new Set(notices.map(({ state }) => state))).toContain("unmatched");

  // Each refund counts once; what is not valid or not confirmed does not count.
  const { "payment SUBSCRIPTION_REFUNDED": refunds, "revenue_since 0": revenue, ...others } = after;
  const { "revenue_since 0": revenueBefore, ...othersBefore } = before;
  expect(refunds!.count).toBe(count.refunded);
  expect(revenue!.amount).toBe(revenueBefore!.amount - refunds!.amount);
  expect(others).toEqual(othersBefore);
  const later = new Date("2100-01-01");
  expect(await findProjectsWithPurchases(later, new Date(0))).not.toContainEqual({ id: app.project.id });
});

test("the demo's charts have notes, its figures are shared, its calls are signed, its team has roles", async () => {
  const now = new Date("2026-06-20T18:00:00Z");
  const app = await aProject({ timeZone, now });
  await addAnnotations(app, "2026-06-18", now);
  await shareFigures(app, now);
  await addSigningKeys(app, now);
  expect((await listAnnotations(app.project)).annotations.map(({ day }) => day)).toContain("2026-06-18");
  expect((await listShares(app.project, now)).shares.map(({ ended }) => ended)).toEqual([false, false]);
  const states = (await showSigning(app.project, now)).keys.map(({ state }) => state);
  expect(states.sort()).toEqual(["active", "active", "replaced"]);
});

test("the demo's developer phone is a test device and watched, with its calls", async () => {
  const now = new Date();
  const app = await aProject({ timeZone, now });
  await setUpDemo(app, now);
  await watchDevice(app, officePhone, now);
  const [device] = (await listDeviceWatches(app.project)).devices;
  expect(device).toMatchObject({ calls: 5, platform: "ANDROID", link: null });
  const { calls } = await watchedDeviceOf(app.project, device!.id);
  expect(calls.map(({ status }) => status)).toEqual([200, 400, 200, 200, 202]);
});

test("both variants of the demo's A/B test have visitors, and consent is recorded where the app asks for it", () => {
  const plan = plans.find(({ rules }) => rules)!;
  const app = { project: { id: 1 } } as never;
  const chance = new SeededRandom(5);
  const clicks = Array.from({ length: 200 }, () => aDemoClick(app, chance, plan, 1, new Date()));
  const followed = new Set(clicks.map(({ link_variant: variant }) => variant));
  expect(followed).toEqual(new Set(["Store page", "Story of the month", undefined]));
  const answers = Array.from({ length: 100 }, () => consentAnswersOf("IOS", "DE", 10));
  for (const field of ["ad_user_data", "ad_personalization", "att_status"])
    expect(new Set(answers.map((answer) => answer[field])).size, field).toBeGreaterThan(1);
  expect(consentAnswersOf("IOS", "DE", consentDays + 1)).toEqual({});
});

test("a webhook and Meta receive events, with several kinds of outcomes, and no calls happen afterwards", async () => {
  const now = new Date("2026-06-20T12:00:00Z");
  const day = demoDay(timeZone, now, 1);
  const app = await aProject({ timeZone, now: day.begins });
  await sql`select make_month_partitions(${day.begins}::date, ${now}::date)`;
  const campaigns = new Map<string, number>();
  for (const { id } of plans) campaigns.set(id, (await aCampaign(app, { now: day.begins })).id);
  await addDemoNetwork(app, day.begins);
  await addDestinations(app, day.begins);
  await playDay(app, new SeededRandom(11), campaigns, [], day);
  const states = () => sql<{ kind: string; state: string; late: boolean }[]>`
    select t.kind, d.state, bool_or(d.created_at > ${now} or d.ended_at < d.created_at) as late
    from deliveries d join destinations t on t.project_id = ${app.project.id} and t.id = d.destination_id
    where d.project_id = ${app.project.id} group by 1, 2 order by 1, 2`;
  // Other tests have open transactions, and later events are not read until those end. A call with a part of the events
  // would already turn destinations off.
  const [own] = await sql<{ number: string }[]>`select pg_current_xact_id()::text as number`;
  const isOldest = async () => {
    const [row] = await sql<{ oldest: boolean }[]>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${own!.number}::text::xid8 as oldest`;
    return row!.oldest;
  };
  await expect.poll(isOldest).toBe(true);
  const isRead = async () => {
    await enqueueFacts(60_000, () => now, app.project.id);
    return (await states()).some(({ kind }) => kind === "webhook");
  };
  await expect.poll(isRead).toBe(true);
  await expect
    .poll(async () => {
      await addDeliveries(app, now);
      return (await states()).map(({ kind, state }) => `${kind} ${state}`);
    })
    .toEqual(expect.arrayContaining(["meta dry", "meta skipped", "webhook sent", "webhook skipped"]));
  expect((await states()).filter(({ late }) => late)).toEqual([]);
  // A destination with sent deliveries is off now, because a dry run next to them would be contradictory.
  const modes =
    await sql`select kind, mode from destinations where project_id = ${app.project.id} order by kind`;
  expect(modes).toEqual([
    { kind: "applovin", mode: "dry_run" },
    { kind: "custom_network", mode: "dry_run" },
    { kind: "meta", mode: "dry_run" },
    { kind: "webhook", mode: "off" },
  ]);
});

test("the demo's postbacks are counted, and none is verified as Apple's", async () => {
  const now = new Date();
  const app = await aProject({ timeZone, now });
  const campaign = await aCampaign(app, { now });
  await addPostbacks(app, new SeededRandom(1), new Map([["alps-lookalike", campaign.id]]), now, 3);
  const rows = await sql<{ id: string; verdict: string; is_test: boolean }[]>`
    select id, verdict, is_test from apple_postbacks where project_id = ${app.project.id} order by received_at`;
  expect(rows.filter(({ verdict, is_test }) => verdict === "verified" && !is_test).length).toBeGreaterThan(
    20,
  );
  expect(rows.filter(({ is_test }) => is_test)).toHaveLength(1);
  expect(rows.filter(({ verdict }) => verdict === "bad_signature")).toHaveLength(1);
  for (const { id } of rows.slice(0, 10)) {
    expect((await verifyAgain(app.project, id)).verdict).toBe("bad_signature");
  }
});
