import { beforeAll, describe, expect, test } from "vitest";
import * as trigger from "@/app/api/client/trigger/route";
import * as attributedUsers from "@/app/api/v1/attributed-users/route";
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

type User = { user_data: { id: string } };

asServedOrBoth([attributedUsers, trigger], (call) => {
  let app: AProject;
  let other: AProject;

  beforeAll(async () => {
    const account = await anAccount();
    [app, other] = await Promise.all([aProject({ account }), aProject({ account })]);
    await Promise.all([app, other].map(withoutLimits));
  });

  const list = (query: string | Record<string, string | number>, key = app.serverKey) =>
    call("GET /api/v1/attributed-users", { key, query });
  const refusal = async (query: Record<string, string>) => {
    const one = await aCampaign(app);
    const got = await list({ display_id: one.displayId, ...query });
    return [got.status, got.body.msg];
  };
  const idsOf = (got: { body: { data: { users: User[] } } }) =>
    got.body.data.users.map((one) => one.user_data.id);

  describe("401 Authentication failed.", () => {
    test("no key, an unknown key, a token as key; before any error of the arguments", async () => {
      const none = await call("GET /api/v1/attributed-users", { query: "page=0" });
      expect(none.body).toEqual({ msg: "Authentication failed.", status: 401, data: null });
      for (const key of ["", "x", newServerKey().key, app.token]) {
        expect((await list("page=0", key)).body).toEqual({
          msg: "Authentication failed.",
          status: 401,
          data: null,
        });
      }
    });
  });

  test("422 Required parameter missing.", async () => {
    for (const query of ["", "display_id=", "page=1"]) {
      expect((await list(query)).body).toEqual({
        msg: "Required parameter missing.",
        status: 422,
        data: null,
      });
    }
  });

  test("404 Resource not found. for an unknown, another project's and a deleted campaign", async () => {
    const foreign = await aCampaign(other);
    const deleted = await aCampaign(app);
    await sql`update campaigns set deleted_at = now() where project_id = ${app.project.id} and id = ${deleted.id}`;
    for (const display_id of ["nobody", foreign.displayId, deleted.displayId, "a b", "\u0000"]) {
      expect((await list({ display_id })).body).toEqual({
        msg: "Resource not found.",
        status: 404,
        data: null,
      });
    }
  });

  test.each(["0", "1.5", "abc", "1e3", "1e18"])(
    "422 Invalid page number '%s'. Page must be a positive integer.",
    async (page) => {
      expect(await refusal({ page })).toEqual([
        422,
        `Invalid page number '${page}'. Page must be a positive integer.`,
      ]);
    },
  );

  test.each(["0", "-5", "x"])("422 Invalid limit '%s'. Limit must be between 1 and 1000.", async (limit) => {
    expect(await refusal({ limit })).toEqual([
      422,
      `Invalid limit '${limit}'. Limit must be between 1 and 1000.`,
    ]);
  });

  test("422 Limit 5000 exceeds maximum allowed value of 1000.", async () => {
    expect(await refusal({ limit: "5000" })).toEqual([
      422,
      "Limit 5000 exceeds maximum allowed value of 1000.",
    ]);
  });

  test.each(["Foo/Bar", "GMT+5", "+05:30", "localtime", "posixrules", "<+03>-3"])(
    "400 Invalid timezone format. for %s",
    async (timezone) => {
      expect(await refusal({ timezone })).toEqual([400, "Invalid timezone format."]);
    },
  );

  test.each(["america/new_york", "US/Pacific", "Asia/Calcutta", "Europe/Kyiv", "utc", ""])(
    "200 for the time zone %j",
    async (timezone) => {
      expect((await refusal({ timezone }))[0]).toBe(200);
    },
  );

  test.each([
    "2026-02-30T00:00:00.000",
    "2026-13-01T00:00:00.000",
    "2026-01-01T24:00:00.000",
    "2026-1-1",
    "x",
    "2026-01-01",
  ])("400 Invalid timestamp format. for %s at either end", async (time) => {
    expect(await refusal({ start_timestamp: time })).toEqual([400, "Invalid timestamp format."]);
    expect(await refusal({ end_timestamp: time })).toEqual([400, "Invalid timestamp format."]);
  });

  test.each(["0000-01-01T00:00:00.000", "9999-12-31T23:59:59.999", "2024-02-29T00:00:00.000", ""])(
    "200 for the timestamp %j at either end",
    async (time) => {
      for (const timezone of ["America/New_York", "Pacific/Kiritimati"]) {
        expect((await refusal({ timezone, start_timestamp: time, end_timestamp: time }))[0]).toBe(200);
      }
    },
  );

  describe("the response", () => {
    test("200 with every documented field", async () => {
      const one = await aCampaign(app, { name: "Summer" });
      const { userId } = await anAttributedUser(app, one.id, {
        at: new Date("2026-03-01T10:00:00.000Z"),
        clickedAt: new Date("2026-03-01T09:59:00.000Z"),
        name: "Ada",
        email: "ada@example.com",
        phone: "+4412345",
        details: { plan: "pro", tags: ["a"], mixpanel_distinct_id: "mp" },
        network: "META",
        link: "https://example.com/opened",
        adSetId: "1",
        adSetName: "Set",
        creativeId: "2",
        creativeName: "Creative",
        metaAdId: "3",
        publisherPlatform: "instagram",
        platformPosition: "story",
        deviceData: {
          brand: "google",
          api_level: 34,
          version: 15,
          carrier: ["A"],
          gaid: "g",
          constructor: 1,
        },
      });
      const got = await list({ display_id: one.displayId });
      expect(got.body).toEqual({
        msg: "Retrieved 1 attributed user, page 1 of 1.",
        status: 200,
        data: {
          total_users: 1,
          users: [
            {
              attributed_at: "2026-03-01T10:00:00.000Z",
              ad_channel: "META",
              campaign_display_id: one.displayId,
              campaign_name: "Summer",
              link: "https://example.com/opened",
              installed_at: "2026-03-01T10:00:00.000Z",
              store_click_at: "2026-03-01T09:59:00.000Z",
              meta_ad_id: "3",
              ad_creative_id: "2",
              ad_creative_name: "Creative",
              ad_set_id: "1",
              ad_set_name: "Set",
              publisher_platform: "instagram",
              platform_position: "story",
              user_data: {
                id: userId,
                name: "Ada",
                email: "ada@example.com",
                phone: "+4412345",
                plan: "pro",
                tags: ["a"],
                mixpanel_distinct_id: "mp",
                device_data: {
                  brand: "google",
                  base_os: "",
                  version: "15",
                  build_id: "",
                  bundle_id: "",
                  device_id: "",
                  android_id: "",
                  device_name: "",
                  device_type: "",
                  build_number: "",
                  connectivity: "",
                  manufacturer: "",
                  application_name: "",
                  api_level: 34,
                  carrier: ["A"],
                  gaid: "g",
                  constructor: 1,
                },
              },
            },
          ],
          pagination: { total: 1, pages: 1, page: 1, limit: 50 },
        },
      });
    });

    test("unknown values are null or empty, by type", async () => {
      const one = await aCampaign(app);
      await anAttributedUser(app, one.id, {
        network: "SNAPCHAT",
        deviceData: { api_level: "x", brand: null },
      });
      const [user] = (await list({ display_id: one.displayId })).body.data.users;
      expect(user).toMatchObject({
        ad_channel: null,
        link: one.link,
        store_click_at: null,
        meta_ad_id: "",
        ad_creative_id: "",
        ad_creative_name: "",
        ad_set_id: "",
        ad_set_name: "",
        publisher_platform: null,
        platform_position: null,
        user_data: { name: null, email: null, phone: null, device_data: { api_level: 0, brand: "" } },
      });
    });

    test("a user whose install never called init is included", async () => {
      const one = await aCampaign(app);
      const { userId, instance } = await anAttributedUser(app, one.id);
      await sql`delete from installs where project_id = ${app.project.id} and install_instance_id = ${instance}`;
      const [user] = (await list({ display_id: one.displayId })).body.data.users;
      expect(user).toMatchObject({
        installed_at: null,
        user_data: { id: userId, device_data: { api_level: 0 } },
      });
    });

    test("details sent by an app never replace documented fields", async () => {
      const one = await aCampaign(app);
      const details = { device_data: "x", id: "y", attributed_at: "z" };
      const { userId } = await anAttributedUser(app, one.id, { details });
      const [user] = (await list({ display_id: one.displayId })).body.data.users;
      expect(user.user_data).toMatchObject({ id: userId, device_data: { brand: "" }, name: null });
    });

    test("newest first, with one order within a millisecond, on pages that divide the list", async () => {
      const one = await aCampaign(app);
      const at = new Date("2026-03-01T10:00:00.000Z");
      for (const userId of ["a", "c", "b"])
        await anAttributedUser(app, one.id, { at, userId: `${one.id}-${userId}` });
      await anAttributedUser(app, one.id, { at: new Date(at.getTime() + 1), userId: `${one.id}-new` });
      const page = async (page: number) => list({ display_id: one.displayId, page, limit: 2 });
      const pages = [await page(1), await page(2), await page(3)];
      const short = (got: Parameters<typeof idsOf>[0]) => idsOf(got).map((id) => id.split("-")[1]);
      expect(pages.map(short)).toEqual([["new", "c"], ["b", "a"], []]);
      expect(pages[1]!.body.data.pagination).toEqual({ total: 4, pages: 2, page: 2, limit: 2 });
      expect(pages[1]!.body.msg).toBe("Retrieved 2 attributed users, page 2 of 2.");
    });

    test("a sign-up on an attributed install appears at once; one on a test device never does", async () => {
      const one = await aCampaign(app);
      const [real, tested] = [await anInstall(app, one.id), await anInstall(app, one.id)];
      await sql`update installs set is_test = true where project_id = ${app.project.id} and id = ${tested.id}`;
      for (const { instance } of [real, tested]) {
        const user_data = { id: `user of ${instance}` };
        const body = { token: app.token, install_instance_id: instance, platform: "ANDROID", user_data };
        expect((await call("POST /api/client/trigger", { body })).status).toBe(200);
      }
      const got = await list({ display_id: one.displayId });
      expect([got.body.data.total_users, idsOf(got)]).toEqual([1, [`user of ${real.instance}`]]);
    });

    test("only the campaign's own users", async () => {
      const [one, two] = [await aCampaign(app), await aCampaign(app)];
      await anAttributedUser(app, two.id);
      const got = await list({ display_id: one.displayId });
      expect(got.body.data).toEqual({
        total_users: 0,
        users: [],
        pagination: { total: 0, pages: 0, page: 1, limit: 50 },
      });
    });
  });

  describe("start and end", () => {
    const made = async (...times: string[]) => {
      const one = await aCampaign(app);
      for (const time of times) {
        await anAttributedUser(app, one.id, { at: new Date(time), userId: `${one.id} ${time}` });
      }
      return async (query: Record<string, string>) => {
        const got = await list({ display_id: one.displayId, ...query });
        expect(got.status).toBe(200);
        expect(got.body.data.total_users).toBe(got.body.data.users.length);
        return idsOf(got).map((id) => id.split(" ")[1]);
      };
    };

    test("both ends are included; one alone limits that side; a start after the end finds no users", async () => {
      const times = ["2026-03-01T10:00:00.000Z", "2026-03-01T09:00:00.000Z", "2026-03-01T08:00:00.000Z"];
      const within = await made(...times);
      const [late, middle, early] = times.map((time) => time.slice(0, -1)) as [string, string, string];
      expect(await within({ start_timestamp: middle })).toEqual(times.slice(0, 2));
      expect(await within({ end_timestamp: middle })).toEqual(times.slice(1));
      expect(await within({ start_timestamp: middle, end_timestamp: middle })).toEqual([times[1]]);
      expect(await within({ start_timestamp: late, end_timestamp: early })).toEqual([]);
      expect(await within({})).toEqual(times);
    });

    test("are in the given time zone", async () => {
      const within = await made("2026-03-01T04:29:59.999Z", "2026-03-01T04:30:00.000Z");
      const zone = { timezone: "Asia/Kolkata" };
      expect(await within({ ...zone, start_timestamp: "2026-03-01T10:00:00.000" })).toEqual([
        "2026-03-01T04:30:00.000Z",
      ]);
      expect(await within({ ...zone, end_timestamp: "2026-03-01T09:59:59.999" })).toEqual([
        "2026-03-01T04:29:59.999Z",
      ]);
    });

    test("a time with Z or an offset has its own zone", async () => {
      const within = await made("2026-03-01T10:00:00.000Z");
      const zone = { timezone: "Asia/Kolkata" };
      expect(await within({ ...zone, start_timestamp: "2026-03-01T10:00:00.000Z" })).toHaveLength(1);
      expect(await within({ ...zone, start_timestamp: "2026-03-01T12:00:00.001+02:00" })).toHaveLength(0);
    });

    test("a local time that clocks skip is read with the offset before the change", async () => {
      const within = await made("2026-03-08T07:29:59.999Z", "2026-03-08T07:30:00.000Z");
      const zone = { timezone: "America/New_York" };
      expect(await within({ ...zone, start_timestamp: "2026-03-08T02:30:00.000" })).toEqual([
        "2026-03-08T07:30:00.000Z",
      ]);
    });

    test("an hour that clocks repeat is included twice", async () => {
      const within = await made("2026-11-01T05:45:00.000Z", "2026-11-01T06:15:00.000Z");
      const zone = { timezone: "America/New_York" };
      const both = ["2026-11-01T06:15:00.000Z", "2026-11-01T05:45:00.000Z"];
      const hour = { start_timestamp: "2026-11-01T01:00:00.000", end_timestamp: "2026-11-01T01:59:59.999" };
      expect(await within({ ...zone, ...hour })).toEqual(both);
    });

    test("a midnight and a day that do not exist locally", async () => {
      const within = await made("2018-11-04T02:59:59.999Z", "2018-11-04T03:00:00.000Z");
      const missing = { timezone: "America/Sao_Paulo", start_timestamp: "2018-11-04T00:00:00.000" };
      expect(await within(missing)).toEqual(["2018-11-04T03:00:00.000Z"]);
      const apia = { timezone: "Pacific/Apia", end_timestamp: "2011-12-30T12:00:00.000" };
      expect(await within(apia)).toEqual([]);
    });
  });

  test("429 after 30 requests in a second, together with the other data endpoints' limit", async () => {
    const made = await aProject();
    const statuses = [];
    for (let i = 0; i < 31; i++) {
      const got = await call("GET /api/v1/attributed-users", { key: made.serverKey, tick: 9_000_000 });
      statuses.push(got.status);
    }
    expect(statuses).toEqual([...Array(30).fill(422), 429]);
  });
});
