import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import * as campaign from "@/app/api/v1/campaigns/[display_id]/route";
import * as attributionResult from "@/app/api/v1/get-attribution-result/route";
import { sql } from "@/db";
import { newServerKey } from "@/lib/accounts/access/credentials";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import {
  type AProject,
  aCampaign,
  anAccount,
  anAttributedUser,
  anInstall,
  aProject,
  withoutLimits,
} from "@/testing/factories";

const nothing = {
  campaign_name: null,
  display_id: null,
  deeplink: null,
  domain_name: null,
  ad_set_id: null,
  ad_set_name: null,
  ad_creative_id: null,
  ad_creative_name: null,
  keyword_id: null,
  keyword_name: null,
  ad_network: null,
};

asServedOrBoth([attributionResult, campaign], (call) => {
  let app: AProject;
  let other: AProject;

  beforeAll(async () => {
    const account = await anAccount();
    [app, other] = await Promise.all([aProject({ account }), aProject({ account })]);
    await Promise.all([app, other].map(withoutLimits));
  });

  const request = (query: string | Record<string, string>, key = app.serverKey) =>
    call("GET /api/v1/get-attribution-result", { key, query });
  const campaignOf = async (query: Record<string, string>) => {
    const got = await request(query);
    return got.status === 204 ? null : got.body.data.display_id;
  };

  test("401 Unauthorized access., before any error of the arguments", async () => {
    const none = await call("GET /api/v1/get-attribution-result");
    expect(none.body).toEqual({ msg: "Unauthorized access.", status: 401, data: null });
    for (const key of ["", "x", newServerKey().key, app.token]) {
      expect((await request("", key)).body).toEqual({ msg: "Unauthorized access.", status: 401, data: null });
    }
  });

  test("400 Either device_identifier or user_id is required.", async () => {
    for (const query of ["", "device_identifier=&user_id=", "user=x"]) {
      const got = await request(query);
      expect([got.status, got.body.msg]).toEqual([400, "Either device_identifier or user_id is required."]);
    }
  });

  test("204 with zero bytes and no Content-Type for an unknown install or user", async () => {
    for (const query of [
      { user_id: "nobody" } as Record<string, string>,
      { device_identifier: randomUUID() },
      { user_id: "\u0000" },
    ]) {
      const got = await request(query);
      expect([got.status, got.text, got.headers.get("content-type")]).toEqual([204, "", null]);
    }
  });

  describe("200", () => {
    test("with every documented field", async () => {
      const one = await aCampaign(app, { name: "Search", network: "APPLE_SEARCH_ADS" });
      const { userId } = await anAttributedUser(app, one.id, {
        network: "APPLE_SEARCH_ADS",
        deeplink: "myapp://p/7",
        adSetId: "1",
        adSetName: "Set",
        creativeId: "2",
        creativeName: "Creative",
        keywordId: "3",
        keywordName: "shoes",
      });
      expect((await request({ user_id: userId })).body).toEqual({
        msg: "Attribution result retrieved successfully!",
        status: 200,
        data: {
          campaign_name: "Search",
          display_id: one.displayId,
          deeplink: "myapp://p/7",
          domain_name: app.domain,
          ad_set_id: "1",
          ad_set_name: "Set",
          ad_creative_id: "2",
          ad_creative_name: "Creative",
          keyword_id: "3",
          keyword_name: "shoes",
          ad_network: "APPLE_SEARCH_ADS",
          attribution_type: "INORGANIC",
        },
      });
    });

    test("attribution_type ORGANIC, and all else null, for an organic install", async () => {
      const device = randomUUID();
      await anInstall(app, null, { deviceIds: [device], link: "https://example.com", deeplink: "myapp://x" });
      expect((await request({ device_identifier: device })).body.data).toEqual({
        ...nothing,
        attribution_type: "ORGANIC",
      });
    });

    test("the campaign's deeplink and network if the decision has none of its own", async () => {
      const one = await aCampaign(app, { deeplink: "myapp://own", network: "TIKTOK" });
      const { userId } = await anAttributedUser(app, one.id);
      expect((await request({ user_id: userId })).body.data).toMatchObject({
        deeplink: "myapp://own",
        ad_network: "TIKTOK",
      });
    });

    test("after its campaign was deleted: the campaign's fields are null, those of the install stay", async () => {
      const one = await aCampaign(app, { deeplink: "myapp://own", network: "META" });
      const { userId } = await anAttributedUser(app, one.id, { network: "META", adSetId: "1" });
      expect((await call(`DELETE /api/v1/campaigns/${one.displayId}`, { key: app.serverKey })).status).toBe(
        204,
      );
      expect((await request({ user_id: userId })).body.data).toEqual({
        ...nothing,
        ad_set_id: "1",
        ad_network: "META",
        attribution_type: "INORGANIC",
      });
    });
  });

  describe("which install", () => {
    test("the user's, if user and device match different ones", async () => {
      const [one, two] = [await aCampaign(app), await aCampaign(app)];
      const device = randomUUID();
      const { userId } = await anAttributedUser(app, one.id);
      await anInstall(app, two.id, { deviceIds: [device] });
      expect(await campaignOf({ user_id: userId, device_identifier: device })).toBe(one.displayId);
      expect(await campaignOf({ device_identifier: device })).toBe(two.displayId);
    });

    test("the device's, if the user is unknown", async () => {
      const one = await aCampaign(app);
      const device = randomUUID();
      await anInstall(app, one.id, { deviceIds: [device] });
      expect(await campaignOf({ user_id: "nobody", device_identifier: device })).toBe(one.displayId);
    });

    test("the device's, in any case of its letters", async () => {
      const one = await aCampaign(app);
      const device = randomUUID();
      await anInstall(app, one.id, { deviceIds: [device] });
      for (const id of [device.toUpperCase(), device.toLowerCase(), ` ${device} `]) {
        expect(await campaignOf({ device_identifier: id })).toBe(one.displayId);
      }
    });

    test("none for the all-zero identifier, even if an app stored it", async () => {
      const one = await aCampaign(app);
      const zero = "00000000-0000-0000-0000-000000000000";
      await sql`
        delete from install_devices where project_id = ${app.project.id} and device_id = ${zero}`;
      await anInstall(app, one.id, { deviceIds: [zero] });
      expect((await request({ device_identifier: zero })).status).toBe(204);
    });

    test("the device's latest after a reinstall", async () => {
      const [one, two] = [await aCampaign(app), await aCampaign(app)];
      const device = randomUUID();
      await anInstall(app, two.id, { deviceIds: [device], at: new Date("2026-03-02T00:00:00.000Z") });
      await anInstall(app, one.id, { deviceIds: [device], at: new Date("2026-03-01T00:00:00.000Z") });
      expect(await campaignOf({ device_identifier: device })).toBe(two.displayId);
    });

    test("the one on which the user was first identified, not a later one", async () => {
      const [one, two] = [await aCampaign(app), await aCampaign(app)];
      const { userId } = await anAttributedUser(app, one.id);
      const later = await anInstall(app, two.id);
      await sql`
        insert into identities (project_id, install_instance_id, user_id, identified_at)
        values (${app.project.id}, ${later.instance}, ${userId}, now())`;
      expect(await campaignOf({ user_id: userId })).toBe(one.displayId);
    });

    test("the one on which the user is signed in, if the first never called init", async () => {
      const one = await aCampaign(app);
      const { userId, instance } = await anAttributedUser(app, one.id);
      await sql`delete from installs where project_id = ${app.project.id} and install_instance_id = ${instance}`;
      const known = await anInstall(app, one.id);
      await sql`
        insert into identities (project_id, install_instance_id, user_id, identified_at)
        values (${app.project.id}, ${known.instance}, ${userId}, now())`;
      expect(await campaignOf({ user_id: userId })).toBe(one.displayId);
    });

    test("204 while the install is pending", async () => {
      const device = randomUUID();
      await anInstall(app, null, { deviceIds: [device], state: "PENDING" });
      expect((await request({ device_identifier: device })).status).toBe(204);
    });

    test("never an install of another project", async () => {
      const one = await aCampaign(other);
      const device = randomUUID();
      const { userId } = await anAttributedUser(other, one.id, { deviceIds: [device] });
      for (const query of [{ user_id: userId } as Record<string, string>, { device_identifier: device }]) {
        expect((await request(query)).status).toBe(204);
        expect((await request(query, other.serverKey)).status).toBe(200);
      }
    });
  });

  test("429 after 30 requests in a second", async () => {
    const made = await aProject();
    const statuses = [];
    for (let i = 0; i < 31; i++) {
      const query = { user_id: "x" };
      const got = await call("GET /api/v1/get-attribution-result", {
        key: made.serverKey,
        query,
        tick: 7_000_000,
      });
      statuses.push(got.status);
    }
    expect(statuses).toEqual([...Array(30).fill(204), 429]);
  });
});
