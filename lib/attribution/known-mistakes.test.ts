/** Known mistakes of other attribution services, as guarantees that Cairn does not make them. */
import { describe, expect, test } from "vitest";
import { sql } from "@/db";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { commandLine } from "@/lib/accounts/audit/actor";
import { changeRules } from "@/lib/attribution/rule-sets/rule-sets";
import { attributionSettings } from "@/lib/attribution/rule-sets/settings";
import { attributionRulesOf } from "@/lib/attribution/rule-sets/windows";
import { randomBase62 } from "@/lib/base/ids";
import { storeInstall } from "@/lib/facts/installs/register";
import { storeClicks } from "@/lib/traffic/clicks/queries";
import { followClick } from "@/lib/traffic/visits/follow";
import {
  type AProject,
  aCampaign,
  aClick,
  aProject,
  aStoreListing,
  decideEverything,
  ledgerOf,
} from "@/testing/factories";

const minute = 60_000;
const pixel =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36";

/** A phone at an IP address follows a link. */
async function follows(
  app: AProject,
  displayId: string,
  address: string,
  at: Date,
  { agent = pixel, path = "", query = "" } = {},
) {
  await followClick(
    {
      method: "GET",
      host: app.domain,
      path: `${path}/${displayId}`,
      rawQuery: query,
      header: (name) => ({ "user-agent": agent, "accept-language": "en-US" })[name] ?? null,
      address,
      now: at,
      tick: performance.now(),
    },
    {
      record: async (row) => void (await storeClicks([row])),
      visit: () => Promise.reject(new Error("the database is there")),
    },
  );
}

async function opens(
  app: AProject,
  address: string,
  at: Date,
  device: Record<string, unknown> = {},
  platform = "ANDROID",
) {
  const instance = randomBase62(16);
  await storeInstall(
    app.project,
    {
      token: "",
      platform,
      install_instance_id: instance,
      device_data: { os_version: "14", device_model: "Pixel 8", language: "en", ...device },
    },
    { userAgent: pixel, address, now: at },
  );
  await decideEverything(app);
  const [row] = await sql<{ campaign_id: number | null; method: string }[]>`
    select s.campaign_id, s.method from installs s
    where s.project_id = ${app.project.id} and s.install_instance_id = ${instance}`;
  return row!;
}

/** The reason why each candidate of each install lost. */
const reasonsOf = async (app: AProject) =>
  (
    await sql<{ lost: string | null }[]>`
    select c->>'lost' as lost from decisions d cross join jsonb_array_elements(d.candidates) as c
    where d.project_id = ${app.project.id} order by d.install_id`
  ).map(({ lost }) => lost);

const organic = { campaign_id: null, method: "organic" };
const home = () => `85.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.7`;
const at = () => new Date(Date.now() - 10 * minute);
const earlier = (time: Date, minutes: number) => new Date(time.getTime() - minutes * minute);

describe("a probabilistic match", () => {
  test("control: the same phone at the same address is matched", async () => {
    const app = await aProject();
    const campaign = await aCampaign(app);
    const [address, now] = [home(), at()];
    await follows(app, campaign.displayId, address, earlier(now, 5));
    expect(await opens(app, address, now)).toEqual({ campaign_id: campaign.id, method: "probabilistic" });
  });

  test("a neighbour in the same /24 with the same phone is not matched", async () => {
    const app = await aProject();
    const campaign = await aCampaign(app);
    const [address, now] = [home(), at()];
    await follows(app, campaign.displayId, address, earlier(now, 5));
    expect(await opens(app, address.replace(/\.7$/, ".8"), now)).toEqual(organic);
  });

  test("a click is used once: a second similar install is organic", async () => {
    const app = await aProject();
    const campaign = await aCampaign(app);
    const [address, now] = [home(), at()];
    await follows(app, campaign.displayId, address, earlier(now, 5));
    expect((await opens(app, address, earlier(now, 1))).campaign_id).toBe(campaign.id);
    expect(await opens(app, address, now)).toEqual(organic);
  });

  test("clicks of other projects from the address neither hide the own click nor are used", async () => {
    const [app, other] = [await aProject(), await aProject()];
    const [own, foreign] = [await aCampaign(app), await aCampaign(other)];
    const [address, now] = [home(), at()];
    await follows(app, own.displayId, address, earlier(now, 5));
    await follows(other, foreign.displayId, address, earlier(now, 4));
    await sql`
      insert into clicks (project_id, id, clicked_at, kind, campaign_id, platform, os_version, device_model, language, address_key)
      select ${other.project.id}, uuidv7(), c.clicked_at, c.kind, c.campaign_id, c.platform, c.os_version, c.device_model,
        c.language, c.address_key
      from clicks c cross join generate_series(1, 5000)
      where c.project_id = ${other.project.id}`;
    expect((await opens(app, address, now)).campaign_id).toBe(own.id);
    const [stranger] = [await aProject()];
    expect(await opens(stranger, address, now)).toEqual(organic);
  });

  test("a desktop's view never matches an iPhone's install, nor do four of them, although views count", async () => {
    const app = await aProject();
    await changeRules(app.project, { view_through: true }, commandLine, at());
    const campaign = await aCampaign(app);
    const [address, now] = [home(), at()];
    const mac =
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15";
    await follows(app, campaign.displayId, address, earlier(now, 5), { agent: mac, path: "/i" });
    await follows(app, campaign.displayId, address, earlier(now, 4), { path: "/i" });
    const again = { ...app, project: (await backgroundProject(app.project.id))! };
    const iphone = { os_version: "26.0", device_model: "iPhone 16" };
    for (const platform of ["IOS", "IOS", "ANDROID", "ANDROID"])
      expect(await opens(again, address, now, platform === "IOS" ? iphone : {}, platform)).toEqual(organic);
    const [seen] = await sql<{ n: number }[]>`
      select count(*)::int as n from clicks where project_id = ${app.project.id} and kind = 'view' and address_key is not null`;
    expect(seen!.n).toBe(2);
  });

  test("a view with the device's ID counts, although another one from the address does not", async () => {
    const app = await aProject();
    await changeRules(app.project, { view_through: true }, commandLine, at());
    const campaign = await aCampaign(app);
    const [address, now, gaid] = [home(), at(), crypto.randomUUID()];
    await follows(app, campaign.displayId, address, earlier(now, 5), { path: "/i", query: `gaid=${gaid}` });
    const again = { ...app, project: (await backgroundProject(app.project.id))! };
    expect(await opens(again, address, now, { gaid })).toEqual({ campaign_id: campaign.id, method: "view" });
  });

  test("another phone at the same address is not matched", async () => {
    const app = await aProject();
    const campaign = await aCampaign(app);
    const [address, now] = [home(), at()];
    const galaxy = pixel.replace("Android 14; Pixel 8", "Android 12; SM-G991B");
    await follows(app, campaign.displayId, address, earlier(now, 1), { agent: galaxy });
    expect(await opens(app, address, now, { os_version: "16", device_model: "Pixel 9" })).toEqual(organic);
  });

  const frozen = pixel.replace("Android 14; Pixel 8", "Android 10; K");

  test("a phone whose browser hides its model is matched up to the last minute of the window", async () => {
    const app = await aProject();
    const campaign = await aCampaign(app);
    const [address, now] = [home(), at()];
    await follows(app, campaign.displayId, address, earlier(now, 359), { agent: frozen });
    expect(await opens(app, address, now)).toEqual({ campaign_id: campaign.id, method: "probabilistic" });
  });

  test("in the last minute of the window an address and a system alone are not enough", async () => {
    const app = await aProject();
    const campaign = await aCampaign(app);
    const [address, now] = [home(), at()];
    await follows(app, campaign.displayId, address, earlier(now, 359), { agent: frozen });
    expect(await opens(app, address, now, { language: "de" })).toEqual(organic);
    expect(await reasonsOf(app)).toEqual(["below_floor"]);
  });

  test("an address with two dozen browsers is not enough, and the decision has their number", async () => {
    const app = await aProject();
    const campaign = await aCampaign(app);
    const other = await aCampaign(app);
    const [address, now] = [home(), at()];
    for (let i = 0; i < 23; i++)
      await follows(app, other.displayId, address, earlier(now, 20 * 60), { agent: `${pixel} App/${i}` });
    const k = pixel.replace("Android 14; Pixel 8", "Android 10; K");
    await follows(app, campaign.displayId, address, earlier(now, 1), { agent: k });
    expect(await opens(app, address, now)).toEqual(organic);
    const [decided] = await sql`
      select d.reason, d.candidates->0->'crowd' as crowd, d.candidates->0->'parts' as parts from decisions d
      where d.project_id = ${app.project.id}`;
    expect(decided).toMatchObject({
      reason: "below_floor",
      crowd: { browsers: 24, installs: 1 },
      parts: { address: 45, system: 15, language: 10, time: 0, crowd: -30 },
    });
  });

  test("if Play reports organic, a click that would be in its referrer is excluded, and one that led elsewhere is not", async () => {
    const app = await aProject();
    await aStoreListing(app, "ANDROID");
    const campaign = await aCampaign(app);
    const elsewhere = await aCampaign(app, { android_web_redirect: "https://example.com/get" });
    const referrer = { install_ref: "utm_source=google-play&utm_medium=organic" };
    const now = at();
    for (const { displayId, expected } of [
      { displayId: campaign.displayId, expected: organic },
      { displayId: elsewhere.displayId, expected: { campaign_id: elsewhere.id, method: "probabilistic" } },
    ]) {
      const address = home();
      await follows(app, displayId, address, earlier(now, 1));
      expect(await opens(app, address, now, referrer)).toEqual(expected);
    }
  });

  test("users who denied tracking or refused consent are organic", async () => {
    const app = await aProject();
    const campaign = await aCampaign(app);
    const iphone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
    const now = at();
    const decided = async (device: Record<string, unknown>) => {
      const address = home();
      await follows(app, campaign.displayId, address, earlier(now, 1), { agent: iphone });
      const phoneSigns = { os_version: "17.5.1", device_model: "iPhone 14 Pro", ...device };
      return (await opens(app, address, now, phoneSigns, "IOS")).method;
    };
    expect(await decided({ att_status: "not_determined" })).toBe("probabilistic");
    expect(await decided({ att_status: "DENIED" })).toBe("organic");
    expect(await decided({ consent: { isEEA: true, hasConsentForDataUsage: false } })).toBe("organic");
    expect((await reasonsOf(app)).sort()).toEqual(["att_denied", "consent_refused", null].sort());
  });

  test("the probabilistic window is at most a day", () => {
    expect(attributionSettings.safeParse({ probabilistic_hours: 25 }).success).toBe(false);
    expect(attributionRulesOf({}).probabilistic.windowMs).toBeLessThanOrEqual(24 * 60 * minute);
  });
});

test("a click from one country and an install from another are distinguished without a proxy", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const now = at();
  await follows(app, campaign.displayId, "85.214.132.117", earlier(now, 5));
  const [click] = await sql<{ id: string; country: string }[]>`
    select id, country from clicks where project_id = ${app.project.id}`;
  expect(click!.country).toBe("DE");
  expect((await opens(app, "49.36.1.1", now, { install_ref: `cairn_click=${click!.id}` })).method).toBe(
    "play_referrer",
  );
  const [install] = await sql`select country, flags from installs where project_id = ${app.project.id}`;
  expect(install).toEqual({ country: "IN", flags: ["country_mismatch"] });
});

describe("the app's deeplink", () => {
  const query = `email=jane%40example.com&utm_source=poster&invite=K7&gaid=${crypto.randomUUID()}`;
  const deeplinkOf = async (app: AProject) =>
    (
      await sql<{ deeplink: string }[]>`select deeplink from installs where project_id = ${app.project.id}`
    )[0]!.deeplink;
  const again = async (app: AProject) => ({ ...app, project: (await backgroundProject(app.project.id))! });

  test.each([
    [undefined, "myapp://offer/7?utm_source=poster"],
    [["invite"], "myapp://offer/7?invite=K7"],
    [["inv*", "EMAIL"], "myapp://offer/7?email=jane%40example.com&invite=K7"],
  ])(
    "after a probabilistic match, has only the parameters that the project allows: %j",
    async (names, expected) => {
      const app = await aProject();
      if (names) await changeRules(app.project, { probabilistic_parameters: names }, commandLine, at());
      const campaign = await aCampaign(app, { deeplink: "myapp://offer/7" });
      const [address, now] = [home(), at()];
      await follows(app, campaign.displayId, address, earlier(now, 1), { query });
      expect((await opens(await again(app), address, now)).method).toBe("probabilistic");
      expect(await deeplinkOf(app)).toBe(expected);
    },
  );

  test("no setting passes all parameters after a probabilistic match", () => {
    expect(attributionSettings.safeParse({ probabilistic_parameters: ["*"] }).success).toBe(false);
  });

  test("after a certain match, has all parameters except device IDs", async () => {
    const app = await aProject();
    const campaign = await aCampaign(app, { deeplink: "myapp://offer/7" });
    const [address, now] = [home(), at()];
    await follows(app, campaign.displayId, address, earlier(now, 1), { query });
    const [click] = await sql<{ id: string }[]>`select id from clicks where project_id = ${app.project.id}`;
    const opened = await opens(app, home(), now, { install_ref: `cairn_click=${click!.id}` });
    expect(opened.method).toBe("play_referrer");
    expect(await deeplinkOf(app)).toBe(
      "myapp://offer/7?email=jane%40example.com&invite=K7&utm_source=poster",
    );
  });
});

test("an advertising ID decides with any address", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const [gaid, now] = [crypto.randomUUID(), at()];
  await aClick(app, { campaignId: campaign.id, at: earlier(now, 5), advertisingId: gaid });
  expect(await opens(app, home(), now, { gaid })).toEqual({
    campaign_id: campaign.id,
    method: "advertising_id",
  });
});

test("attributed and organic installs together are all installs, each counted once", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const now = at();
  for (let i = 0; i < 6; i++) {
    const address = home();
    if (i % 2 === 0) await follows(app, campaign.displayId, address, earlier(now, 5));
    await opens(app, address, now);
  }
  const counted = async (id: number) => (await ledgerOf(app.project.id, id)).installs?.count ?? 0;
  expect([await counted(campaign.id), await counted(0)]).toEqual([3, 3]);
});
