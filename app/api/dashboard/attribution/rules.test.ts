import { expect, test } from "vitest";
import { sql } from "@/db";
import { fraudRules } from "@/lib/attribution/fraud/rules";
import type { ShownFraudRule } from "@/lib/attribution/rule-sets/schema";
import { newId } from "@/lib/base/ids";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aMember, anAccount, anInstall, aProject } from "@/testing/factories";
import { attributionRulesRoutes } from "./rules";

asServed([attributionRulesRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account });
    const { session, email } = await aMember("admin", account);
    const path = `/api/dashboard/projects/${app.project.id}/rules`;
    return { app, session, email, path };
  }

  test("a new project has the default rules: every fraud rule only tags", async () => {
    const { path, session } = await someone();
    const { body } = await call(`GET ${path}`, { session });
    expect(body.data).toMatchObject({ settings: {}, versions: [], effect: { installs: 0, suspicious: 0 } });
    expect(body.data.fraud.map((rule: { name: string; level: string }) => [rule.name, rule.level])).toEqual(
      Object.keys(fraudRules).map((name) => [name, "tag"]),
    );
  });

  test("each fraud rule shows its flagged installs of 30 days, those of campaigns, and their net revenue", async () => {
    const { app, path, session } = await someone();
    const campaign = await aCampaign(app);
    const now = Date.now();
    const days = 86_400_000;
    const installed = async (flags: string[], campaignId: number | null, at = new Date(now)) => {
      const install = await anInstall(app, campaignId, { at });
      if (flags.length > 0)
        await sql`update installs set flags = ${flags} where project_id = ${app.project.id} and id = ${install.id}`;
      return install;
    };
    const paid = async (
      install: { instance: string },
      amount: number,
      changes: Record<string, unknown> = {},
    ) =>
      sql`insert into payments ${sql({
        project_id: app.project.id,
        id: newId(new Date(now)),
        type: "ONE_TIME",
        status: "PAYMENT_COMPLETED",
        amount_minor: amount,
        paid_at: new Date(now),
        user_id: "u",
        install_instance_id: install.instance,
        platform: "ANDROID",
        ...changes,
      })}`;
    const both = await installed(["too_fast", "install_farm"], campaign.id, new Date(now - 29 * days));
    const organic = await installed(["too_fast"], null);
    const genuine = await installed([], campaign.id);
    const test = await installed(["too_fast"], campaign.id);
    await sql`update installs set is_test = true where project_id = ${app.project.id} and id = ${test.id}`;
    await installed(["too_fast"], campaign.id, new Date(now - 31 * days));
    await paid(both, 1_000);
    await paid(both, 300, { type: "SUBSCRIPTION_REFUNDED" });
    await paid(both, 5_000, { removed_at: new Date(now) });
    await paid(both, 7_000, { status: "PAYMENT_FAILED" });
    await paid(organic, 50);
    await paid(genuine, 9_000);
    const { body } = await call(`GET ${path}`, { session });
    const figures = Object.fromEntries(
      body.data.fraud.map(({ name, flagged, attributed, revenue }: ShownFraudRule) => [
        name,
        { flagged, attributed, revenue },
      ]),
    );
    expect(figures.too_fast).toEqual({ flagged: 2, attributed: 1, revenue: 750 });
    expect(figures.install_farm).toEqual({ flagged: 1, attributed: 1, revenue: 700 });
    expect(figures.click_reuse).toEqual({ flagged: 0, attributed: 0, revenue: 0 });
    const today = new Date(now).toISOString().slice(0, 10);
    expect(body.data.effect).toEqual({
      days: 30,
      from: new Date(now - 29 * days).toISOString().slice(0, 10),
      to: today,
      installs: 3,
      suspicious: 2,
    });
  });

  test("a change of rules applies at once, and is once in the history and the audit log", async () => {
    const { app, path, session, email } = await someone();
    const settings = {
      click_days: 3,
      network_click_days: { META: 14 },
      network_view_hours: { Acme_Ads: 6, META: 0 },
      fraud: { too_fast: { level: "hold" } },
    };
    const got = await call(`PUT ${path}`, { session, body: { settings } });
    expect(got.body.data.changes).toEqual([
      "Click window: 7 days → 3 days",
      "Too fast: tag → tag and withhold postbacks",
      "Click window of Meta: as the others → 14 days",
      "View-through window of Acme Ads: as the others → 6 hours",
      "View-through window of Meta: as the others → off",
    ]);
    await call(`PUT ${path}`, { session, body: { settings } });
    const { body } = await call(`GET ${path}`, { session });
    expect(body.data).toMatchObject({ name: got.body.data.name, settings });
    expect(body.data.versions).toHaveLength(1);
    expect(body.data.versions[0]).toMatchObject({ created_by: email, changes: got.body.data.changes });
    const [logged] = await sql`
      select action, actor, target from audit_log where project_id = ${app.project.id}
        and action = 'attribution.rules'`;
    expect(logged).toEqual({ action: "attribution.rules", actor: email, target: got.body.data.name });
  });

  test("412 for rules based on an outdated version, with no effect", async () => {
    const { path, session } = await someone();
    const put = (body: object) => call(`PUT ${path}`, { session, body });
    const { name: seen } = (await call(`GET ${path}`, { session })).body.data;
    expect((await put({ settings: { click_days: 3 }, seen })).status).toBe(200);
    expect((await put({ settings: { click_days: 5 }, seen })).status).toBe(412);
    const now = (await call(`GET ${path}`, { session })).body.data;
    expect(now.settings).toEqual({ click_days: 3 });
    expect((await put({ settings: { click_days: 5 }, seen: now.name })).status).toBe(200);
  });

  test("400 for a window out of bounds and a level that does not exist, by field", async () => {
    const { path, session } = await someone();
    const put = (settings: unknown) => call(`PUT ${path}`, { session, body: { settings } });
    expect(await put({ click_days: 31 })).toMatchObject({ status: 400 });
    expect((await put({ click_days: 31 })).body.errors).toHaveProperty(["settings.click_days"]);
    expect((await put({ fraud: { too_fast: { level: "kill" } } })).body.errors).toHaveProperty([
      "settings.fraud.too_fast.level",
    ]);
    expect((await put({ fraud: { install_farm: { installs: 0 } } })).body.errors).toEqual({
      "settings.fraud.install_farm.installs": "More installs than: enter at least 1.",
    });
  });

  test("when two members change the same rules at once, one gets an error", async () => {
    const { path, session } = await someone();
    const put = (click_days: number) => call(`PUT ${path}`, { session, body: { settings: { click_days } } });
    const got = await Promise.all([put(2), put(3), put(4)]);
    expect(got.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(got.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });

  async function simulator() {
    const own = await someone();
    const [spring, summer] = [
      await aCampaign(own.app, { name: "Spring" }),
      await aCampaign(own.app, { name: "Summer" }),
    ];
    const simulate = async (clicks: object[], install: object = {}, settings?: unknown) =>
      (
        await call(`POST ${own.path}/simulate`, {
          session: own.session,
          body: { clicks, install: { platform: "ANDROID", ...install }, ...(settings ? { settings } : {}) },
        })
      ).body.data;
    return { ...own, spring: spring.id, summer: summer.id, simulate };
  }

  test("an install without a click is organic, and the simulator gives the reason", async () => {
    const { simulate } = await simulator();
    expect(await simulate([])).toMatchObject({
      attribution_type: "ORGANIC",
      reason: "no_click_seen",
      sentence: "This install is organic: no click or view led to it.",
    });
  });

  test("the click in the referrer wins; the simulator shows why the others lost, and stores nothing", async () => {
    const { app, simulate, spring, summer } = await simulator();
    const got = await simulate([
      { campaign: spring, minutes_before: 10, tie: "referrer" },
      { campaign: summer, minutes_before: 20, tie: "advertising_id" },
    ]);
    expect(got).toMatchObject({ attribution_type: "INORGANIC", method: "play_referrer", campaign: "Spring" });
    expect(got.candidates.map((one: { campaign: string; won: boolean }) => [one.campaign, one.won])).toEqual([
      ["Spring", true],
      ["Summer", false],
    ]);
    const [stored] = await sql`
      select (select count(*)::int from clicks where project_id = ${app.project.id}) as clicks,
        (select count(*)::int from installs where project_id = ${app.project.id}) as installs`;
    expect(stored).toEqual({ clicks: 0, installs: 0 });
  });

  test("two campaigns from one address are ambiguous; inactive rules can be simulated", async () => {
    const { simulate, spring, summer } = await simulator();
    const clicks = [
      { campaign: spring, minutes_before: 5, tie: "address" },
      { campaign: summer, minutes_before: 6, tie: "address" },
    ];
    expect(await simulate(clicks)).toMatchObject({ attribution_type: "ORGANIC", reason: "ambiguous" });
    expect(await simulate([clicks[0]!])).toMatchObject({ campaign: "Spring", method: "probabilistic" });
    expect(await simulate([clicks[0]!], {}, { probabilistic: false })).toMatchObject({
      reason: "no_candidate_left",
    });
  });

  test("fraud rules fire with their observations, and reject if configured so", async () => {
    const { simulate, spring } = await simulator();
    const fast = [{ campaign: spring, minutes_before: 0.05, tie: "referrer" }];
    expect((await simulate(fast)).charges).toMatchObject([
      { rule: "too_fast", label: "Too fast", level: "tag", text: "3 s from click to first open" },
    ]);
    expect(await simulate(fast, {}, { fraud: { too_fast: { level: "reject" } } })).toMatchObject({
      reason: "fraud",
    });
    const injected = [{ campaign: spring, minutes_before: 0.5, tie: "referrer" }];
    expect(await simulate(injected, { download_seconds: 60 })).toMatchObject({
      attribution_type: "ORGANIC",
      charges: [{ rule: "click_injection" }],
    });
    expect((await simulate([], { installs_in_an_hour: 11 })).charges).toMatchObject([
      { rule: "install_farm" },
    ]);
  });

  test("400 for an unknown campaign, at its field", async () => {
    const { path, session } = await simulator();
    const got = await call(`POST ${path}/simulate`, {
      session,
      body: {
        clicks: [{ campaign: 999_999_999, minutes_before: 1, tie: "link" }],
        install: { platform: "ANDROID" },
      },
    });
    expect(got).toMatchObject({
      status: 400,
      body: { errors: { "clicks.0.campaign": "This campaign does not exist." } },
    });
  });
});
