import { expect, test } from "vitest";
import { sql } from "@/db";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { commandLine } from "@/lib/accounts/audit/actor";
import { applyReplay, discardReplay, showReplay, startReplay } from "@/lib/attribution/replay/replay";
import { runReplay } from "@/lib/attribution/replay/run";
import { changeRules, type RuleSettings } from "@/lib/attribution/rule-sets/rule-sets";
import { storeInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { identify } from "@/lib/facts/users/identify";
import { findDifferences } from "@/lib/ledger/verify-queries";
import {
  type AProject,
  aCampaign,
  aClick,
  aProject,
  decideEverything,
  ledgerOf,
  reassignEverything,
} from "@/testing/factories";

const day = 86_400_000;
const noon = Date.parse("2026-06-20T12:00:00Z");
const days = { from: "2026-06-01", to: "2026-06-30" };
const at = (ms: number) => new Date(noon + ms);
const now = () => new Date();
const toTheEnd = () => false;

type Visit = { click?: string; address?: string; device?: Record<string, unknown> };

function install(
  app: AProject,
  instance: string,
  when: Date,
  { click, address = "", device = {} }: Visit = {},
) {
  return storeInstall(
    app.project,
    {
      token: "",
      install_instance_id: instance,
      platform: "ANDROID",
      device_data: { ...device, ...(click ? { install_ref: `cairn_click=${click}` } : {}) },
    },
    { userAgent: null, address, now: when },
  );
}

const again = async (app: AProject) => (await backgroundProject(app.project.id))!;

async function replayed(app: AProject, settings: RuleSettings, batch?: number) {
  const { id } = await startReplay(await again(app), settings, days, commandLine, now());
  await runReplay(await again(app), id, toTheEnd, now, batch);
  return showReplay(await again(app), id);
}

async function applied(app: AProject, settings: RuleSettings) {
  const { id } = await replayed(app, settings);
  await applyReplay(await again(app), id, commandLine, now());
  await runReplay(await again(app), id, toTheEnd, now);
  await reassignEverything(app);
  return showReplay(await again(app), id);
}

/** All decisions without their times. */
const rowsOf = (app: AProject) => sql`
  select distinct on (d.install_id) s.install_instance_id, to_jsonb(d) - 'version' - 'decided_at' as decision
  from decisions d join installs s on s.project_id = ${app.project.id} and s.id = d.install_id
  where d.project_id = ${app.project.id} order by d.install_id, d.version desc`;

/** Ten installs an hour, two, four … days after their clicks, alternating between two campaigns. */
async function aHistory() {
  const app = await aProject({ now: at(-20 * day) });
  const [one, two] = [await aCampaign(app), await aCampaign(app)];
  for (let i = 0; i < 10; i++) {
    const clicked = i < 4 ? 3_600_000 : i * 0.65 * day;
    const click = await aClick(app, { campaignId: i % 2 ? two.id : one.id, at: at(i * 60_000 - clicked) });
    await install(app, `i${i}`, at(i * 60_000), { click });
    await identify(
      app.project,
      { token: "", user_data: { id: `u${i}` }, install_instance_id: `i${i}` },
      { userAgent: null, now: at(i * 60_000 + 1_000) },
    );
    await capturePayment(
      app.project,
      { token: "", amount: 10, user_id: `u${i}`, type: "DEFAULT", status: "PAYMENT_COMPLETED" },
      { userAgent: null, now: at(i * 60_000 + 2_000) },
    );
  }
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, count, amount) values (${app.project.id}, '2026-06-20', ${one.id}, 'spend', 0, 3000)`;
  await decideEverything(app);
  return { app, one, two };
}

test("revenue and spend equal the report's of these days: payments of earlier installs count, later ones do not", async () => {
  const { app, one } = await aHistory();
  const put = (day: string, amount: number) => sql`
    insert into ledger (project_id, day, campaign_id, measure, name, count, amount)
    values (${app.project.id}, ${day}, ${one.id}, 'payment', 'DEFAULT', 1, ${amount})`;
  await put("2026-06-20", 700);
  await put("2027-06-20", 900);
  // A user of a reassigned install pays again, after the replayed days.
  await capturePayment(
    app.project,
    { token: "", amount: 40, user_id: "u8", type: "DEFAULT", status: "PAYMENT_COMPLETED" },
    { userAgent: null, now: at(300 * day) },
  );
  const trial = await replayed(app, { click_days: 4 });
  const figures = trial.outcome?.campaigns.find((row) => row.id === one.id);
  expect(figures).toMatchObject({ spend: 3000, revenue_before: 5700, revenue_after: 4700 });
});

test("a replay with a shorter window changes no decision, and shows what would move, with revenue and spend", async () => {
  const { app, one, two } = await aHistory();
  const before = await rowsOf(app);
  const trial = await replayed(app, { click_days: 4 });
  expect(trial.state).toBe("tried");
  // Clicks 4.55, 5.2 and 5.85 days before their installs.
  expect(trial.outcome).toMatchObject({ installs: 10, moved: 3, rematched: 0, reflagged: 0, kept: 0 });
  const figures = (id: number) => trial.outcome?.campaigns.find((row) => row.id === id);
  expect(figures(one.id)).toMatchObject({
    installs_before: 5,
    installs_after: 4,
    spend: 3000,
    revenue_before: 5000,
    revenue_after: 4000,
  });
  expect(figures(two.id)).toMatchObject({ installs_before: 5, installs_after: 3, gained: 0, lost: 2 });
  expect(figures(0)).toMatchObject({
    name: "Organic",
    installs_before: 0,
    installs_after: 3,
    revenue_after: 3000,
  });
  expect(trial.outcome?.samples).toHaveLength(3);
  expect(await rowsOf(app)).toEqual(before);
  await discardReplay(app.project, trial.id, commandLine, now());
  await expect(applyReplay(app.project, trial.id, commandLine, now())).rejects.toThrow(
    "The what-if test was already discarded.",
  );
});

test("after applying, the history has both versions, the ledger is exact, and another replay moves nothing", async () => {
  const { app, two } = await aHistory();
  const replay = await applied(app, { click_days: 4 });
  expect(replay).toMatchObject({ state: "applied", seen: 10, written: 3, changes: [] });
  const versions = await sql<{ versions: number[] }[]>`
    select array_agg(version order by version)::int4[] as versions from decisions where project_id = ${app.project.id} group by install_id`;
  expect(versions.filter((row) => row.versions.length === 2)).toHaveLength(3);
  expect(await findDifferences(app.project.id, "UTC")).toEqual([
    // The spend of this test does not have its own row.
    expect.objectContaining({ measure: "spend" }),
  ]);
  expect((await ledgerOf(app.project.id, two.id)).installs?.count).toBe(3);
  expect((await replayed(app, { click_days: 4 })).outcome).toMatchObject({
    moved: 0,
    rematched: 0,
    reflagged: 0,
  });
});

test("the same facts and rules give byte-identical decisions, in both directions", async () => {
  const { app } = await aHistory();
  const before = JSON.stringify(await rowsOf(app));
  await applied(app, { click_days: 1 });
  expect(JSON.stringify(await rowsOf(app))).not.toBe(before);
  await applied(app, {});
  expect(JSON.stringify(await rowsOf(app))).toBe(before);
});

test("an interrupted replay continues where it stopped, and counts nothing twice", async () => {
  const { app } = await aHistory();
  const { id } = await replayed(app, { click_days: 4 }, 3);
  await applyReplay(await again(app), id, commandLine, now());
  for (let slice = 0; slice < 40; slice++) await runReplay(await again(app), id, () => true, now, 3);
  expect(await showReplay(app.project, id)).toMatchObject({ state: "applied", seen: 10, written: 3 });
  await reassignEverything(app);
  expect((await findDifferences(app.project.id, "UTC")).map((row) => row.measure)).toEqual(["spend"]);
});

test("new installs are decided while a replay is applied, and the ledger is exact", async () => {
  const { app, one } = await aHistory();
  const { id } = await replayed(app, { click_days: 4 });
  await applyReplay(await again(app), id, commandLine, now());
  const arriving = async () => {
    for (let i = 0; i < 12; i++) {
      const click = await aClick(app, { campaignId: one.id, at: at(day + i * 60_000 - 3_600_000) });
      await install(app, `new${i}`, at(day + i * 60_000), { click });
      if (i % 4 === 3) await decideEverything(app);
    }
  };
  await Promise.all([arriving(), runReplay(await again(app), id, toTheEnd, now, 2)]);
  await decideEverything(app);
  const shown = await showReplay(app.project, id);
  expect(shown).toMatchObject({ state: "applied" });
  expect(shown.seen).toBeGreaterThanOrEqual(10);
  const [counted] = await sql`
    select count(*)::int as installs, (count(*) filter (where campaign_id is null))::int as organic
    from installs where project_id = ${app.project.id} and state = 'DECIDED'`;
  expect(counted).toEqual({ installs: 22, organic: 3 });
  expect((await findDifferences(app.project.id, "UTC")).map((row) => row.measure)).toEqual(["spend"]);
});

test("while one replay is applied, another of the project waits", async () => {
  const { app } = await aHistory();
  const [first, second] = [await replayed(app, { click_days: 4 }), await replayed(app, { click_days: 1 })];
  const apply = async (id: number) => applyReplay(await again(app), id, commandLine, now());
  await apply(first.id);
  // Unless a process that continues open replays has finished it already.
  if ((await showReplay(app.project, first.id)).state === "applying")
    await expect(apply(second.id)).rejects.toThrow("Another what-if test is being applied");
  await runReplay(await again(app), first.id, toTheEnd, now);
  await apply(second.id);
});

test("ten processes do the work of one replay once", async () => {
  const { app } = await aHistory();
  const { id } = await replayed(app, { click_days: 4 });
  await applyReplay(await again(app), id, commandLine, now());
  const project = await again(app);
  const ran = await Promise.all(Array.from({ length: 10 }, () => runReplay(project, id, toTheEnd, now, 3)));
  expect(ran.filter(Boolean).length).toBeGreaterThanOrEqual(1);
  expect(await showReplay(app.project, id)).toMatchObject({ state: "applied", written: 3 });
  await decideEverything(app);
  expect((await findDifferences(app.project.id, "UTC")).map((row) => row.measure)).toEqual(["spend"]);
});

async function twoBehindOneAddress(rules: RuleSettings) {
  const app = await aProject({ now: at(-20 * day) });
  await changeRules(app.project, rules, commandLine, now());
  const campaign = await aCampaign(app);
  const click = await aClick(app, { campaignId: campaign.id, at: at(-600_000) });
  const { addressKey } = await import("@/lib/platform/address-key");
  await sql`update clicks set address_key = decode(${addressKey("203.0.113.9")}, 'hex') where project_id = ${app.project.id} and id = ${click}`;
  await install(app, "first", at(0), { address: "203.0.113.9" });
  await decideEverything(app);
  await install(app, "second", at(60_000), { address: "203.0.113.9" });
  await decideEverything(app);
  return { app, campaign };
}

const reasonsOf = (app: AProject) => sql<{ instance: string; reason: string; lost: string[] }[]>`
  select s.install_instance_id as instance, d.reason, array(select c->>'lost' from jsonb_array_elements(d.candidates) c) as lost
  from installs s join decisions d on d.project_id = ${app.project.id} and d.install_id = s.id and d.version = s.decision_version
  where s.project_id = ${app.project.id} order by s.id`;

test("a click still decides one install, the first, as if the rules had always been in effect", async () => {
  const { app: live } = await twoBehindOneAddress({ probabilistic: true });
  const { app } = await twoBehindOneAddress({ probabilistic: false });
  expect((await reasonsOf(app)).map((row) => row.reason)).toEqual(["no_click_seen", "no_click_seen"]);
  await applied(app, { probabilistic: true });
  expect(await reasonsOf(app)).toEqual(await reasonsOf(live));
  expect((await reasonsOf(app)).map((row) => row.reason)).toEqual(["probabilistic", "no_candidate_left"]);
  await applied(app, { probabilistic: false });
  await applied(app, { probabilistic: true });
  expect(await reasonsOf(app)).toEqual(await reasonsOf(live));
  expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
});

test("a replay of a fraud rule shows the installs that it would flag, or reject from which campaign", async () => {
  const { app, one } = await aHistory();
  const strict = { fraud: { too_fast: { level: "tag" as const, open_seconds: 300 } } };
  const click = await aClick(app, { campaignId: one.id, at: at(3_600_000) });
  await install(app, "fast", at(3_700_000), { click });
  await decideEverything(app);
  const tags = await replayed(app, strict);
  expect(tags.outcome).toMatchObject({
    moved: 0,
    reflagged: 1,
    rules: { too_fast: { before: 0, after: 1 } },
  });
  expect(tags.changes).toEqual(["Too fast, click to first open: 10 seconds → 300 seconds"]);
  const rejects = await replayed(app, { fraud: { too_fast: { ...strict.fraud.too_fast, level: "reject" } } });
  expect(rejects.outcome).toMatchObject({ moved: 1, reflagged: 0 });

  await applied(app, strict);
  expect((await ledgerOf(app.project.id, one.id)).suspicious?.count).toBe(1);
  await applied(app, { fraud: { too_fast: { ...strict.fraud.too_fast, level: "reject" } } });
  expect((await ledgerOf(app.project.id, one.id)).suspicious).toBeUndefined();
  expect((await ledgerOf(app.project.id, 0)).suspicious?.count).toBe(1);
  await applied(app, {});
  expect((await ledgerOf(app.project.id)).suspicious).toBeUndefined();
  expect((await findDifferences(app.project.id, "UTC")).map((row) => row.measure)).toEqual(["spend"]);
});

test("an install whose click is no longer stored keeps its decision", async () => {
  const { app } = await aHistory();
  await sql`delete from clicks where project_id = ${app.project.id}`;
  const trial = await replayed(app, { click_days: 1 });
  expect(trial.outcome).toMatchObject({ installs: 10, moved: 0, kept: 10 });
});
