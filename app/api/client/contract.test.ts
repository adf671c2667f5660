import { beforeAll, describe, expect, test } from "vitest";
import * as attributionData from "@/app/api/client/attribution-data/route";
import * as captureAdRevenue from "@/app/api/client/capture-ad-revenue/route";
import * as captureEvent from "@/app/api/client/capture-event/route";
import * as capturePayment from "@/app/api/client/capture-payment/route";
import * as handleDeeplink from "@/app/api/client/handle-deeplink/route";
import * as init from "@/app/api/client/init/route";
import * as integrations from "@/app/api/client/integrations/route";
import * as removeCapturedPayment from "@/app/api/client/remove-captured-payment/route";
import * as setConsent from "@/app/api/client/set-consent/route";
import * as setUserData from "@/app/api/client/set-user-data/route";
import * as trigger from "@/app/api/client/trigger/route";
import * as updatePushToken from "@/app/api/client/update-push-token/route";
import { sql } from "@/db";
import { randomBase62 } from "@/lib/base/ids";
import { throughBothAdapters } from "@/lib/platform/http/testing";
import { type AProject, aCampaign, aProject, ledgerOf } from "@/testing/factories";

const modules = [
  attributionData,
  captureAdRevenue,
  captureEvent,
  capturePayment,
  handleDeeplink,
  init,
  integrations,
  removeCapturedPayment,
  setConsent,
  setUserData,
  trigger,
  updatePushToken,
];

const instance = () => randomBase62(20);

const pending = { deeplink: "", campaign_data: null, attribution_source: "PENDING", retry_after_ms: 1_000 };

throughBothAdapters(modules, (call) => {
  let app: AProject;
  let other: AProject;
  beforeAll(async () => {
    [app, other] = await Promise.all([aProject({ currency: "USD" }), aProject()]);
    await sql`insert into limit_settings (project_id, "group", per_second) values (${app.project.id}, 'client', null)`;
  });

  const post = (name: string, body: object, query = {}) =>
    call(`POST /api/client/${name}`, { body: { token: app.token, ...body }, ...query });
  const identified = async (user = `u-${instance()}`) => {
    const id = instance();
    await post("init", { install_instance_id: id, platform: "ANDROID" });
    await post("trigger", { install_instance_id: id, user_data: { id: user }, platform: "ANDROID" });
    return { instance: id, user };
  };

  const valid: Record<string, object> = {
    init: { install_instance_id: "a" },
    "attribution-data": { install_instance_id: "a" },
    trigger: { user_data: { id: "u" } },
    "set-user-data": { user_data: { id: "u" } },
    "set-consent": { install_instance_id: "a", ad_user_data: true },
    "capture-event": { event_name: "e" },
    "capture-payment": { amount: 1 },
    "capture-ad-revenue": { amount: 0.001 },
    "remove-captured-payment": { payment_id: "p" },
    "update-push-token": { push_token: "t", install_instance_id: "a" },
    integrations: { integration_info: {}, install_instance_id: "a" },
    "handle-deeplink": { deeplink_url: "myapp://x" },
  };

  describe("credentials", () => {
    for (const [name, body] of Object.entries(valid)) {
      test(`${name}: 400 missing token`, async () => {
        for (const token of [undefined, "", null]) {
          const got = await call(`POST /api/client/${name}`, { body: { ...body, token } });
          expect(got).toMatchObject({
            status: 400,
            body: { msg: "Token is required!", status: 400, data: null },
          });
        }
      });

      const status = name === "attribution-data" ? 401 : 400;
      test(`${name}: ${status} invalid token`, async () => {
        for (const token of ["ct_000000000000000000000000", "nonsense", 5, other.serverKey]) {
          const got = await call(`POST /api/client/${name}`, { body: { ...body, token } });
          expect(got).toMatchObject({ status, body: { msg: "Invalid token!", status, data: null } });
        }
      });

      test(`${name}: responds to a preflight of any origin, and any origin may read the response`, async () => {
        const preflight = await call(`OPTIONS /api/client/${name}`, {
          headers: { origin: "https://web.example" },
        });
        expect(preflight.status).toBe(204);
        expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
        const got = await call(`POST /api/client/${name}`, { body: {} });
        expect(got.headers.get("access-control-allow-origin")).toBe("*");
      });

      test(`${name}: 405 with Allow for GET, PUT and DELETE`, async () => {
        for (const method of ["GET", "PUT", "DELETE"]) {
          const got = await call(`${method} /api/client/${name}`);
          expect(got).toMatchObject({ status: 405, body: { status: 405, data: null } });
          expect(got.headers.get("allow")).toBe("POST");
        }
      });
    }

    test("429 Over 25 requests per second per token", async () => {
      const limited = await aProject();
      const statuses: number[] = [];
      for (let i = 0; i < 26; i++) {
        const body = { token: limited.token, install_instance_id: "a" };
        statuses.push((await call("POST /api/client/attribution-data", { body, tick: 1_000 + i })).status);
      }
      expect(statuses).toEqual([...Array(25).fill(200), 429]);
      const body = { token: limited.token, install_instance_id: "a" };
      const again = await call("POST /api/client/attribution-data", { body, tick: 1_949 });
      expect(again).toMatchObject({
        status: 429,
        body: { msg: "Rate limit exceeded. Please try again later." },
      });
      expect((await call("POST /api/client/attribution-data", { body, tick: 2_000 })).status).toBe(200);
    });

    test("413 a body over 256 KB", async () => {
      const got = await post("init", { install_instance_id: "a", device_data: { x: "x".repeat(300_000) } });
      expect(got).toMatchObject({ status: 413, body: { status: 413, data: null } });
    });

    test("a wrong Content-Type with valid JSON is accepted", async () => {
      const body = JSON.stringify({ token: app.token, install_instance_id: instance() });
      for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
        expect(
          (await call("POST /api/client/init", { body, headers: { "content-type": type } })).status,
        ).toBe(202);
      }
    });
  });

  describe("init", () => {
    test("202 with exactly the documented body", async () => {
      const got = await post("init", {
        install_instance_id: instance(),
        device_data: {},
        platform: "ANDROID",
      });
      expect(got.status).toBe(202);
      expect(got.body).toEqual({
        processing_id: expect.any(String),
        status: "accepted",
        message: "Install event accepted for processing",
        success: true,
      });
    });

    test("a hundred parallel calls of one instance create one install", async () => {
      const id = instance();
      const got = await Promise.all(
        Array.from({ length: 100 }, () => post("init", { install_instance_id: id })),
      );
      expect(new Set(got.map(({ status }) => status))).toEqual(new Set([202]));
      const rows =
        await sql`select 1 from installs where project_id = ${app.project.id} and install_instance_id = ${id}`;
      expect(rows.length).toBe(1);
    });

    test("400 install_instance_id missing, blank, too long or no string, by name", async () => {
      for (const id of [undefined, "", "  ", null, 7, "x".repeat(129)]) {
        const got = await post("init", { install_instance_id: id });
        expect(got.status).toBe(400);
        expect(got.body).toEqual({
          msg: expect.stringContaining("install_instance_id"),
          status: 400,
          data: null,
        });
      }
    });

    test("20 letters and digits are as valid an instance ID as a UUID", async () => {
      expect((await post("init", { install_instance_id: "A1b2C3d4E5f6G7h8I9j0" })).status).toBe(202);
    });

    test("the same instance in another project is another install", async () => {
      const id = instance();
      await post("init", { install_instance_id: id });
      await call("POST /api/client/init", { body: { token: other.token, install_instance_id: id } });
      const rows =
        await sql`/* all projects */ select project_id from installs where install_instance_id = ${id}`;
      expect(rows.length).toBe(2);
    });

    test("device_data is stored as sent, and a __proto__ in it changes no object", async () => {
      const id = instance();
      const device = `{"brand":"é","__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"n":[1,{"a":null}]}`;
      const body = `{"token":"${app.token}","install_instance_id":"${id}","device_data":${device}}`;
      expect((await call("POST /api/client/init", { body })).status).toBe(202);
      const [row] = await sql`select device_data::text as text from installs
        where project_id = ${app.project.id} and install_instance_id = ${id}`;
      expect(JSON.parse(row!.text)).toMatchObject({
        brand: "é",
        constructor: { prototype: { x: 1 } },
        n: [1, { a: null }],
      });
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    });

    test("a platform in any case, of a framework, or missing is never an error", async () => {
      const cases: [unknown, object, string][] = [
        ["ios", {}, "IOS"],
        ["Android", {}, "ANDROID"],
        ["REACT_NATIVE", { gaid: "38400000-8cf0-11bd-b23e-10b96e40000d" }, "ANDROID"],
        ["FLUTTER", { idfv: "8C6CBC0D-5F43-4765-A6E6-84DFF3D24707" }, "IOS"],
        [undefined, { brand: "Apple" }, "IOS"],
        ["", {}, "UNKNOWN"],
        ["WEB", {}, "UNKNOWN"],
      ];
      for (const [platform, device_data, expected] of cases) {
        const id = instance();
        expect((await post("init", { install_instance_id: id, platform, device_data })).status).toBe(202);
        const [row] = await sql`select platform from installs
          where project_id = ${app.project.id} and install_instance_id = ${id}`;
        expect(row!.platform).toBe(expected);
      }
    });
  });

  describe("attribution-data", () => {
    test("an unknown instance is pending", async () => {
      const got = await post("attribution-data", { install_instance_id: instance() });
      expect(got).toMatchObject({
        status: 200,
        body: { msg: "Attribution data retrieved successfully!", status: 200 },
      });
      expect(got.body.data).toEqual(pending);
    });

    test("an instance of another project is unknown", async () => {
      const id = instance();
      await call("POST /api/client/init", { body: { token: other.token, install_instance_id: id } });
      const got = await post("attribution-data", { install_instance_id: id });
      expect(got.body.data).toEqual(pending);
    });

    test("an organic install has no campaign data", async () => {
      const id = instance();
      await post("init", { install_instance_id: id });
      await expect
        .poll(async () => (await post("attribution-data", { install_instance_id: id })).body.data)
        .toEqual({ deeplink: "", campaign_data: null, attribution_source: "ORGANIC" });
    });
  });

  describe("the link of the first open", () => {
    test("the campaign's own link is its touch: on a domain, in the app, or on a website that its deeplink opens", async () => {
      const made = [
        await aCampaign(app),
        await aCampaign(app, { deeplink: "myapp://shop/7" }),
        await aCampaign(app, { deeplink: "https://www.shop.example/7?colour=red" }),
      ];
      for (const campaign of made) {
        const id = instance();
        await post("init", { install_instance_id: id, link: campaign.link });
        const campaignOf = async () =>
          (await post("attribution-data", { install_instance_id: id })).body.data.campaign_data?.id;
        await expect.poll(campaignOf).toBe(campaign.displayId);
      }
    });

    test("a page of another site, or of the same site with another host, is not a touch", async () => {
      const campaign = await aCampaign(app, { deeplink: "https://www.shop.example/7" });
      for (const link of [
        `https://elsewhere.example/?c=${campaign.displayId}`,
        `https://www.shop.example/${campaign.displayId}`,
      ]) {
        const id = instance();
        await post("init", { install_instance_id: id, link });
        const sourceOf = async () =>
          (await post("attribution-data", { install_instance_id: id })).body.data.attribution_source;
        await expect.poll(sourceOf).toBe("ORGANIC");
      }
    });
  });

  describe("trigger and set-user-data", () => {
    test("200 {deeplink, trigger}", async () => {
      const got = await post("trigger", { user_data: { id: instance() }, install_instance_id: instance() });
      expect(got.body).toEqual({
        msg: "Trigger processed successfully",
        status: 200,
        data: { deeplink: "", trigger: true },
      });
    });

    test("400 user_data without id, with a number, blank or too long", async () => {
      for (const user_data of [
        undefined,
        null,
        {},
        { id: 5 },
        { id: "" },
        { id: null },
        { id: "x".repeat(300) },
        "u",
      ]) {
        expect((await post("trigger", { user_data })).status).toBe(400);
        expect((await post("set-user-data", { user_data })).status).toBe(400);
      }
    });

    test("400 customer_created_at that is no date", async () => {
      for (const customer_created_at of [
        "2026-02-30",
        "9999-01-01T00:00:00Z",
        5,
        "yesterday",
        "2026-13-01",
      ]) {
        expect((await post("trigger", { user_data: { id: "u" }, customer_created_at })).status).toBe(400);
      }
      expect(
        (await post("trigger", { user_data: { id: "u" }, customer_created_at: "2024-02-29T10:00:00.000Z" }))
          .status,
      ).toBe(200);
    });

    test("a customer_created_at without a zone is returned in UTC, in any time zone of the server", async () => {
      const project = await aProject();
      const cases = [
        "2024-02-29",
        "2024-02-29T10:00:00.000",
        "2024-02-29 10:00:00",
        "2024-02-29T10:00:00+05:30",
        // Python's format.
        "2024-02-29T10:00:00.123456+00:00",
        "2024-02-29T10:00:00.123456",
      ];
      for (const customer_created_at of cases) {
        await call("POST /api/client/trigger", {
          body: { token: project.token, user_data: { id: customer_created_at }, customer_created_at },
        });
      }
      const rows = await sql<{ user_id: string; customer_created_at: Date }[]>`
        select user_id, customer_created_at from users where project_id = ${project.project.id}`;
      const stored = new Map(rows.map((row) => [row.user_id, row.customer_created_at.toISOString()]));
      expect(cases.map((text) => stored.get(text))).toEqual([
        "2024-02-29T00:00:00.000Z",
        "2024-02-29T10:00:00.000Z",
        "2024-02-29T10:00:00.000Z",
        "2024-02-29T04:30:00.000Z",
        "2024-02-29T10:00:00.123Z",
        "2024-02-29T10:00:00.123Z",
      ]);
    });

    test("fifty parallel calls for one user are one sign-up; a second user of the install is not a sign-up", async () => {
      const project = await aProject();
      await sql`
        insert into limit_settings (project_id, "group", per_second) values (${project.project.id}, 'client', null)`;
      const request = (id: string) =>
        call("POST /api/client/trigger", {
          body: { token: project.token, install_instance_id: "one", user_data: { id } },
        });
      await Promise.all(Array.from({ length: 50 }, () => request("first")));
      await request("second");
      await call("POST /api/client/trigger", {
        body: { token: project.token, install_instance_id: "two", user_data: { id: "first" } },
      });
      expect((await ledgerOf(project.project.id)).signups).toEqual({ count: 1, amount: 0 });
    });

    test("set-user-data stores details of a known user, and reports an unknown one", async () => {
      const { user } = await identified();
      const got = await post("set-user-data", {
        user_data: { id: user, name: "Ada", mixpanel_distinct_id: "m1" },
      });
      expect(got.body).toEqual({
        msg: "User data updated successfully",
        status: 200,
        data: { message: "User data updated successfully" },
      });
      const [row] =
        await sql`select name, details from users where project_id = ${app.project.id} and user_id = ${user}`;
      expect(row).toMatchObject({ name: "Ada", details: { mixpanel_distinct_id: "m1" } });
      const unknown = await post("set-user-data", { user_data: { id: instance(), name: "Nobody" } });
      expect(unknown.status).toBe(200);
      expect(unknown.body.data.message).toContain("not identified");
      expect(unknown.headers.get("cairn-stored")).toBe("false");
    });
  });

  test("a payment before trigger is reported as discarded", async () => {
    const got = await post("capture-payment", { amount: 1, user_id: instance() });
    expect([got.status, got.headers.get("cairn-stored")]).toEqual([201, "false"]);
  });

  describe("capture-event", () => {
    test("200 {message}; an event before trigger is not stored, and the response says so", async () => {
      const project = await aProject();
      const request = () =>
        call("POST /api/client/capture-event", {
          body: {
            token: project.token,
            install_instance_id: "i",
            event_name: "view",
            event_data: { amount: 2.5 },
          },
        });
      const before = await request();
      expect(before).toMatchObject({
        status: 200,
        body: { msg: "Event capture request received!", status: 200 },
      });
      expect(before.body.data.message).toContain("not identified");
      expect(before.headers.get("cairn-stored")).toBe("false");
      expect(before.headers.get("access-control-expose-headers")).toMatch(/cairn-error, cairn-stored/);
      await call("POST /api/client/trigger", {
        body: { token: project.token, install_instance_id: "i", user_data: { id: "u" } },
      });
      const after = await request();
      expect(after.headers.get("cairn-stored")).toBeNull();
      expect(after.body).toEqual({
        msg: "Event capture request received!",
        status: 200,
        data: { message: "Event capture request received!" },
      });
      expect((await ledgerOf(project.project.id))["event view"]).toEqual({ count: 1, amount: 250 });
    });

    test("400 event_name missing, blank, no string, too long", async () => {
      for (const event_name of [undefined, "", "  ", 5, null, "x".repeat(257)]) {
        expect((await post("capture-event", { event_name })).status).toBe(400);
      }
    });

    test("names like __proto__ and toString are ordinary; a non-finite amount adds nothing", async () => {
      const project = await aProject();
      await call("POST /api/client/trigger", { body: { token: project.token, user_data: { id: "u" } } });
      for (const name of ["__proto__", "toString", "constructor"]) {
        for (const amount of ['"5"', "1e400", "null"]) {
          const body = `{"token":"${project.token}","user_id":"u","event_name":"${name}","event_data":{"amount":${amount}}}`;
          expect((await call("POST /api/client/capture-event", { body })).status).toBe(200);
        }
      }
      const ledger = await ledgerOf(project.project.id);
      expect(ledger["event __proto__"]).toEqual({ count: 3, amount: 0 });
      expect(ledger["event constructor"]).toEqual({ count: 3, amount: 0 });
    });

    test("a repeated event_id is not counted again", async () => {
      const project = await aProject();
      await call("POST /api/client/trigger", { body: { token: project.token, user_data: { id: "u" } } });
      const body = { token: project.token, user_id: "u", event_name: "once", event_id: "e1" };
      await Promise.all(Array.from({ length: 10 }, () => call("POST /api/client/capture-event", { body })));
      expect((await ledgerOf(project.project.id))["event once"]).toEqual({ count: 1, amount: 0 });
    });
  });

  describe("capture-payment and remove-captured-payment", () => {
    test("201 {message}; the first record of a payment ID wins, even of fifty concurrent ones", async () => {
      const project = await aProject({ currency: "USD" });
      await sql`
        insert into limit_settings (project_id, "group", per_second) values (${project.project.id}, 'client', null)`;
      await call("POST /api/client/trigger", { body: { token: project.token, user_data: { id: "u" } } });
      const pay = (amount: number, more = {}) =>
        call("POST /api/client/capture-payment", {
          body: { token: project.token, user_id: "u", payment_id: "p1", amount, ...more },
        });
      const first = await pay(10.005);
      expect(first).toMatchObject({
        status: 201,
        body: {
          msg: "Payment capture request received!",
          status: 201,
          data: { message: "Payment capture request received!" },
        },
      });
      const more = await Promise.all(
        Array.from({ length: 50 }, (_, i) => pay(100 + i, { status: "PAYMENT_FAILED" })),
      );
      expect(new Set(more.map(({ status }) => status))).toEqual(new Set([201]));
      expect((await ledgerOf(project.project.id))["payment DEFAULT"]).toEqual({ count: 1, amount: 1001 });
    });

    test("amounts: 0 and -0 are stored as 0; negative, text, absent, infinite and absurd ones are 400", async () => {
      const { user } = await identified();
      const pay = (amount: string) =>
        call("POST /api/client/capture-payment", {
          body: `{"token":"${app.token}","user_id":"${user}"${amount}}`,
        });
      for (const good of [`,"amount":0`, `,"amount":-0`, `,"amount":0.30000000000000004`, `,"amount":1e-7`]) {
        expect((await pay(good)).status, good).toBe(201);
      }
      for (const bad of [
        `,"amount":-0.01`,
        `,"amount":"5"`,
        "",
        `,"amount":1e400`,
        `,"amount":1e308`,
        `,"amount":null`,
      ]) {
        const got = await pay(bad);
        expect(got.status, bad).toBe(400);
        expect(got.body.msg).toContain("amount");
      }
      const rows =
        await sql`select amount_minor from payments where project_id = ${app.project.id} and user_id = ${user}
          order by amount_minor`;
      expect(rows.map((row) => row.amount_minor)).toEqual([0, 0, 0, 30]);
    });

    test("400 a type or status that is not in the list names the allowed ones", async () => {
      const type = await post("capture-payment", { amount: 1, type: "GIFT" });
      expect(type.status).toBe(400);
      expect(type.body.msg).toContain("FIRST_PAYMENT");
      const status = await post("capture-payment", { amount: 1, status: "DONE" });
      expect(status.body.msg).toContain("PAYMENT_COMPLETED");
    });

    test('payment_id "", " " and a missing one are no ID: each call is a payment', async () => {
      const { user } = await identified();
      for (const payment_id of ["", " ", undefined])
        await post("capture-payment", { amount: 1, user_id: user, payment_id });
      const rows =
        await sql`select 1 from payments where project_id = ${app.project.id} and user_id = ${user}`;
      expect(rows.length).toBe(3);
    });

    test("a removal subtracts exactly the named payments, once", async () => {
      const project = await aProject({ currency: "USD" });
      const request = (name: string, body: object) =>
        call(`POST /api/client/${name}`, { body: { token: project.token, ...body } });
      for (const id of ["u1", "u2"]) await request("trigger", { user_data: { id } });
      for (const [payment_id, user_id] of [
        ["a", "u1"],
        ["b", "u1"],
        ["c", "u2"],
      ]) {
        await request("capture-payment", { payment_id, user_id, amount: 10 });
      }
      const deleted = await request("remove-captured-payment", { payment_id: "a", user_id: "u2" });
      expect(deleted).toMatchObject({
        status: 200,
        body: { msg: "Payment removed successfully!", status: 200 },
      });
      expect((await ledgerOf(project.project.id))["payment DEFAULT"]).toEqual({ count: 2, amount: 2000 });
      await request("remove-captured-payment", { user_id: "u1" });
      expect((await ledgerOf(project.project.id))["payment DEFAULT"]).toEqual({ count: 1, amount: 1000 });
      const again = await request("remove-captured-payment", { payment_id: "a" });
      expect(again).toMatchObject({
        status: 400,
        body: { msg: "No payment found with the given payment id or user id", status: 400, data: null },
      });
    });

    test("400 neither payment_id nor user_id", async () => {
      expect(await post("remove-captured-payment", {})).toMatchObject({
        status: 400,
        body: { msg: "Either payment_id or user_id is required!" },
      });
    });
  });

  describe("update-push-token, integrations, handle-deeplink", () => {
    test("200 {message}: stores the token, for a known or unknown install", async () => {
      const id = instance();
      const got = await post("update-push-token", { install_instance_id: id, push_token: "tok" });
      expect(got.body).toEqual({
        msg: "Push token updated successfully",
        status: 200,
        data: { message: "Push token updated successfully" },
      });
      expect((await post("update-push-token", { install_instance_id: id })).status).toBe(400);
    });

    test("200 {message}: new IDs of other services are added to existing ones", async () => {
      const id = instance();
      await post("integrations", { install_instance_id: id, integration_info: { clevertap_id: "1" } });
      const got = await post("integrations", {
        install_instance_id: id,
        integration_info: { mixpanel: "2" },
      });
      expect(got).toMatchObject({
        status: 200,
        body: { status: 200, data: { message: "Integration data updated successfully" } },
      });
      const [row] = await sql`select integrations from install_details
        where project_id = ${app.project.id} and install_instance_id = ${id}`;
      expect(row!.integrations).toEqual({ clevertap_id: "1", mixpanel: "2" });
      expect((await post("integrations", { install_instance_id: id, integration_info: "x" })).status).toBe(
        400,
      );
    });

    test("200 {deeplink, is_linkrunner, processing}: true on a domain of the project, false elsewhere", async () => {
      const ours = await post("handle-deeplink", { deeplink_url: `https://${app.domain}/product/1?x=2` });
      expect(ours.body).toEqual({
        msg: "Deeplink processed",
        status: 200,
        data: { deeplink: `https://${app.domain}/product/1?x=2`, is_linkrunner: true, processing: false },
      });
      const foreign = await post("handle-deeplink", { deeplink_url: "https://elsewhere.example/x" });
      expect(foreign.body.data.is_linkrunner).toBe(false);
    });

    test("a campaign's own link is recognised wherever it leads, and the deeplink is returned as written", async () => {
      const made = await aCampaign(app, { deeplink: "https://täst.example:8443/größe?own=1&flag#f" });
      const open = async (deeplink_url: string) =>
        (await post("handle-deeplink", { install_instance_id: instance(), deeplink_url })).body.data;
      expect(await open(`${made.link}`)).toMatchObject({
        deeplink: "https://täst.example:8443/größe?own=1&flag#f",
        is_linkrunner: true,
      });
      expect(await open(`https://täst.example:8443/größe?own=2&who=me&c=${made.displayId}`)).toMatchObject({
        deeplink: "https://täst.example:8443/größe?own=1&flag&who=me#f",
        is_linkrunner: true,
      });
      for (const foreign of [
        `https://elsewhere.example/x?c=${made.displayId}`,
        `https://täst.example/${made.displayId}`,
      ]) {
        expect(await open(foreign)).toMatchObject({ deeplink: foreign, is_linkrunner: false });
      }
    });

    test("400 a deeplink_url that is no link, or one that runs code", async () => {
      for (const deeplink_url of [
        undefined,
        "",
        "not a link",
        "javascript:alert(1)",
        "data:text/html,x",
        "x".repeat(9_000),
      ]) {
        const refused = await post("handle-deeplink", { deeplink_url });
        expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining("deeplink_url")]);
      }
    });
  });
});
