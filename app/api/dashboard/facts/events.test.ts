import { describe, expect, test } from "vitest";
import * as captureEvent from "@/app/api/client/capture-event/route";
import * as init from "@/app/api/client/init/route";
import * as trigger from "@/app/api/client/trigger/route";
import { asServed, unquoted } from "@/lib/platform/http/testing";
import { aCampaign, aClick, aMember, anAccount, aProject, decideEverything } from "@/testing/factories";
import { eventsRoutes } from "./events";

const client = [init, trigger, captureEvent].map((one) => ({ GET: one.POST }));
type Query = Record<string, string | number>;

asServed([eventsRoutes, ...client], (call) => {
  async function someone(timeZone = "UTC") {
    const account = await anAccount();
    const app = await aProject({ account, timeZone, currency: "EUR" });
    const { session } = await aMember("viewer", account);
    const path = `/api/dashboard/projects/${app.project.id}/events`;
    const get = async (rest: string, query: Query = {}, now?: Date) => {
      const got = await call(`GET ${path}${rest}`, { session, query, ...(now && { now }) });
      return { status: got.status, msg: got.body?.msg, data: got.body?.data, text: got.text };
    };
    const list = async (query: Query = {}): Promise<string[]> =>
      (await get("", query)).data.events.map((one: { name: string }) => one.name);
    const send = (name: string, body: object, at: Date) =>
      call(`POST /api/client/${name}`, { body: { token: app.token, platform: "ANDROID", ...body }, now: at });
    const event = (instance: string, name: string, at: Date, data: object = {}) =>
      send("capture-event", { install_instance_id: instance, event_name: name, event_data: data }, at);
    return { app, get, list, send, event };
  }

  const at = (minute: number) => new Date(Date.UTC(2026, 5, 10, 12, minute));

  /** Ada came from a campaign, Bela is organic, and Cleo's app never sent init. */
  async function aCrowd() {
    const own = await someone();
    const { app, send, event } = own;
    const campaign = await aCampaign(app, { name: "Spring" });
    const click = await aClick(app, { campaignId: campaign.id, at: at(0) });
    const device_data = { install_ref: `cairn_click=${click}`, gaid: "0b0f6e4c-1d1c-4d43-b1e1-aaaaaaaaaaaa" };
    const first = await send("init", { install_instance_id: "one", device_data }, at(1));
    await send("init", { install_instance_id: "two" }, at(2));
    for (const [instance, id] of [
      ["one", "ada"],
      ["two", "bela"],
      ["three", "cleo"],
    ])
      await send("trigger", { install_instance_id: instance, user_data: { id } }, at(3));
    await decideEverything(app);
    await event("one", "walked", at(4), { amount: 2.5, km: 3 });
    await event("two", "walked", at(5));
    await event("three", "rested", at(6));
    await event("one", "climbed", at(7), { amount: 1 });
    return { ...own, campaign, id: first.body.processing_id as string };
  }

  describe("events", () => {
    test("200 each event with its user, campaign and data, the newest first", async () => {
      const { get, list, id, campaign } = await aCrowd();
      expect(await list()).toEqual(["climbed", "rested", "walked", "walked"]);
      const { data } = await get("", { user: "ada", name: "walked" });
      expect(data.events).toEqual([
        {
          id: expect.any(String),
          occurred_at: at(4).toISOString(),
          name: "walked",
          amount_minor: 250,
          user_id: "ada",
          install_instance_id: "one",
          install_id: id,
          campaign: { id: campaign.id, name: "Spring", display_id: campaign.displayId, deleted: false },
          platform: "ANDROID",
          is_test: false,
          data: { amount: 2.5, km: 3 },
        },
      ]);
      expect((await get("", { user: "cleo" })).data.events[0]).toMatchObject({
        install_id: null,
        campaign: null,
      });
    });

    test("200 counts by name, the most frequent first, equal the counted rows of the list", async () => {
      const { get, event } = await aCrowd();
      await event("two", "walked", new Date(at(8).getTime() + 86_400_000));
      const counts = async (query: Query = {}, now?: Date) => (await get("/counts", query, now)).data.names;
      const whole = [
        { name: "walked", count: 3, amount_minor: 250 },
        { name: "climbed", count: 1, amount_minor: 100 },
        { name: "rested", count: 1, amount_minor: 0 },
      ];
      expect(await counts({ from: "2026-06-01", to: "2026-06-30" })).toEqual(whole);
      // Without days, those are counted that the screen opens with.
      expect(await counts({}, new Date("2026-07-09T23:59:59Z"))).toEqual(whole);
      expect(await counts({}, new Date("2026-07-10T00:00:00Z"))).toMatchObject([
        { name: "walked", count: 1 },
      ]);
      expect(await counts({ to: "2026-07-10" })).toMatchObject([{ name: "walked", count: 1 }]);
      expect((await get("/counts", { from: "2024-06-11", to: "2026-06-11" })).status).toBe(200);
      expect(await get("/counts", { from: "2024-06-10", to: "2026-06-11" })).toMatchObject({
        status: 422,
        msg: "Choose at most 731 days.",
      });
      const day = { from: "2026-06-10", to: "2026-06-10" };
      expect(await counts(day)).toMatchObject([{ name: "walked", count: 2 }, {}, {}]);
      expect(await counts({ from: "2026-06-12" })).toEqual([]);
      for (const { name, count } of await counts(day))
        expect((await get("/totals", { ...day, name, counted: "yes" })).data.count, name).toBe(count);
    });

    test("200 filters by campaign, name, user and install", async () => {
      const { list, campaign, id } = await aCrowd();
      expect(await list({ campaign: campaign.id })).toEqual(["climbed", "walked"]);
      expect(await list({ campaign: "organic" })).toEqual(["rested", "walked"]);
      expect(await list({ name: "walked" })).toEqual(["walked", "walked"]);
      expect(await list({ name: "walked", campaign: campaign.id })).toEqual(["walked"]);
      expect(await list({ name: "flown" })).toEqual([]);
      expect(await list({ user: "bela" })).toEqual(["walked"]);
      for (const install of [id, "one", "0B0F6E4C-1D1C-4D43-B1E1-AAAAAAAAAAAA"])
        expect(await list({ install }), install).toEqual(["climbed", "walked"]);
      // This instance does not have an install yet.
      expect(await list({ install: "three" })).toEqual(["rested"]);
      expect(await list({ install: "one", user: "bela" })).toEqual([]);
      expect(await list({ install: "two", campaign: campaign.id })).toEqual([]);
    });

    test("200 days are in the project's time zone, both ends included", async () => {
      const { list, send, event } = await someone("Asia/Kolkata");
      const midnight = (ms: number) => new Date(Date.parse("2026-06-10T00:00:00+05:30") + ms);
      await send("trigger", { install_instance_id: "one", user_data: { id: "ada" } }, midnight(-1e6));
      await event("one", "before", midnight(-1));
      await event("one", "first", midnight(0));
      await event("one", "last", midnight(86_400_000 - 1));
      await event("one", "after", midnight(86_400_000));
      expect(await list({ from: "2026-06-10", to: "2026-06-10" })).toEqual(["last", "first"]);
      expect(await list({ from: "2026-06-11" })).toEqual(["after"]);
      expect(await list({ to: "2026-06-09" })).toEqual(["before"]);
    });

    test.each<Query>([{}, { campaign: 1 }, { user: "ada" }, { install: "one" }, { name: "e" }])(
      "200 page after page, each event once, with every filter: %j",
      async (input: Query) => {
        const { app, get, send, event } = await someone();
        const campaign = await aCampaign(app);
        const click = await aClick(app, { campaignId: campaign.id, at: at(0) });
        const device_data = { install_ref: `cairn_click=${click}` };
        await send("init", { install_instance_id: "one", device_data }, at(1));
        await send("trigger", { install_instance_id: "one", user_data: { id: "ada" } }, at(1));
        await decideEverything(app);
        // Some events have the same millisecond.
        for (let i = 0; i < 7; i++) await event("one", "e", at(2 + (i % 3)), { i });
        const query: Query = "campaign" in input ? { campaign: campaign.id } : input;
        const seen: number[] = [];
        let before: string | null = null;
        for (let page = 0; page < 4; page++) {
          const { data } = await get("", { ...query, limit: 2, ...(before ? { before } : {}) });
          seen.push(...data.events.map((one: { data: { i: number } }) => one.data.i));
          before = data.next;
        }
        expect(before).toBeNull();
        expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
        const { data } = await get("", { ...query, limit: 200 });
        expect(data.events.map((one: { data: { i: number } }) => one.data.i)).toEqual(seen);
      },
    );

    test.each([
      [{ campaign: "many" }, 400, "campaign must be the ID of a campaign."],
      [{ from: "2026-02-30" }, 400, "from must be a date such as 2026-03-31."],
      [{ before: "first" }, 400, "The cursor is not valid. Send `next` from the previous response."],
      [{ limit: 1000 }, 422, "Limit 1000 exceeds maximum allowed value of 200."],
    ])("%j", async (query, status, sentence) => {
      const { get } = await someone();
      const got = await get("", query as Query);
      expect(got.status).toBe(status);
      expect(got.msg).toContain(sentence);
    });
  });

  test("200 totals cover the matching events", async () => {
    const { get, campaign } = await aCrowd();
    const total = async (query: Query = {}) => (await get("/totals", query)).data;
    expect(await total()).toEqual({ count: 4, amount_minor: 350, more: false });
    expect(await total({ campaign: campaign.id, name: "walked" })).toEqual({
      count: 1,
      amount_minor: 250,
      more: false,
    });
    expect(await total({ user: "nobody" })).toEqual({ count: 0, amount_minor: 0, more: false });
  });

  test("200 every name once, sorted", async () => {
    const { get } = await aCrowd();
    expect((await get("/names")).data.names).toEqual(["climbed", "rested", "walked"]);
    expect((await (await someone()).get("/names")).data.names).toEqual([]);
  });

  test("200 the file contains the rows of the list, and no formula that a spreadsheet would run", async () => {
    const { get, event, campaign, id } = await aCrowd();
    await event("two", "=1+1", at(8));
    const { text } = await get("/export.csv", { from: "2026-06-10" });
    const lines = unquoted(text).trimEnd().split("\r\n");
    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe(
      "Event ID,Occurred at,Name,Amount,Currency,User ID,Install ID,Instance ID,Campaign,Campaign display ID,Platform,Test,Data",
    );
    expect(lines[1]).toContain(",'=1+1,,,bela,");
    expect(lines[5]).toContain(
      `,${at(4).toISOString()},walked,2.5,EUR,ada,${id},one,Spring,${campaign.displayId},ANDROID,false,"{""km"":3,""amount"":2.5}"`,
    );
    expect((await get("/export.csv", { name: "rested" })).text.trimEnd().split("\r\n")).toHaveLength(2);
  });
});
