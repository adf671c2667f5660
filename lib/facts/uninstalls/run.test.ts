import { afterEach, beforeEach, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { openDeeplink } from "@/lib/attribution/deep-links/open";
import { newId } from "@/lib/base/ids";
import { updatePushToken } from "@/lib/facts/installs/details";
import { registerInstall } from "@/lib/facts/installs/register";
import { connectPushService, testPushService } from "@/lib/facts/uninstalls/connect";
import { nextProbe } from "@/lib/facts/uninstalls/rules";
import { probeProject } from "@/lib/facts/uninstalls/run";
import { showUninstalls } from "@/lib/facts/uninstalls/show";
import { storeProbed } from "@/lib/facts/uninstalls/store-queries";
import { listenToKinds, readOutbox } from "@/lib/ledger/outbox/listen";
import { queueReassignment } from "@/lib/ledger/queries";
import { findDifferences } from "@/lib/ledger/verify-queries";
import {
  type AProject,
  aCampaign,
  aClick,
  aProject,
  decideEverything,
  ledgerOf,
  reassignEverything,
  someName,
} from "@/testing/factories";
import { anApplePushService } from "@/testing/push/apns";
import { aFirebaseService } from "@/testing/push/fcm";

/** In the far future, so that runs of other tests do not check these installs. */
const start = new Date("2036-06-01T00:00:00Z");
const on = (day: number, hours = 0) => new Date(start.getTime() + (day * 24 + hours) * 3_600_000);
const installedAt = new Date("2026-06-01T12:00:00Z");

type Scripted = { status: number; code?: string; message?: string };
const unregistered = { status: 404, code: "UNREGISTERED" };
/** Firebase's responses by token; all other tokens are valid. */
const responses = new Map<string, Scripted>();
let firebase: Awaited<ReturnType<typeof aFirebaseService>>;

beforeEach(async () => {
  responses.clear();
  firebase = await aFirebaseService((token) => responses.get(token) ?? { status: 200 });
});
afterEach(() => firebase.close());

const connect = (app: AProject, at = on(0)) =>
  connectPushService(app.project, "fcm", { service_account: firebase.file }, commandLine, at);

/** An instance whose minute is in the morning, so that its probe of the day is done at noon. */
function aMorningInstance(): string {
  for (;;) {
    const id = newId(installedAt);
    if (nextProbe(id, on(0)).getUTCHours() < 11) return id;
  }
}

/** An install after a campaign's click, with a push token. */
async function withToken(
  app: AProject,
  campaignId: number | null,
  token = `${someName("token")}:1`,
  instance = aMorningInstance(),
) {
  const click =
    campaignId === null
      ? null
      : await aClick(app, { campaignId, at: new Date(installedAt.getTime() - 60_000) });
  await init(app, instance, installedAt, click);
  await updatePushToken(app.project.id, { install_instance_id: instance, push_token: token }, on(0));
  return { instance, token };
}

const init = (app: AProject, instance: string, now: Date, click: string | null = null) =>
  registerInstall(
    app.project,
    {
      token: "",
      install_instance_id: instance,
      platform: "ANDROID",
      device_data: { ...(click ? { install_ref: `cairn_click=${click}` } : {}) },
    },
    { userAgent: null, address: "203.0.113.7", now },
  );

const probe = (app: AProject, at: Date) =>
  probeProject(
    app.project.id,
    () => false,
    () => at,
  );

async function counted(app: AProject, campaign: number) {
  const sums = await ledgerOf(app.project.id, campaign);
  return ["probed", "uninstalls", "uninstalled"].map((measure) => sums[measure]?.count ?? 0);
}

const proven = async (app: AProject) =>
  expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);

/** An app that was uninstalled three days ago, and was checked at noon of each day. */
async function uninstalled() {
  const app = await aProject();
  await listenToKinds(app.project.id, "test", ["uninstall"]);
  const campaign = await aCampaign(app);
  const { instance, token } = await withToken(app, campaign.id);
  await decideEverything(app);
  await connect(app);
  responses.set(token, unregistered);
  for (const day of [2, 3, 4]) await probe(app, on(day, 12));
  return { app, campaign, instance, token };
}

test("an app unregistered for three days counts once as an uninstall of its campaign, on the first of them", async () => {
  const { app, campaign, instance, token } = await uninstalled();
  expect(await counted(app, campaign.id)).toEqual([1, 1, 1]);
  const rows = await sql`
    select day::text as day, measure, count from ledger
    where project_id = ${app.project.id} and measure in ('probed', 'uninstalls', 'uninstalled') order by measure`;
  expect(rows.map(({ day, measure }) => `${measure} ${day}`)).toEqual([
    "probed 2026-06-01",
    "uninstalled 2026-06-01",
    "uninstalls 2036-06-03",
  ]);
  const [install] = await sql`
    select s.id, s.uninstalled_at, d.probe_at, d.probe from installs s
    join install_details d on d.project_id = ${app.project.id} and d.install_instance_id = s.install_instance_id
    where s.project_id = ${app.project.id} and s.install_instance_id = ${instance}`;
  expect(install).toMatchObject({
    uninstalled_at: on(2, 12),
    probe_at: null,
    probe: { ended: "unregistered" },
  });
  const sent = async () =>
    (await readOutbox(app.project.id, "test", 10))?.rows.map(({ kind, subject, payload }) => ({
      kind,
      subject,
      payload,
    }));
  // Rows wait for earlier transactions, also of other tests.
  await expect.poll(sent).toEqual([
    {
      kind: "uninstall",
      subject: install!.id,
      payload: { at: expect.stringContaining("2036-06-03T12:00:00"), is_test: false },
    },
  ]);
  // The token is not checked any more, although its daily minute comes again.
  await probe(app, on(9));
  expect(firebase.seen.tokens.filter((one) => one === token)).toHaveLength(3);
  expect(await counted(app, campaign.id)).toEqual([1, 1, 1]);
  await proven(app);
});

test.each([
  ["init", (app: AProject, instance: string) => init(app, instance, on(6))],
  [
    "another token",
    (app: AProject, instance: string) =>
      updatePushToken(app.project.id, { install_instance_id: instance, push_token: "new:1" }, on(6)),
  ],
  [
    "a deep link's open",
    (app: AProject, instance: string) =>
      openDeeplink(
        app.project,
        { token: "", install_instance_id: instance, deeplink_url: "hikes://trail/7" },
        on(6),
      ),
  ],
])("%s of the same install revokes the uninstall, once, and checks resume", async (_, sendData) => {
  const { app, campaign, instance } = await uninstalled();
  await sendData(app, instance);
  await sendData(app, instance);
  expect(await counted(app, campaign.id)).toEqual([1, 0, 0]);
  await proven(app);
  const [known] = await sql`
    select s.uninstalled_at, d.probe_at from installs s
    join install_details d on d.project_id = ${app.project.id} and d.install_instance_id = s.install_instance_id
    where s.project_id = ${app.project.id} and s.install_instance_id = ${instance}`;
  expect(known).toMatchObject({ uninstalled_at: null, probe_at: expect.any(Date) });
  responses.clear();
  await probe(app, on(8));
  expect(await counted(app, campaign.id)).toEqual([1, 0, 0]);
});

test("a late init from before the removal does not revoke the uninstall", async () => {
  const { app, campaign, instance } = await uninstalled();
  await init(app, instance, on(1));
  expect(await counted(app, campaign.id)).toEqual([1, 1, 1]);
});

test("an uninstall moves with the decision of its install, also if it is counted during the move", async () => {
  const { app, campaign, instance } = await uninstalled();
  const other = await aCampaign(app);
  const second = await withToken(app, campaign.id);
  await decideEverything(app);
  responses.set(second.token, unregistered);
  for (const day of [5, 6]) await probe(app, on(day, 12));
  await sql`
    with changed as (
      update installs set decision_version = decision_version + 1, campaign_id = ${other.id}, decided_at = now()
      where project_id = ${app.project.id} and install_instance_id = any(${[instance, second.instance]}::text[])
      returning *
    ),
    pending_reassignments as (${queueReassignment(app.project.id, sql`select id from changed`)}),
    moved as (
      insert into ledger (project_id, day, campaign_id, measure, platform, country, count)
      select ${app.project.id}, '2026-06-01'::date, v.campaign, measure, platform, coalesce(country, ''), v.sign
      from changed cross join (values (${other.id}::bigint, 1), (${campaign.id}::bigint, -1)) as v(campaign, sign)
      cross join (values ('installs'), ('click_through')) m(measure)
    )
    insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, campaign_id, method,
      reason, confidence, kind, touch, candidates, evidence)
    select ${app.project.id}, id, decision_version, now(), 'test', 'x', campaign_id, 'x', 'x', 1, kind, touch, '[]', '{}'
    from changed`;
  // The third day falls between the decision and the reassignment of its facts.
  await probe(app, on(7, 12));
  expect(await counted(app, campaign.id)).toEqual([2, 2, 2]);
  await reassignEverything(app);
  expect(await counted(app, campaign.id)).toEqual([0, 0, 0]);
  expect(await counted(app, other.id)).toEqual([2, 2, 2]);
  await proven(app);
  await init(app, instance, on(9));
  expect(await counted(app, other.id)).toEqual([2, 1, 1]);
  await proven(app);
});

test("only the third day counts, and an open in between starts again", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const { instance, token } = await withToken(app, campaign.id);
  await decideEverything(app);
  await connect(app);
  responses.set(token, unregistered);
  for (const day of [2, 3]) await probe(app, on(day, 12));
  expect(await counted(app, campaign.id)).toEqual([1, 0, 0]);
  await init(app, instance, on(3, 20));
  await probe(app, on(4, 12));
  await probe(app, on(5, 12));
  expect(await counted(app, campaign.id)).toEqual([1, 0, 0]);
  await probe(app, on(6, 12));
  expect(await counted(app, campaign.id)).toEqual([1, 1, 1]);
  await proven(app);
});

test("each install is checked once a day, at its own time", async () => {
  const app = await aProject();
  const { instance, token } = await withToken(app, null);
  await decideEverything(app);
  await connect(app);
  const turn = nextProbe(instance, on(0));
  await probe(app, new Date(turn.getTime() - 1));
  expect(firebase.seen.tokens).toEqual([]);
  for (const ms of [0, 1_000, 80_000_000]) await probe(app, new Date(turn.getTime() + ms));
  expect(firebase.seen.tokens).toEqual([token]);
  await probe(app, new Date(turn.getTime() + 86_400_000));
  expect(firebase.seen.tokens).toEqual([token, token]);
});

test("tokens from before a push service was connected are checked, however many", async () => {
  const app = await aProject();
  await connect(app, on(0));
  await sql`
    with made as (
      insert into install_details (project_id, install_instance_id, push_token, push_token_at)
      select ${app.project.id}, 'old ' || n, 'token:' || n, ${on(-9)}::timestamptz from generate_series(1, 10000) n
    )
    insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, state, decision_version,
      counted_version)
    select ${app.project.id}, uuidv7(), 'old ' || n, 'INSTALL', 'ANDROID', ${installedAt}, 'DECIDED', 1, 1
    from generate_series(1, 10000) n`;
  expect(await probe(app, on(0, 1))).toBe(0);
  expect((await showUninstalls(app.project)).tokens).toEqual([
    { kind: "fcm", tokens: 10_000, ended: 0, uninstalled: 0 },
  ]);
  // Killed after some checks: their results are stored, and the rest is checked later.
  let left = 2_500;
  await probeProject(
    app.project.id,
    () => --left < 0,
    () => on(2, 12),
  );
  const some = firebase.seen.tokens.length;
  expect(some).toBeGreaterThan(1_000);
  expect(some).toBeLessThan(9_000);
  await probe(app, on(2, 12));
  expect(firebase.seen.tokens).toHaveLength(10_000);
  expect(new Set(firebase.seen.tokens).size).toBe(10_000);
  expect((await ledgerOf(app.project.id)).probed?.count).toBe(10_000);
});

test("a token with an inconclusive response waits an hour, and others do not", async () => {
  const app = await aProject();
  const bad = await withToken(app, null);
  const good = await withToken(app, null);
  await decideEverything(app);
  await connect(app);
  responses.set(bad.token, { status: 500, code: "INTERNAL" });
  await probe(app, on(2, 12));
  await probe(app, on(2, 12.5));
  expect(firebase.seen.tokens.sort()).toEqual([bad.token, good.token].sort());
  await probe(app, on(2, 13.1));
  expect(firebase.seen.tokens.filter((one) => one === bad.token)).toHaveLength(2);
});

test("a busy service is paused for as long as it requests", async () => {
  const app = await aProject();
  const { token } = await withToken(app, null);
  await decideEverything(app);
  await connect(app);
  responses.set(token, { status: 503, code: "UNAVAILABLE" });
  await probe(app, on(2, 12));
  await probe(app, new Date(on(2, 12).getTime() + 4 * 60_000));
  expect(firebase.seen.tokens).toHaveLength(1);
  const [shown] = (await showUninstalls(app.project)).services;
  expect(shown).toMatchObject({ state: "later", problem: expect.stringContaining("503 UNAVAILABLE") });
  responses.clear();
  await probe(app, new Date(on(2, 12).getTime() + 6 * 60_000));
  expect((await showUninstalls(app.project)).services[0]).toMatchObject({ state: "good", problem: null });
});

test("rejected credentials stop the checks until they are accepted again; nothing is lost", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const { token } = await withToken(app, campaign.id);
  await decideEverything(app);
  await connect(app);
  firebase.google.refuses = { status: 401, error: "invalid_client" };
  await probe(app, on(2, 12));
  await probe(app, on(9, 12));
  expect((await showUninstalls(app.project)).services).toMatchObject([
    { state: "refused", problem: "Google: 401 invalid_client", problem_at: on(2, 12).toISOString() },
  ]);
  expect(await testPushService(app.project, "fcm", on(9, 13))).toEqual({
    accepted: false,
    refused: true,
    text: "Google: 401 invalid_client",
  });
  firebase.google.refuses = null;
  responses.set("cairn-asks-whether-the-credentials-are-taken", { status: 400, code: "INVALID_ARGUMENT" });
  expect(await testPushService(app.project, "fcm", on(9, 14))).toMatchObject({ accepted: true });
  await probe(app, on(9, 15));
  expect(firebase.seen.tokens).toContain(token);
  expect(await counted(app, campaign.id)).toEqual([1, 0, 0]);
});

test("a token in a service's response is neither stored with its text nor passed on", async () => {
  const app = await aProject();
  const one = await withToken(app, null);
  await decideEverything(app);
  await connect(app);
  const message = `The token ${one.token} is not valid`;
  responses.set(one.token, { status: 400, code: "INVALID_ARGUMENT", message });
  await probe(app, on(2, 12));
  const [stored] = await sql<{ probe: { responses: { text: string }[] } }[]>`
    select probe from install_details where project_id = ${app.project.id}`;
  expect(stored!.probe.responses[0]!.text).toBe("400 INVALID_ARGUMENT The token … is not valid");
  await updatePushToken(app.project.id, { install_instance_id: one.instance, push_token: one.token }, on(3));
  responses.set(one.token, { status: 403, message });
  await probe(app, on(5, 12));
  expect((await showUninstalls(app.project)).services[0]).toMatchObject({
    state: "refused",
    problem: "403 The token … is not valid",
  });
});

test("tokens of another app stop all checks if none was ever known, otherwise only theirs", async () => {
  const app = await aProject();
  const foreign = await withToken(app, null);
  await decideEverything(app);
  await connect(app);
  responses.set(foreign.token, { status: 403, code: "SENDER_ID_MISMATCH" });
  await probe(app, on(2, 12));
  expect((await showUninstalls(app.project)).services[0]).toMatchObject({
    state: "refused",
    problem: expect.stringContaining("another app"),
  });
  const own = await withToken(app, null);
  await decideEverything(app);
  await connect(app, on(3));
  await probe(app, on(4, 12));
  const shown = await showUninstalls(app.project);
  expect(shown.services[0]).toMatchObject({ state: "good" });
  expect(shown.tokens).toEqual([{ kind: "fcm", tokens: 2, ended: 1, uninstalled: 0 }]);
  expect(firebase.seen.tokens).toContain(own.token);
});

/** Many installs with a token and this response from their service. */
async function many(app: AProject, count: number, scripted: Scripted) {
  for (let n = 0; n < count; n++) responses.set((await withToken(app, null)).token, scripted);
}

test("an invalid token does not show whether the credentials are right", async () => {
  const app = await aProject();
  await many(app, 1, { status: 400, code: "INVALID_ARGUMENT" });
  await many(app, 2, { status: 403, code: "SENDER_ID_MISMATCH" });
  await decideEverything(app);
  await connect(app);
  await probe(app, on(2, 12));
  const shown = await showUninstalls(app.project);
  expect(shown.services[0]).toMatchObject({ state: "refused" });
  expect(shown.tokens).toEqual([{ kind: "fcm", tokens: 3, ended: 0, uninstalled: 0 }]);
  // A manual test of the service succeeds, so the tokens of another app are skipped from now on.
  expect(await testPushService(app.project, "fcm", on(2, 13))).toMatchObject({ accepted: true });
  await probe(app, on(2, 14));
  const after = await showUninstalls(app.project);
  expect(after.services[0]).toMatchObject({ state: "good" });
  expect(after.tokens).toEqual([{ kind: "fcm", tokens: 3, ended: 3, uninstalled: 0 }]);
  // The credentials were wrong after all. With the app's own ones, the tokens are checked again.
  responses.clear();
  await connect(app, on(3));
  for (const day of [3, 5]) await probe(app, on(day, 12));
  expect((await showUninstalls(app.project)).tokens).toEqual([
    { kind: "fcm", tokens: 3, ended: 0, uninstalled: 0 },
  ]);
  expect((await ledgerOf(app.project.id)).probed?.count).toBe(3);
  await proven(app);
});

test("inconclusive tokens do not block the tokens behind them", async () => {
  const app = await aProject();
  const { token } = await withToken(app, null);
  await decideEverything(app);
  await connect(app);
  await sql`
    insert into install_details (project_id, install_instance_id, push_token, push_token_at, push_kind, probe_at)
    select ${app.project.id}, 'never opened ' || n, 'token:' || n, ${on(0)}::timestamptz, 'fcm', ${on(0)}::timestamptz
    from generate_series(1, 450) n`;
  expect(await probe(app, on(2, 12))).toBe(1);
  expect(firebase.seen.tokens).toEqual([token]);
});

test("tokens without a current response are postponed, even if no others are checked", async () => {
  const app = await aProject();
  await many(app, 1, { status: 401, code: "THIRD_PARTY_AUTH_ERROR" });
  const [stuck] = responses.keys();
  await decideEverything(app);
  await connect(app);
  await probe(app, on(2, 12));
  expect((await showUninstalls(app.project)).services[0]).toMatchObject({ state: "later" });
  await probe(app, on(2, 12.5));
  expect(firebase.seen.tokens).toEqual([stuck]);
  await probe(app, on(2, 13.1));
  expect(firebase.seen.tokens).toEqual([stuck, stuck]);
});

test("Apple's tokens are checked by Apple: one is expired, one unregistered, one known to the sandbox", async () => {
  const tokens = { expired: "1".repeat(64), gone: "2".repeat(64), sandbox: "3".repeat(64) };
  const apple = await anApplePushService((token, dimensions) => {
    if (token === tokens.expired) return { status: 410, reason: "ExpiredToken", timestamp: on(1).getTime() };
    if (token === tokens.gone) return { status: 410, reason: "Unregistered", timestamp: on(1).getTime() };
    return dimensions === "sandbox" ? { status: 200 } : { status: 400, reason: "BadDeviceToken" };
  });
  const app = await aProject();
  const campaign = await aCampaign(app);
  for (const token of Object.values(tokens)) await withToken(app, campaign.id, token);
  await decideEverything(app);
  await connectPushService(app.project, "apns", apple.given, commandLine, on(0));
  for (const day of [2, 3, 4]) await probe(app, on(day, 12));
  expect(await counted(app, campaign.id)).toEqual([2, 1, 1]);
  const query = (token: string) =>
    apple.seen.asked.filter((one) => one.endsWith(token)).map((one) => one.split(" ")[0]);
  expect(query(tokens.expired)).toEqual(["production"]);
  expect(query(tokens.gone)).toEqual(["production", "production", "production"]);
  expect(query(tokens.sandbox)).toEqual(["production", "sandbox", "sandbox", "sandbox"]);
  expect(apple.seen.wrong).toEqual([]);
  expect(firebase.seen.tokens).toEqual([]);
  await proven(app);
  await apple.close();
});

test("a response about a token that was replaced meanwhile changes nothing", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const { instance, token } = await withToken(app, campaign.id);
  await decideEverything(app);
  const query = { instance, token_at: on(0), probe: { responses: [] }, next_at: null, answered: true };
  await updatePushToken(app.project.id, { install_instance_id: instance, push_token: token }, on(1));
  await storeProbed(app.project.id, [{ ...query, gone_at: on(1) }], on(3));
  expect(await counted(app, campaign.id)).toEqual([0, 0, 0]);
  await storeProbed(app.project.id, [{ ...query, token_at: on(1), gone_at: on(1) }], on(3));
  expect(await counted(app, campaign.id)).toEqual([1, 1, 1]);
});
