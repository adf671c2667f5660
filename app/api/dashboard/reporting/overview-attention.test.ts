import { expect, test } from "vitest";
import { sql } from "@/db";
import { registerInstall } from "@/lib/facts/installs/register";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aClick, aMember, anInstall, aProject, decideEverything } from "@/testing/factories";
import { overviewRoutes } from "./overview";

asServed([overviewRoutes], (call) => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

  async function someone() {
    const app = await aProject({ timeZone: "Asia/Kolkata" });
    const { session } = await aMember("viewer", app.accountId);
    const path = `GET /api/dashboard/projects/${app.project.id}/overview/attention`;
    const counted = (hours: number, measure: string, count: number) => sql`
      insert into ledger (project_id, day, campaign_id, measure, platform, ad_set_id, creative_id, keyword_id, count)
      values (${app.project.id}, (${hoursAgo(hours)}::timestamptz at time zone 'Asia/Kolkata')::date, 0, ${measure},
        'ANDROID', '', '', '', ${count})`;
    return { app, counted, items: async () => (await call(path, { session })).body.data.items };
  }

  test("nothing if all is well, or without data", async () => {
    expect(await (await someone()).items()).toEqual([]);
  });

  test("a failed sync, and an account's unknown campaigns; paused accounts are left out", async () => {
    const { app, items } = await someone();
    const account = async (name: string, status: string) => {
      const [row] = await sql<{ id: number }[]>`
        insert into network_accounts (project_id, network, name, status, credentials)
        values (${app.project.id}, 'META', ${name}, ${status}, ${Buffer.from("sealed")}) returning id`;
      const remarks = JSON.stringify([{ id: "12", name: "Elsewhere", currency: "EUR", amount_minor: 600 }]);
      await sql`insert into network_pulls (project_id, account_id, problem, remarks)
        values (${app.project.id}, ${row!.id}, 'Meta rejected the credentials', ${remarks}::text::jsonb)`;
    };
    await account("Main", "ACTIVE");
    await account("Old", "PAUSED");
    expect(await items()).toMatchObject([
      { kind: "failed_sync", count: 1, name: "Main" },
      { kind: "unmatched_spend", count: 1, name: "Main" },
    ]);
  });

  test("destinations that are paused or accept nothing; those that are off or in dry run are left out", async () => {
    const { app, items } = await someone();
    const destination = (name: string, mode: string, paused: number | null, failing: number | null) => sql`
      insert into destinations (project_id, kind, name, mode, settings, rules, paused_at, failing_since)
      values (${app.project.id}, 'webhook', ${name}, ${mode}, '{}', '[]',
        ${paused === null ? null : hoursAgo(paused)}, ${failing === null ? null : hoursAgo(failing)})`;
    await destination("Well", "live", null, null);
    await destination("Off", "off", 9, 9);
    await destination("Dry", "dry_run", 9, null);
    await destination("Since today", "live", 2, null);
    await destination("Since yesterday", "live", 30, 31);
    await destination("Failing", "live", null, 3);
    expect(await items()).toMatchObject([
      { kind: "destination_paused", count: 2, name: "Since yesterday" },
      { kind: "destination_failing", count: 1, name: "Failing" },
    ]);
  });

  test("an unverified domain, and one with a wrong DNS record", async () => {
    const { app, items } = await someone();
    const [claimed, elsewhere] = [`a.${app.domain}`, `b.${app.domain}`];
    await sql`insert into domain_claims (id, project_id, host, verification)
      values (${app.project.id * 1_000_000}, ${app.project.id}, ${claimed}, 'x')`;
    await sql`insert into domains (project_id, host, verification, check_result)
      values (${app.project.id}, ${elsewhere}, 'x', ${JSON.stringify({ routed: false })}::text::jsonb)`;
    expect(await items()).toMatchObject([
      { kind: "domain_unrouted", count: 1, name: elsewhere },
      { kind: "domain_unproved", count: 1, name: claimed },
    ]);
  });

  test("recent clicks with unreplaced macros, and the campaign with the most of them", async () => {
    const { app, items } = await someone();
    const [few, many] = [await aCampaign(app), await aCampaign(app, { name: "Many" })];
    const warnings = ["macro_unreplaced:ad_id"];
    await aClick(app, { campaignId: few.id, warnings });
    await aClick(app, { campaignId: many.id, warnings });
    await aClick(app, { campaignId: many.id, warnings });
    await aClick(app, { campaignId: few.id, at: hoursAgo(8 * 24), warnings });
    expect(await items()).toMatchObject([{ kind: "macros", count: 2, name: "Many", campaign_id: many.id }]);
  });

  test("an app without calls, until it calls again", async () => {
    const { app, counted, items } = await someone();
    await anInstall(app, null, { at: hoursAgo(48) });
    for (let day = 3; day <= 10; day++) await counted(day * 24, "event", 1);
    await sql`update installs set last_open_at = installed_at where project_id = ${app.project.id}`;
    expect(await items()).toEqual([]);
    await counted(48, "installs", 1);
    expect(await items()).toMatchObject([{ kind: "app_quiet", since: expect.any(String) }]);
    const { id } = await anInstall(app, null, { at: hoursAgo(1) });
    await sql`update installs set last_open_at = now() where project_id = ${app.project.id} and id = ${id}`;
    expect(await items()).toEqual([]);
  });

  test("a higher share of suspicious installs than before", async () => {
    const { counted, items } = await someone();
    await counted(20 * 24, "installs", 100);
    await counted(20 * 24, "suspicious", 5);
    await counted(1, "installs", 50);
    await counted(1, "suspicious", 4);
    expect(await items()).toEqual([]);
    await counted(1, "suspicious", 8);
    expect(await items()).toMatchObject([{ kind: "suspicious", count: 12 }]);
  });

  test("installs that only UTM tags attribute, if the campaign has no clicks", async () => {
    const { app, items } = await someone();
    const [tagged, clicked] = [
      await aCampaign(app, { name: "Tagged" }),
      await aCampaign(app, { name: "Clicked" }),
    ];
    await aClick(app, { campaignId: clicked.id, at: hoursAgo(30) });
    const installs = async (displayId: string, count: number) => {
      for (let n = 0; n < count; n++)
        await registerInstall(
          app.project,
          {
            token: "",
            install_instance_id: `${displayId}-${n}`,
            platform: "ANDROID",
            device_data: { install_ref: `utm_source=blog&utm_campaign=${displayId}` },
          },
          { userAgent: null, address: "", country: null, now: hoursAgo(1) },
        );
    };
    await installs(tagged.displayId, 3);
    await installs(clicked.displayId, 2);
    await decideEverything(app);
    expect(await items()).toMatchObject([
      { kind: "unclicked", count: 3, name: "Tagged", campaign_id: tagged.id },
    ]);
  });
});
