import { expect, test } from "vitest";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { storeClaims } from "@/lib/spend/claims/queries";
import { aCampaign, aMember, anAccount, anInstall, aProject } from "@/testing/factories";
import { discrepanciesRoutes } from "./discrepancies";

asServed([discrepanciesRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account });
    const { session } = await aMember("viewer", account);
    const { id: campaign } = await aCampaign(app, { name: "Alps", network: "META" });
    const path = `/api/dashboard/projects/${app.project.id}/discrepancies`;
    const claimed = (day: string, installs: number | null, at: string, more: object = {}) =>
      storeClaims(
        app.project.id,
        [
          {
            campaign_id: campaign,
            day,
            installs,
            impressions: 900,
            clicks: 30,
            windows: { "7d_click": installs ?? 0 },
            conversions: {},
            ...more,
          },
        ],
        { name: "Main", account: null },
        new Date(at),
      );
    const get = (query: string) => call(`GET ${path}${query}`, { session });
    return { app, campaign, claimed, get };
  }

  test("a network's installs next to Cairn's, with known differences, by every grouping; the rest is unexplained", async () => {
    const { app, campaign, claimed, get } = await someone();
    await claimed("2026-03-10", 120, "2026-03-11T06:00:00Z");
    await claimed("2026-03-10", 131, "2026-03-12T06:00:00Z");
    await claimed("2026-03-10", 131, "2026-03-13T06:00:00Z");
    // A claim from before the end of its day is not a restated figure.
    await claimed("2026-03-11", 0, "2026-03-11T18:00:00Z");
    await claimed("2026-03-11", 1, "2026-03-12T06:00:00Z");
    await claimed("2026-03-12", null, "2026-03-13T06:00:00Z");
    const at = new Date("2026-03-10T12:00:00Z");
    await anInstall(app, campaign, { at, network: "META" });
    const query = "?from=2026-03-01&to=2026-03-31";
    const { body } = await get(`${query}&by=row`);
    expect(body.data).toMatchObject({ has_claims: true, more: false, without_zone: ["META"] });
    expect(body.data.windows).toEqual([{ network: "META", click_days: 7, view_days: 1 }]);
    expect(body.data.rows).toMatchObject([
      { day: "2026-03-11", network_installs: 1, our_installs: 0, difference: 1, restated: null },
      {
        key: `2026-03-10 ${campaign}`,
        day: "2026-03-10",
        network: "META",
        campaign: { id: campaign, name: "Alps" },
        network_installs: 131,
        our_installs: 1,
        difference: 130,
        causes: [],
        unexplained: 130,
        network_clicks: 30,
        our_clicks: 0,
        restated: { from: 120, at: "2026-03-12T06:00:00.000Z" },
      },
    ]);
    for (const [by, key] of [
      ["campaign", String(campaign)],
      ["network", "META"],
    ])
      expect((await get(`${query}&by=${by}`)).body.data.rows).toMatchObject([
        { key, network_installs: 132, our_installs: 1, unexplained: 131, restated: null },
      ]);
    expect((await get(`${query}&by=day`)).body.data.rows).toHaveLength(2);
    expect((await get(`${query}&network=GOOGLE`)).body.data).toMatchObject({ rows: [], has_claims: true });
    const versions = (await get(`/versions?campaign=${campaign}&day=2026-03-10`)).body.data.versions;
    expect(versions).toMatchObject([
      { version: 2, installs: 131, source: "Main", windows: { "7d_click": 131 } },
      { version: 1, installs: 120 },
    ]);
    const file = await get(`/export.csv${query}&by=row`);
    expect(file.text.split("\r\n")[2]).toContain('"2026-03-10","Meta","Alps"');
  });

  test("the list behind a figure contains its installs and their number", async () => {
    const { app, campaign, claimed, get } = await someone();
    await claimed("2026-03-10", 2, "2026-03-11T06:00:00Z");
    const at = new Date("2026-03-10T12:00:00Z");
    const { id } = await anInstall(app, campaign, {
      at,
      network: "META",
      clickedAt: new Date("2026-03-01T12:00:00Z"),
    });
    const query = `?from=2026-03-10&to=2026-03-10&cause=window_ours&campaign=${campaign}`;
    expect((await get(`/installs${query}`)).body.data).toMatchObject({
      installs: [{ install_id: id, cause: "window_ours", day: "2026-03-10", claimed_by: { id: campaign } }],
      next: null,
    });
    expect((await get(`/installs/totals${query}`)).body.data).toEqual({ count: 1, more: false });
    expect((await get("/installs")).body.data.installs).toHaveLength(1);
    expect((await get(`/installs/export.csv${query}`)).text).toContain(`"${id}"`);
  });

  test.each([
    ["?from=2026-03-01", 422, "Set both from and to, or neither."],
    ["?from=2026-03-02&to=2026-03-01", 422, "from must not be after to."],
    ["?from=2026-01-01&to=2026-12-31", 422, "Choose at most 92 days."],
    ["?network=nobody", 400, "Unknown ad network."],
    ["?campaign=x", 400, "campaign must be the ID of a campaign."],
    ["?by=moon", 400, "by must be one of campaign, network, day, row."],
    ["/installs?from=2026-01-01&to=2026-12-31", 422, "Choose at most 92 days."],
    ["/installs?cause=moon", 400, undefined],
    ["/versions?day=2026-03-01", 400, "campaign is required."],
    ["/versions?campaign=1&day=2026-02-30", 400, "day must have the form YYYY-MM-DD."],
    ["/versions?campaign=1&day=0000-01-01", 400, "day must be a day of the calendar."],
    ["/versions?campaign=1&day=10000-01-01", 400, "day must have the form YYYY-MM-DD."],
  ])("%s is rejected with %i", async (query, status, message) => {
    const { get } = await someone();
    const got = await get(query);
    expect(got.status, got.text).toBe(status);
    if (message) expect(got.body.msg).toBe(message);
  });

  test("without claims the response says so, and has no figures", async () => {
    const { app, get, claimed } = await someone();
    // A claim with clicks alone has no installs to compare.
    await claimed("2026-03-10", null, "2026-03-11T06:00:00Z");
    expect((await get("")).body.data).toMatchObject({
      has_claims: false,
      connected: false,
      rows: [],
      totals: { network_installs: 0, our_installs: 0, unexplained: 0, network_clicks: null },
    });
    await sql`
      insert into network_accounts (project_id, network, name, credentials)
      values (${app.project.id}, 'META', 'Main', 'sealed'::bytea)`;
    expect((await get("")).body.data).toMatchObject({ has_claims: false, connected: true });
  });
});
