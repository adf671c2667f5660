import { expect, test } from "vitest";
import { sql } from "@/db";
import { asServed, unquoted } from "@/lib/platform/http/testing";
import { aCampaign, aClick, aMember, anAccount, aProject } from "@/testing/factories";
import { clicksRoutes } from "./clicks";

type Query = Record<string, string | number>;

asServed([clicksRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account, timeZone: "Asia/Kolkata" });
    const { session } = await aMember("viewer", account);
    const path = `/api/dashboard/projects/${app.project.id}/clicks`;
    const get = (rest: string, query: Query = {}) => call(`GET ${path}${rest}`, { session, query });
    const total = async (query: Query = {}) => (await get("/totals", query)).body.data;
    const ids = async (query: Query = {}): Promise<string[]> => {
      const found = (await get("", query)).body.data.clicks.map((one: { id: string }) => one.id);
      expect(await total(query)).toEqual({ count: found.length, more: false });
      return found;
    };
    const set = (id: string, changes: Record<string, string | boolean>) =>
      sql`update clicks set ${sql(changes)} where project_id = ${app.project.id} and id = ${id}`;
    return { app, get, ids, set };
  }
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 10, 18, minute));

  test("200 the clicks of one variant, in any case", async () => {
    const { app, get, ids, set } = await someone();
    const { id: campaignId } = await aCampaign(app);
    const [first, second] = [await aClick(app, { campaignId }), await aClick(app, { campaignId })];
    await set(first, { link_variant: "Short" });
    await set(second, { link_variant: "Long" });
    expect(await ids({ variant: "short" })).toEqual([first]);
    expect((await get("", { variant: "LONG" })).body.data.clicks[0].variant).toBe("Long");
  });

  test("200 the newest first, each with its campaign and ad, and page after page", async () => {
    const { app, get } = await someone();
    const campaign = await aCampaign(app, { name: "Spring" });
    const made = [];
    for (const minute of [1, 2, 3])
      made.unshift(await aClick(app, { campaignId: campaign.id, at: at(minute), adSetId: "set 1" }));
    const first = (await get("", { limit: 2 })).body.data;
    expect(first.clicks.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 2));
    expect(first.clicks[0]).toMatchObject({
      clicked_at: at(3).toISOString(),
      kind: "click",
      campaign: { id: campaign.id, name: "Spring" },
      ad_set: "set 1",
      creative: null,
      platform: "ANDROID",
      not_counted: null,
      install_id: null,
    });
    const second = (await get("", { limit: 2, before: first.next })).body.data;
    expect(second).toMatchObject({ clicks: [{ id: made[2] }], next: null });
    const file = await get("/export.csv");
    const lines = unquoted(file.text).split("\r\n").filter(Boolean);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(
      "Click ID,Clicked at,Kind,Campaign,Campaign display ID,Network,Ad set,Creative,Keyword,Publisher,Platform,Device,Browser,Country,Not counted,Test,Install ID,Variant,Source",
    );
    expect(lines[1]).toBe(
      `${made[0]},${at(3).toISOString()},click,Spring,${campaign.displayId},,set 1,,,,ANDROID,,,,,false,,,link`,
    );
  });

  test("200 each filter returns the matching clicks, totals have the same number, and days are in the project's time zone", async () => {
    const { app, ids, set } = await someone();
    const [one, other] = [await aCampaign(app), await aCampaign(app)];
    const late = await aClick(app, { campaignId: one.id, at: at(31), adSetId: "a & b", platform: "IOS" });
    const early = await aClick(app, { campaignId: one.id, at: at(29) });
    const bot = await aClick(app, { campaignId: other.id, at: at(1) });
    const tried = await aClick(app, { campaignId: other.id, at: at(0) });
    await set(late, { creative_id: "video", keyword_id: "tents" });
    await set(bot, { not_counted: "bot" });
    await set(tried, { is_test: true, kind: "view" });
    expect(await ids({ campaign: one.id })).toEqual([late, early]);
    expect(await ids({ counted: "yes" })).toEqual([late, early]);
    expect(await ids({ counted: "no" })).toEqual([bot, tried]);
    expect(await ids({ kind: "view" })).toEqual([tried]);
    expect(await ids({ platform: "IOS" })).toEqual([late]);
    expect(await ids({ ad_set: "a & b" })).toEqual([late]);
    expect(await ids({ creative: "video", keyword: "tents" })).toEqual([late]);
    expect(await ids({ creative: "video", keyword: "shoes" })).toEqual([]);
    expect(await ids({ from: "2026-06-11" })).toEqual([late]);
    expect(await ids({ to: "2026-06-10" })).toEqual([early, bot, tried]);
  });

  test("422 or 400 for an invalid query, with the reason", async () => {
    const { get } = await someone();
    expect((await get("", { campaign: "organic" })).status).toBe(400);
    expect((await get("", { counted: "maybe" })).status).toBe(400);
    expect((await get("", { before: "x" })).status).toBe(400);
    expect((await get("", { limit: 1000 })).status).toBe(422);
  });
});
