import { expect, test } from "vitest";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aMember, anAccount, anAffiliate, aProject, aStoreListing } from "@/testing/factories";
import { campaignTemplatesRoutes } from "./campaign-templates";
import { campaignsRoutes } from "./campaigns";

asServed([campaignTemplatesRoutes, campaignsRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account });
    const { session, email } = await aMember("marketer", account);
    const base = `/api/dashboard/projects/${app.project.id}`;
    const path = `${base}/campaign-templates`;
    const settings = {
      link_for_desktop_users: "https://example.com/summer",
      network: "META",
      network_campaign_id: "2385",
      tags: ["summer"],
      click_limit: 50,
      reengagement_days: 14,
      purpose: "retargeting" as const,
      ends_at: "2030-01-01T00:00:00Z",
      affiliate_id: await anAffiliate(app, "Partner"),
      store_listing_ids: [await aStoreListing(app, "IOS")],
      link_rules: [
        {
          languages: [],
          countries: ["DE"],
          platforms: [],
          destinations: [{ name: null, weight: 1, url: "https://example.com/de" }],
        },
      ],
    };
    const campaign = await aCampaign(app, {
      name: "Summer",
      custom_display_id: `s-${app.project.id}`,
      ...settings,
    });
    const save = (name: string, more: object = {}) =>
      call(`POST ${path}`, { session, body: { name, campaign: campaign.id, ...more } });
    const list = async () => (await call(`GET ${path}`, { session })).body.data.templates;
    return { app, session, email, base, path, settings, save, list };
  }

  test("a template has all settings of a campaign except its names and dates", async () => {
    const { save, list, settings } = await someone();
    const saved = await save("Summer push");
    expect(saved.status).toBe(201);
    const { network_campaign_id: _, ends_at: __, ...common } = settings;
    const [template] = await list();
    expect(template).toMatchObject({ name: "Summer push", settings: common });
    expect(saved.body.data.template).toEqual(template);
    for (const own of ["name", "custom_display_id", "network_campaign_id", "starts_at", "ends_at"])
      expect(template.settings).not.toHaveProperty(own);
  });

  test("409 for an existing name in any case, unless it is replaced", async () => {
    const { save, list, path, session } = await someone();
    await save("Summer");
    const again = await save("SUMMER");
    const message = "A template with this name already exists.";
    expect(again).toMatchObject({ status: 409, body: { errors: { name: message } } });
    expect((await save("SUMMER", { replace: true })).status).toBe(201);
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(["SUMMER"]);
    const other = (await save("Winter")).body.data.template;
    const renamed = await call(`PATCH ${path}/${other.id}`, { session, body: { name: "summer" } });
    expect(renamed).toMatchObject({ status: 409, body: { errors: { name: message } } });
    const fine = await call(`PATCH ${path}/${other.id}`, { session, body: { name: "Autumn" } });
    expect(fine).toMatchObject({ status: 200, body: { data: { template: { name: "Autumn" } } } });
  });

  test("of concurrent saves of one name one succeeds", async () => {
    const { save } = await someone();
    const got = await Promise.all([1, 2, 3, 4].map(() => save("Rush")));
    expect(got.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test("settings that were removed from the project are left out", async () => {
    const { app, save, list, settings } = await someone();
    await save("Summer");
    await sql`update campaigns set affiliate_id = null where project_id = ${app.project.id}`;
    await sql`delete from affiliates where project_id = ${app.project.id}`;
    const [template] = await list();
    expect(template.settings).toMatchObject({ affiliate_id: null, tags: settings.tags });
  });

  test("a row of a sheet has the settings of its template, otherwise of the template for all rows", async () => {
    const { base, save, session, settings } = await someone();
    const { id } = (await save("Summer")).body.data.template;
    const sheet = { text: "Name,Template,Tags\nOne,summer,\nTwo,,own", saved_template: id };
    const made = await call(`POST ${base}/campaigns/sheet`, { session, body: sheet });
    expect(made.status).toBe(201);
    const campaigns = await Promise.all(
      made.body.data.created.map(async (row: { id: number }) => {
        const shown = await call(`GET ${base}/campaigns/${row.id}`, { session });
        return shown.body.data.campaign;
      }),
    );
    for (const campaign of campaigns)
      expect(campaign).toMatchObject({
        network: "META",
        network_campaign_id: null,
        link_rules: settings.link_rules,
        click_limit: 50,
        ends_at: null,
        affiliate: { name: "Partner" },
        store_listings: [{ store_listing_id: settings.store_listing_ids[0] }],
      });
    expect(campaigns.map(({ tags }) => tags)).toEqual([["summer"], ["own"]]);
    const wrong = { text: "Name,Template\nOne,Nobody's" };
    const preview = await call(`POST ${base}/campaigns/sheet/preview`, { session, body: wrong });
    expect(preview.body.data.rows[0].problems).toEqual([
      { field: "template", message: "No template is named Nobody's." },
    ]);
  });

  test("404 for a deleted template; the audit log records each change of it", async () => {
    const { app, path, save, session, email } = await someone();
    const { id } = (await save("Summer")).body.data.template;
    await call(`PATCH ${path}/${id}`, { session, body: { name: "Later" } });
    expect((await call(`DELETE ${path}/${id}`, { session })).status).toBe(200);
    expect((await call(`DELETE ${path}/${id}`, { session })).status).toBe(404);
    expect((await call(`PATCH ${path}/${id}`, { session, body: { name: "x" } })).status).toBe(404);
    const rows = await sql`
      select action, target, detail from audit_log
      where project_id = ${app.project.id} and actor = ${email} order by id`;
    expect([...rows]).toEqual([
      { action: "campaign-template.save", target: "Summer", detail: {} },
      {
        action: "campaign-template.rename",
        target: "Later",
        detail: { name: "Later", before: { name: "Summer" } },
      },
      { action: "campaign-template.delete", target: "Later", detail: {} },
    ]);
  });
});
