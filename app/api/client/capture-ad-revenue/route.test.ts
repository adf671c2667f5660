import { expect, test } from "vitest";
import * as batch from "@/app/api/client/batch/route";
import * as captureAdRevenue from "@/app/api/client/capture-ad-revenue/route";
import * as init from "@/app/api/client/init/route";
import * as trigger from "@/app/api/client/trigger/route";
import { spendRatesRoutes } from "@/app/api/dashboard/spend/spend-rates";
import * as serverAdRevenue from "@/app/api/v1/ad-revenue/route";
import { sql } from "@/db";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject, decideEverything, ledgerOf, withoutLimits } from "@/testing/factories";

const received = "Ad revenue received!";
const stored = "Ad revenue stored.";
const notAnOpenInstall = "The install is not registered yet; call init first. The ad revenue was not stored.";

asServedOrBoth([captureAdRevenue, serverAdRevenue, init, trigger, batch, spendRatesRoutes], (call) => {
  async function anApp({ currency = "USD", opened = true } = {}) {
    const account = await anAccount();
    const app = await aProject({ account, currency });
    await withoutLimits(app);
    const { session } = await aMember("marketer", account);
    const fromApp = (body: object, headers = {}, name = "capture-ad-revenue") =>
      call(`POST /api/client/${name}`, {
        body: { token: app.token, install_instance_id: "i", platform: "IOS", ...body },
        headers,
      });
    const fromServer = (body: object, headers = {}) =>
      call("POST /api/v1/ad-revenue", { key: app.serverKey, body, headers });
    if (opened) {
      await fromApp({ device_data: { brand: "Apple" } }, {}, "init");
      await decideEverything(app);
    }
    const rows = () => sql`
      select network, placement, ad_unit, ad_format, precision, source, impressions, amount_millionths,
        original_currency, original_millionths, user_id, install_instance_id, platform
      from ad_revenue where project_id = ${app.project.id} order by id`;
    const setRate = (code: string, rate: number) =>
      call(`PUT /api/dashboard/projects/${app.project.id}/spend/rates`, {
        session,
        body: { rates: [{ currency: code, day: "2026-01-01", rate }] },
      });
    const earned = async () => (await ledgerOf(app.project.id)).ad_revenue;
    return { app, fromApp, fromServer, rows, earned, setRate, session };
  }

  test("201 an impression of an install counts, without an identified user", async () => {
    const { app, fromApp, rows, earned } = await anApp();
    const got = await fromApp({
      ...{ amount: 0.00123, currency: "usd", network: "AppLovin", placement: "level_end", ad_unit: "ad1" },
      ...{ ad_format: "REWARDED", precision: "exact" },
    });
    expect(got).toMatchObject({
      status: 201,
      body: { msg: received, status: 201, data: { message: received } },
    });
    expect(got.headers.get("cairn-stored")).toBeNull();
    expect(await rows()).toEqual([
      {
        ...{ network: "AppLovin", placement: "level_end", ad_unit: "ad1", ad_format: "REWARDED" },
        ...{ precision: "PRECISE", source: "app", impressions: 1, amount_millionths: 123_000 },
        ...{ original_currency: "USD", original_millionths: null },
        ...{ user_id: null, install_instance_id: "i", platform: "IOS" },
      },
    ]);
    expect(await earned()).toEqual({ count: 1, amount: 123_000 });
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  });

  test("201 with Cairn-Stored: false for an unregistered install, and nothing is stored", async () => {
    const { fromApp, rows } = await anApp({ opened: false });
    const got = await fromApp({ amount: 1 });
    expect(got).toMatchObject({ status: 201, body: { msg: received, data: { message: notAnOpenInstall } } });
    expect(got.headers.get("cairn-stored")).toBe("false");
    expect(await rows()).toEqual([]);
  });

  test("201 a server's sum of many impressions counts for the install of the user", async () => {
    const { app, fromApp, fromServer, rows, earned } = await anApp();
    await fromApp({ user_data: { id: "u" } }, {}, "trigger");
    for (const who of [{ user_id: "u" }, { install_instance_id: "i" }])
      expect(await fromServer({ ...who, amount: 0.0421, impressions: 17 })).toMatchObject({
        status: 201,
        body: { msg: stored, status: 201, data: { message: stored } },
      });
    const same = { user_id: "u", install_instance_id: "i", platform: "IOS", source: "server" };
    expect(await rows()).toMatchObject([same, same]);
    expect(await earned()).toEqual({ count: 34, amount: 8_420_000 });
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  });

  test("201 an ID that the app, its batch and the server send counts once", async () => {
    const { app, fromApp, fromServer, earned } = await anApp();
    const impression = { amount: 0.5, impression_id: "a" };
    const install = { install_instance_id: "i" };
    const calls = [1, 2].map(() => ({ path: "capture-ad-revenue", body: { ...impression, ...install } }));
    const batched = await call("POST /api/client/batch", { body: { token: app.token, calls } });
    expect(batched.body.data.answers).toMatchObject([{ status: 201 }, { status: 201 }]);
    expect((await fromApp(impression)).status).toBe(201);
    expect((await fromServer({ ...impression, ...install })).status).toBe(201);
    // The header can replace the ID.
    for (let i = 0; i < 2; i++) await fromApp({ amount: 0.25 }, { "idempotency-key": "b" });
    expect(await earned()).toEqual({ count: 2, amount: 75_000_000 });
  });

  test.each([
    [0, 0],
    [0.000123, 12_300],
    [1e-8, 1],
    [4.9e-9, 0],
    [5e-9, 1],
    [0.00237612345, 237_612],
    [5_000_000, 500_000_000_000_000],
  ])("201 %d USD is stored as %d millionths of a cent", async (amount, millionths) => {
    const { fromApp, rows } = await anApp();
    expect((await fromApp({ amount })).status).toBe(201);
    expect(await rows()).toMatchObject([{ amount_millionths: millionths }]);
  });

  test("201 another currency is converted with its rate, and again when the rate changes", async () => {
    const { app, fromApp, setRate, rows, earned } = await anApp();
    await fromApp({ amount: 0.5, currency: "EUR" });
    await fromApp({ amount: 10, currency: "JPY" });
    expect(await earned()).toEqual({ count: 2, amount: 0 });
    await setRate("EUR", 1.25);
    await setRate("JPY", 0.0067);
    expect(await earned()).toEqual({ count: 2, amount: 62_500_000 + 6_700_000 });
    await fromApp({ amount: 0.5, currency: "EUR" });
    await setRate("EUR", 2);
    expect(await earned()).toEqual({ count: 3, amount: 200_000_000 + 6_700_000 });
    expect((await rows())[0]).toMatchObject({ original_currency: "EUR", original_millionths: 50_000_000 });
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  });

  test("201 an invalid currency is stored in the project's currency, and the response says so", async () => {
    const { fromApp, fromServer, rows } = await anApp();
    for (const got of [
      await fromApp({ amount: 1, currency: "dollars" }),
      await fromServer({ amount: 1, currency: 5, install_instance_id: "i" }),
    ])
      expect(got.body.data.message).toContain("must be an ISO 4217 code");
    expect(await rows()).toMatchObject([{ original_currency: "USD" }, { original_currency: "USD" }]);
  });

  test.each([
    ["exact", "PRECISE"],
    ["publisher_defined", "PUBLISHER_PROVIDED"],
    ["estimated", "ESTIMATED"],
    [3, "PRECISE"],
    ["BID", "PRECISE"],
    ["CPM", "PUBLISHER_PROVIDED"],
    ["precisely", "UNKNOWN"],
    [{}, "UNKNOWN"],
    ["", null],
  ])("201 the precision %j is stored as %s", async (precision, as) => {
    const { fromApp, rows } = await anApp();
    expect((await fromApp({ amount: 1, precision })).status).toBe(201);
    expect(await rows()).toMatchObject([{ precision: as }]);
  });

  test.each([
    [{}, "amount is required!"],
    [{ amount: "0.1" }, "amount must be a finite number."],
    [{ amount: -1 }, "amount must not be negative."],
    [{ amount: 5_000_001 }, "amount must not be greater than 5000000."],
    [{ amount: 1, impressions: 0 }, "impressions must be at least 1."],
    [{ amount: 1, impressions: 1.5 }, "impressions must be a whole number."],
    [{ amount: 1, impressions: 1_000_001 }, "impressions must not be greater than 1000000."],
    ...["network", "placement", "ad_unit", "ad_format"].flatMap((field): [object, string][] => [
      [{ amount: 1, [field]: 5 }, `${field} must be a string.`],
      [{ amount: 1, [field]: "x".repeat(129) }, `${field} must not be longer than 128 characters.`],
    ]),
    [{ amount: 1, impression_id: "x".repeat(257) }, "impression_id must not be longer than 256 characters."],
  ])("400 for %j: %s", async (body, msg) => {
    const { fromApp, fromServer, rows } = await anApp();
    for (const got of [await fromApp(body), await fromServer({ install_instance_id: "i", ...body })])
      expect(got).toMatchObject({ status: 400, body: { msg, status: 400, data: null } });
    expect(await rows()).toEqual([]);
  });

  test("400 Either user_id or install_instance_id is required.", async () => {
    const { fromServer } = await anApp();
    expect(await fromServer({ amount: 1, user_id: "" })).toMatchObject({
      status: 400,
      body: { msg: "Either user_id or install_instance_id is required.", code: "identity_missing" },
    });
  });

  test("404 for an unknown user or install, and nothing is stored", async () => {
    const { fromServer, rows } = await anApp();
    for (const who of [{ user_id: "nobody" }, { install_instance_id: "none" }])
      expect(await fromServer({ amount: 1, ...who })).toMatchObject({
        status: 404,
        body: {
          msg: "No registered install or identified user has this ID. The ad revenue was not stored.",
          code: "install_not_found",
        },
      });
    expect(await rows()).toEqual([]);
  });

  test("401 without a server key, and for an app token", async () => {
    const { app } = await anApp();
    for (const key of [undefined, app.token])
      expect(
        await call("POST /api/v1/ad-revenue", {
          ...(key === undefined ? {} : { key }),
          body: { user_id: "u", amount: 1 },
        }),
      ).toMatchObject({ status: 401, body: { msg: "Unauthorized access.", status: 401, data: null } });
  });
});
