import { expect, test } from "vitest";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aMember, aProject } from "@/testing/factories";
import { alertsRoutes } from "./alerts";

const change = { kind: "change", metric: "installs", direction: "drop" };

asServed([alertsRoutes], (call) => {
  async function someone() {
    const app = await aProject();
    const { session } = await aMember("marketer", app.accountId);
    const path = `/api/dashboard/projects/${app.project.id}/alerts`;
    const send = (method: string, rest = "", body?: object) =>
      call(`${method} ${path}${rest}`, { session, ...(body ? { body } : {}) });
    return { app, send };
  }

  test("rules are created, changed, turned off, muted and deleted; each change is in the audit log", async () => {
    const { app, send } = await someone();
    const made = await send("POST", "", change);
    expect(made.status, made.text).toBe(201);
    const { rule } = made.body.data;
    expect(rule).toMatchObject({
      name: "Installs: below the usual value for the weekday",
      state: "new",
      on: true,
      webhooks: true,
      watched: { kind: "change", metric: "installs", sensitivity: 3, scope: "project", traffic: "all" },
    });
    const named = await send("PUT", `/${rule.id}`, { ...change, name: "Fewer installs", webhooks: false });
    expect(named.body.data.rule).toMatchObject({ name: "Fewer installs", webhooks: false });
    expect((await send("PUT", `/${rule.id}/on`, { on: false })).body.data.rule.state).toBe("off");
    expect((await send("PUT", `/${rule.id}/on`, { on: true })).body.data.rule.state).toBe("new");
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect((await send("PUT", `/${rule.id}/mute`, { until })).body.data.rule.muted_until).toBe(until);
    const over = new Date(Date.now() - 1_000).toISOString();
    expect((await send("PUT", `/${rule.id}/mute`, { until: over })).body.data.rule.muted_until).toBeNull();
    const page = await send("GET", `/${rule.id}`);
    expect(page.body.data).toMatchObject({ alerts: [], evaluations: [], backtest: { times: 0, tested: 0 } });
    expect((await send("DELETE", `/${rule.id}`)).status).toBe(200);
    expect((await send("GET", "")).body.data.rules).toEqual([]);
    const logged = await sql`
      select action from audit_log where project_id = ${app.project.id} and action like 'alert.%' order by id`;
    expect(logged.map(({ action }) => action)).toEqual([
      "alert.create",
      "alert.change",
      "alert.pause",
      "alert.resume",
      "alert.mute",
      "alert.unmute",
      "alert.remove",
    ]);
  });

  test("a backtest returns past firings without storing anything", async () => {
    const { app, send } = await someone();
    const campaign = await aCampaign(app);
    // 80 days with 100 installs each, except one day with ten, four weeks ago.
    await sql`
      insert into ledger (project_id, day, campaign_id, measure, platform, count)
      select ${app.project.id}, current_date - back, ${campaign.id}, 'installs', 'IOS',
        case when back = 28 then 10 else 100 end
      from generate_series(1, 80) back`;
    const got = await send("POST", "/backtest", change);
    expect(got.status, got.text).toBe(200);
    const { times, firings, tested, chart } = got.body.data;
    const [{ day }] = await sql<[{ day: string }]>`select (current_date - 28)::text as day`;
    expect([times, firings.map((one: { day: string }) => one.day)]).toEqual([1, [day]]);
    expect(firings[0].text).toContain("Installs fell to 10 on");
    expect(tested).toBeGreaterThan(40);
    expect(chart.points).toHaveLength(90);
    expect((await send("GET", "")).body.data.rules).toEqual([]);
  });

  test.each([
    [{}, { kind: "Choose what to watch for." }],
    [{ kind: "change", metric: "feelings" }, { metric: "Choose a metric." }],
    [{ ...change, scope: "campaign" }, { campaign_id: "Choose a campaign." }],
    [{ ...change, scope: "campaign", campaign_id: 999_999_999 }, { campaign_id: "Choose a campaign." }],
    [{ ...change, scope: "network", network: "NOBODY" }, { network: "Choose a network." }],
    [{ ...change, sensitivity: 0 }, { sensitivity: "Sensitivity must be a number from 1 to 10." }],
    [
      { kind: "limit", metric: "spend", side: "above" },
      { limit: expect.stringContaining("must be a number") },
    ],
    [
      { kind: "limit", metric: "spend", side: "below", days: 0, limit: 5 },
      { side: expect.stringContaining("Today isn't over") },
    ],
    [{ kind: "quiet", what: "sound" }, { what: "Choose what to expect." }],
  ])("400 for %j, at its field", async (body, errors) => {
    const { send } = await someone();
    const got = await send("POST", "", body);
    expect([got.status, got.body.errors]).toEqual([400, errors]);
  });

  test("400 for watching a campaign of another project", async () => {
    const [own, foreign] = [await someone(), await someone()];
    const campaign = await aCampaign(foreign.app);
    const got = await own.send("POST", "", { ...change, scope: "campaign", campaign_id: campaign.id });
    expect(got.status).toBe(400);
  });
});
