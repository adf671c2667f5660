import { expect, test } from "vitest";
import { sql } from "@/db";
import { capturePayment } from "@/lib/facts/payments/capture";
import { identify } from "@/lib/facts/users/identify";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aClick, aMember, anAccount, anInstall, aProject } from "@/testing/factories";
import { campaignFiguresRoutes } from "./campaign-figures";
import { campaignsRoutes } from "./campaigns";

const split = (...names: string[]) => ({
  languages: [],
  countries: [],
  platforms: [],
  destinations: names.map((name) => ({ name, weight: 1, url: `https://example.com/${name}` })),
});

asServed([campaignFiguresRoutes, campaignsRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account, timeZone: "Asia/Kolkata" });
    const { session } = await aMember("marketer", account);
    const path = `/api/dashboard/projects/${app.project.id}/campaigns`;
    return { app, session, path };
  }

  test("200 counted clicks and installs of each variant, by the project's days; 0 without any", async () => {
    const { app, session, path } = await someone();
    const { id } = await aCampaign(app, { link_rules: [split("A", "B", "C")] });
    const click = async (variant: string, at: string, changes: object = {}) => {
      const made = await aClick(app, { campaignId: id, at: new Date(at) });
      await sql`update clicks set ${sql({ link_variant: variant, ...changes })}
        where project_id = ${app.project.id} and id = ${made}`;
      return made;
    };
    const install = async (clickId: string, changes: object = {}) => {
      const made = await anInstall(app, id);
      await sql`
        update installs set ${sql({ click_id: clickId, ...changes })}
        where project_id = ${app.project.id} and id = ${made.id}`;
      await sql`
        insert into click_uses (project_id, click_id, install_id, used_at)
        values (${app.project.id}, ${clickId}, ${made.id}, now())`;
      return made.instance;
    };
    await install(await click("A", "2026-06-10T18:29:59.999Z"));
    const instance = await install(await click("A", "2026-06-10T18:30:00Z"));
    const context = { userAgent: null, now: new Date("2026-06-20T10:00:00Z") };
    const sender = { token: "", install_instance_id: instance };
    await identify(app.project, { ...sender, user_data: { id: "ada" } }, context);
    await identify(app.project, { ...sender, user_data: { id: "bob" } }, context);
    for (const [type, amount] of [
      ["ONE_TIME", 9],
      ["SUBSCRIPTION_REFUNDED", 2],
    ] as const)
      await capturePayment(
        app.project,
        { token: "", user_id: "ada", type, status: "PAYMENT_COMPLETED", amount },
        context,
      );
    await click("A", "2026-06-11T10:00:00Z");
    await click("A", "2026-06-11T10:00:00Z", { not_counted: "bot" });
    await install(await click("B", "2026-06-11T18:29:59.999Z"), { kind: "REINSTALL" });
    await install(await click("B", "2026-06-11T10:00:00Z"), { is_test: true });
    await click("B", "2026-06-11T18:30:00Z");

    const request = async (query: Record<string, string>) =>
      (await call(`GET ${path}/${id}/variants`, { session, query })).body.data;
    expect(await request({})).toEqual({
      from: null,
      to: null,
      currency: app.project.currency,
      of_latest: null,
      variants: [
        { name: "A", clicks: 3, installs: 2, signups: 1, revenue: 700 },
        { name: "B", clicks: 3, installs: 0, signups: 0, revenue: 0 },
        { name: "C", clicks: 0, installs: 0, signups: 0, revenue: 0 },
      ],
      outcomes: [{ among: ["A", "B", "C"], verdict: "early", best: null, next: null, sure: null }],
    });
    expect((await request({ from: "2026-06-11", to: "2026-06-11" })).variants).toEqual([
      { name: "A", clicks: 2, installs: 1, signups: 1, revenue: 700 },
      { name: "B", clicks: 2, installs: 0, signups: 0, revenue: 0 },
      { name: "C", clicks: 0, installs: 0, signups: 0, revenue: 0 },
    ]);
  });

  test("201 rules are stored as given, 200 changed and cleared; 400 names the wrong one", async () => {
    const { session, path } = await someone();
    const made = await call(`POST ${path}`, {
      session,
      body: { name: "Spring", link_rules: [split("A", "B")] },
    });
    expect(made.status).toBe(201);
    const { id, link_rules: stored } = made.body.data.campaign;
    expect(stored).toEqual([split("A", "B")]);
    const change = (link_rules: unknown) => call(`PATCH ${path}/${id}`, { session, body: { link_rules } });
    const other = { ...split("A"), countries: ["de"] };
    expect((await change([other])).body.data.campaign.link_rules).toEqual([{ ...other, countries: ["DE"] }]);
    const refused = await change([split("A"), other]);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toHaveProperty("link_rules.1");
    expect((await change([])).body.data.campaign.link_rules).toEqual([]);
  });
});
