import { expect, test } from "vitest";
import { commandLine } from "@/lib/accounts/audit/actor";
import { storeMark } from "@/lib/attribution/test-devices/queries";
import { registerInstall } from "@/lib/facts/installs/register";
import { identify } from "@/lib/facts/users/identify";
import { asServed, type TestedResponse, unquoted } from "@/lib/platform/http/testing";
import { aCampaign, aClick, aMember, anAccount, aProject, decideEverything } from "@/testing/factories";
import { signUpsRoutes } from "./sign-ups";

type Query = Record<string, string | number>;

asServed([signUpsRoutes], (call) => {
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 10, 18, minute));

  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account, timeZone: "Asia/Kolkata" });
    const { session } = await aMember("viewer", account);
    const path = `/api/dashboard/projects/${app.project.id}/sign-ups`;
    const get = (rest: string, query: Query = {}) => call(`GET ${path}${rest}`, { session, query });
    const ids = async (query: Query = {}): Promise<string[]> =>
      (await get("", query)).body.data.sign_ups.map((one: { id: string }) => one.id);
    const init = (instance: string, minute: number, device: Record<string, unknown> = {}) =>
      registerInstall(
        app.project,
        { token: "", install_instance_id: instance, platform: "ANDROID", device_data: device },
        { userAgent: null, address: "203.0.113.9", now: at(minute) },
      );
    const signUp = (instance: string | undefined, id: string, minute: number) =>
      identify(
        app.project,
        { token: "", install_instance_id: instance, platform: "IOS", user_data: { id } },
        { userAgent: null, now: at(minute) },
      );
    return { app, get, ids, init, signUp };
  }

  /** Ada came from an ad, Bela is organic, Cleo's app never sent init, and Dev has a test device. */
  async function aCrowd() {
    const own = await someone();
    const { app, init, signUp } = own;
    const campaign = await aCampaign(app, { name: "Spring" });
    const click = await aClick(app, { campaignId: campaign.id, at: at(0), adSetId: "a & b" });
    const first = await init("one", 1, { install_ref: `cairn_click=${click}` });
    await init("two", 2);
    const tried = await init("four", 3);
    await decideEverything(app);
    await signUp("one", "ada", 4);
    await signUp("two", "bela", 5);
    await signUp("three", "cleo", 29);
    await signUp("four", "dev", 31);
    await signUp("two", "ada", 33);
    await storeMark(app.project, tried.processingId, true, commandLine, at(34));
    await decideEverything(app);
    return { ...own, campaign, install: first.processingId };
  }

  test("200 each user once, at the first identification, with the campaign of the install", async () => {
    const { get, ids, campaign, install } = await aCrowd();
    expect(await ids()).toEqual(["dev", "cleo", "bela", "ada"]);
    const [ada] = (await get("", { user: "ada" })).body.data.sign_ups;
    expect(ada).toEqual({
      id: "ada",
      signed_up_at: at(4).toISOString(),
      campaign: { id: campaign.id, name: "Spring", display_id: campaign.displayId, deleted: false },
      network: null,
      ad_set: "a & b",
      creative: null,
      keyword: null,
      platform: "ANDROID",
      install_instance_id: "one",
      install_id: install,
      is_test: false,
    });
    const [cleo] = (await get("", { user: "cleo" })).body.data.sign_ups;
    expect(cleo).toMatchObject({ campaign: null, install_id: null, install_instance_id: "three" });
  });

  test("200 each filter returns the matching users, days are in the project's time zone, and totals have the same number", async () => {
    const { get, ids, campaign } = await aCrowd();
    const counted = async (query: Query) => (await get("/totals", query)).body.data;
    for (const [query, found] of [
      [{ campaign: campaign.id }, ["ada"]],
      [{ campaign: "organic" }, ["dev", "cleo", "bela"]],
      [{ campaign: "organic", counted: "yes" }, ["cleo", "bela"]],
      [{ counted: "yes" }, ["cleo", "bela", "ada"]],
      [{ counted: "no" }, ["dev"]],
      [{ platform: "IOS" }, ["cleo"]],
      [{ ad_set: "a & b" }, ["ada"]],
      [{ ad_set: "a & b", campaign: campaign.id }, ["ada"]],
      [{ ad_set: "other", campaign: campaign.id }, []],
      [{ creative: "video" }, []],
      [{ keyword: "tents" }, []],
      [{ user: "bel" }, []],
      [{ from: "2026-06-11" }, ["dev"]],
      [{ to: "2026-06-10" }, ["cleo", "bela", "ada"]],
    ] as [Query, string[]][]) {
      expect(await ids(query), JSON.stringify(query)).toEqual(found);
      expect(await counted(query), JSON.stringify(query)).toEqual({ count: found.length, more: false });
    }
  });

  test("200 page after page, each once, with any user ID and any number at one moment", async () => {
    const { get, signUp } = await someone();
    const names = ["ada", "a.b", "ö 🙂", "100.x", "z", "Z", "%"];
    for (const [i, name] of names.entries()) await signUp(undefined, name, 2 + (i % 2));
    const seen: string[] = [];
    let before: string | null = null;
    for (let page = 0; page < 4; page++) {
      const { body }: TestedResponse = await get("", { limit: 2, ...(before ? { before } : {}) });
      const { data } = body;
      seen.push(...data.sign_ups.map(({ id }: { id: string }) => id));
      before = data.next;
    }
    expect(before).toBeNull();
    expect([...seen].sort()).toEqual([...names].sort());
  });

  test("200 the file has the same rows as the list", async () => {
    const { get } = await aCrowd();
    const { text, headers } = await get("/export.csv", { counted: "yes" });
    expect(headers.get("content-disposition")).toContain("-sign-ups.csv");
    const lines = unquoted(text).split("\r\n").filter(Boolean);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(
      "User ID,Signed up at,Campaign,Campaign display ID,Network,Ad set,Creative,Keyword,Platform,Install ID,Instance ID,Test",
    );
    expect(lines[3]).toMatch(/^ada,2026-06-10T18:04:00.000Z,Spring,/);
  });

  test("422 or 400 for an invalid query, with the reason", async () => {
    const { get } = await someone();
    const wrong: Query[] = [{ campaign: "x" }, { counted: "maybe" }, { platform: "AMIGA" }, { before: "1" }];
    for (const query of wrong) expect((await get("", query)).status, JSON.stringify(query)).toBe(400);
    expect((await get("", { limit: 1000 })).status).toBe(422);
    // A NUL is replaced before the search. Such a user does not exist, and such a cursor is harmless.
    expect((await get("", { before: "5.\u0000" })).status).toBe(200);
    expect((await get("", { user: "\u0000" })).body.data.sign_ups).toEqual([]);
  });
});
