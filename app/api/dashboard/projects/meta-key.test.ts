import { describe, expect, test } from "vitest";
import * as attributionData from "@/app/api/client/attribution-data/route";
import * as init from "@/app/api/client/init/route";
import * as trigger from "@/app/api/client/trigger/route";
import { installsRoutes } from "@/app/api/dashboard/facts/installs";
import * as attributedUsers from "@/app/api/v1/attributed-users/route";
import * as attributionResult from "@/app/api/v1/get-attribution-result/route";
import { sql } from "@/db";
import vectors from "@/lib/attribution/evidence/vectors.json" with { type: "json" };
import { randomBase62 } from "@/lib/base/ids";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject, decideEverything, withoutLimits } from "@/testing/factories";
import { metaKeyRoutes } from "./meta-key";

/** Meta's published example, and one with the fields that ad placements add. */
const [official, placed] = vectors.meta as [(typeof vectors.meta)[number], (typeof vectors.meta)[number]];
const otherKey = "00".repeat(32);

const envelope = ({ data, nonce }: { data: string; nonce: string }, at = Date.now()) => ({
  app: 0,
  t: Math.floor(at / 1_000) - 60,
  source: { data, nonce },
});
/** In Google Play's format. */
const play = (vector: typeof official) =>
  new URLSearchParams({
    utm_source: "apps.facebook.com",
    utm_campaign: "fb4a",
    utm_content: JSON.stringify(envelope(vector)),
  }).toString();
/** In the format of Meta's own apps. */
const own = (vector: typeof official, isClick = 1) => ({
  install_referrer: JSON.stringify({ utm_source: "apps.facebook.com", utm_content: envelope(vector) }),
  is_ct: isClick,
  actual_timestamp: Math.floor(Date.now() / 1_000) - 60,
});

const routes = [
  metaKeyRoutes,
  init,
  trigger,
  attributionData,
  attributedUsers,
  attributionResult,
  installsRoutes,
];

asServed(routes, (call) => {
  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account });
    await withoutLimits(app);
    const { session } = await aMember("admin", account);
    const path = `/api/dashboard/projects/${app.project.id}/networks/meta-key`;
    const opens = async (device: object, instance = randomBase62(16)) => {
      await call("POST /api/client/init", {
        body: { token: app.token, install_instance_id: instance, platform: "ANDROID", device_data: device },
      });
      await decideEverything(app);
      return instance;
    };
    const decisionOf = async (instance: string) => {
      const [row] = await sql<{ id: string; method: string; reason: string; version: number }[]>`
        select s.id, d.method, d.reason, d.version from installs s
        join decisions d on d.project_id = ${app.project.id} and d.install_id = s.id and d.version = s.decision_version
        where s.project_id = ${app.project.id} and s.install_instance_id = ${instance}`;
      return row!;
    };
    const pageOf = async (instance: string) => {
      const { id } = await decisionOf(instance);
      return (await call(`GET /api/dashboard/projects/${app.project.id}/installs/${id}`, { session })).body
        .data;
    };
    const set = (key: string, sample?: string) => call(`PUT ${path}`, { session, body: { key, sample } });
    return { account, app, session, path, opens, decisionOf, pageOf, set };
  }

  describe("from the key to the figures", () => {
    test("Meta's published example, sent to init, gives its campaign, ad set and ad", async () => {
      const { app, opens, set } = await someone();
      expect((await set(official.key)).status).toBe(200);
      const instance = await opens({ install_ref: play(official) });
      const user = randomBase62(8);
      await call("POST /api/client/trigger", {
        body: { token: app.token, install_instance_id: instance, user_data: { id: user } },
      });
      const result = await call("GET /api/v1/get-attribution-result", {
        key: app.serverKey,
        query: { user_id: user },
      });
      expect(result.body.data).toMatchObject({
        campaign_name: "Adams Test Campaign Group",
        ad_set_id: "987654",
        ad_set_name: "Adams Test Campaign",
        ad_creative_id: "54321",
        ad_creative_name: "Adams Test Ad Group",
        ad_network: "META",
        attribution_type: "INORGANIC",
      });
      const users = await call("GET /api/v1/attributed-users", {
        key: app.serverKey,
        query: { display_id: result.body.data.display_id },
      });
      expect(JSON.stringify(users.body.data)).toContain("987654");
    });

    test.each([
      ["Play's referrer", { install_ref: play(placed) }],
      ["the provider of Meta's own apps", { meta_install_referrer: own(placed) }],
    ])("placements are included with %s", async (_title, device) => {
      const { app, opens, set, decisionOf } = await someone();
      await set(placed.key);
      const instance = await opens(device);
      expect(await decisionOf(instance)).toMatchObject({ method: "meta_referrer" });
      const [row] = await sql`
        select ad_set_id, creative_id, meta_ad_id, publisher_platform, platform_position from installs
        where project_id = ${app.project.id}`;
      expect(row).toEqual({
        ad_set_id: "333",
        creative_id: "222",
        meta_ad_id: "111",
        publisher_platform: "instagram",
        platform_position: "story",
      });
    });
  });

  describe("an unreadable referrer", () => {
    test("a missing or wrong key is given as the reason of the decision", async () => {
      const { opens, set, pageOf } = await someone();
      const before = await pageOf(await opens({ install_ref: play(official) }));
      expect(before.sentence).toBe(
        "This install is organic: its Meta referrer is encrypted and no key is set: see Attribution → Meta referrer.",
      );
      await set(otherKey);
      const after = await pageOf(await opens({ meta_install_ref: own(official) }));
      expect(after.sentence).toBe(
        "This install is organic: its Meta referrer is encrypted and the key in Attribution → Meta referrer can't decrypt it.",
      );
    });

    test("installs of the last day are attributed again when the key is added, and older ones are not", async () => {
      const { app, opens, set, decisionOf } = await someone();
      const waiting = await opens({ install_ref: play(official) });
      const organic = await opens({ install_ref: "utm_source=google-play&utm_medium=organic" });
      const old = await opens({ install_ref: play(official) });
      await sql`
        update installs set installed_at = installed_at - interval '25 hours'
        where project_id = ${app.project.id} and install_instance_id = ${old}`;
      expect((await set(official.key)).body.data.decided_anew).toBe(1);
      await decideEverything(app);
      expect(await decisionOf(waiting)).toMatchObject({ method: "meta_referrer", version: 2 });
      expect(await decisionOf(organic)).toMatchObject({ method: "organic", version: 1 });
      expect(await decisionOf(old)).toMatchObject({ reason: "meta_no_key", version: 1 });
    });
  });

  describe("the key", () => {
    test("is tested with a sample, in every format that people copy", async () => {
      const { set } = await someone();
      const samples = [
        play(placed),
        encodeURIComponent(play(placed)),
        `https://play.google.com/store/apps/details?${play(placed)}`,
        JSON.stringify(own(placed)),
        JSON.stringify(envelope(placed)),
      ];
      for (const sample of samples)
        expect((await set(`${placed.key}M\n`, sample)).body.data, sample.slice(0, 40)).toMatchObject({
          checked: true,
          sample: { campaign: "CG", ad_set: "AS", ad: "AG" },
        });
    });

    test("that cannot decrypt the sample is rejected, and nothing is stored", async () => {
      const { set, session, path } = await someone();
      const wrong = await set(otherKey, play(placed));
      expect([wrong.status, wrong.body.msg]).toEqual([400, "The key can't decrypt the sample."]);
      expect(Object.keys(wrong.body.errors)).toEqual(["sample"]);
      for (const sample of ["utm_source=x", "{}", "%", "{"])
        expect((await set(placed.key, sample)).status, sample).toBe(400);
      for (const key of ["", placed.key.slice(1), `${placed.key}0`, "zz".repeat(32)])
        expect((await set(key)).status, key).toBe(400);
      expect((await call(`GET ${path}`, { session })).body.data.state).toBe("none");
    });

    test("is encrypted in the database and never returned", async () => {
      const { app, set, session, path } = await someone();
      const answers = [await set(placed.key, play(placed)), await call(`GET ${path}`, { session })];
      expect(answers[1]!.body.data).toMatchObject({ state: "set", checked: true });
      const stored = await sql`
        select p.settings::text, (select jsonb_agg(to_jsonb(a))::text from audit_log a where a.project_id = p.id) as log
        from projects p where p.id = ${app.project.id}`;
      const everything = JSON.stringify([answers.map(({ body }) => body), stored]).toLowerCase();
      expect(everything).toContain("meta-key.set");
      for (const secret of [placed.key, Buffer.from(placed.key, "hex").toString("base64")])
        expect(everything).not.toContain(secret.toLowerCase());
    });

    test("can be removed, once", async () => {
      const { set, session, path } = await someone();
      await set(placed.key);
      expect((await call(`DELETE ${path}`, { session })).body.data.state).toBe("none");
      expect((await call(`DELETE ${path}`, { session })).status).toBe(404);
    });

    test("can be set by admins; viewers see that it exists", async () => {
      const { account, path } = await someone();
      const { session } = await aMember("marketer", account);
      expect((await call(`PUT ${path}`, { session, body: { key: placed.key } })).status).toBe(403);
      expect((await call(`GET ${path}`, { session })).status).toBe(200);
    });
  });
});
