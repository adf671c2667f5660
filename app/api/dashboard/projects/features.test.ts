import { expect, test } from "vitest";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAffiliate, aProject } from "@/testing/factories";
import { featuresRoutes } from "./features";

const none = { web_to_app: false, ios: false, affiliates: false, ad_revenue: false, billing: false };

asServed([featuresRoutes], (call) => {
  async function someone() {
    const app = await aProject();
    const { session } = await aMember("viewer", app.accountId);
    const path = `GET /api/dashboard/projects/${app.project.id}/features`;
    return { app, id: app.project.id, used: async () => (await call(path, { session })).body.data };
  }

  test("200 nothing of a new project, whatever other projects use", async () => {
    const other = await someone();
    await anAffiliate(other.app);
    expect(await (await someone()).used()).toEqual(none);
  });

  test("200 web to app with a website", async () => {
    const { id, used } = await someone();
    await sql`insert into site_tokens (token, project_id) values (${crypto.randomUUID()}, ${id})`;
    expect(await used()).toEqual({ ...none, web_to_app: true });
  });

  test("200 web to app with a visitor", async () => {
    const { id, used } = await someone();
    await sql`insert into web_visitors (project_id, web_id, id, first_seen_at, last_seen_at, platform)
      values (${id}, 'w', uuidv7(), now(), now(), 'ANDROID')`;
    expect(await used()).toEqual({ ...none, web_to_app: true });
  });

  test("200 iOS with conversion values", async () => {
    const { id, used } = await someone();
    await sql`insert into conversion_schemas (project_id, version, rules, created_by, created_at)
      values (${id}, 1, '[]', 'Ada', now())`;
    expect(await used()).toEqual({ ...none, ios: true });
  });

  test("200 iOS with a source identifier", async () => {
    const { id, used } = await someone();
    await sql`insert into apple_sources (project_id, network_id, source_identifier, campaign_id)
      values (${id}, 'example.skadnetwork', '12', 1)`;
    expect(await used()).toEqual({ ...none, ios: true });
  });

  test("200 affiliates with one", async () => {
    const { app, used } = await someone();
    await anAffiliate(app);
    expect(await used()).toEqual({ ...none, affiliates: true });
  });

  test("200 ad revenue with an impression", async () => {
    const { id, used } = await someone();
    await sql`
      insert into ad_revenue (project_id, id, occurred_at, is_hourly, impressions, amount_millionths, original_currency,
        source, platform)
      values (${id}, uuidv7(), now(), false, 1, 1, 'USD', 'app', 'IOS')`;
    expect(await used()).toEqual({ ...none, ad_revenue: true });
  });

  test.each([["suspended_at = now()"], ["payment_link = 'https://pay.example.com'"]])(
    "200 billing with %s",
    async (change) => {
      const { id, used } = await someone();
      await sql.unsafe(`update projects set ${change} where id = ${id}`);
      expect(await used()).toEqual({ ...none, billing: true });
    },
  );
});
