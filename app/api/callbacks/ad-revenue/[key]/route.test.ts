import { expect, test, vi } from "vitest";
import * as callback from "@/app/api/callbacks/ad-revenue/[key]/route";
import * as init from "@/app/api/client/init/route";
import * as trigger from "@/app/api/client/trigger/route";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { callbackTemplates, callbackUrl } from "@/lib/facts/ad-revenue/callback-schema";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { issueServerKey } from "@/lib/projects/server-keys/keys";
import { maxInstallsOfADevice } from "@/lib/traffic/links/device-ids";
import { aProject, decideEverything, withoutLimits } from "@/testing/factories";

const gaid = "38400000-8cf0-11bd-b23e-10b96e40000d";

asServedOrBoth([callback, init, trigger], (call) => {
  async function anApp({ limited = false } = {}) {
    const app = await aProject({ currency: "USD" });
    if (!limited) await withoutLimits(app);
    const { key } = await issueServerKey(
      app.project,
      { name: "AppLovin MAX callbacks", expiresAt: null, scopes: ["ad_revenue"] },
      commandLine,
      new Date(),
    );
    const fromApp = (name: string, body: object) =>
      call(`POST /api/client/${name}`, {
        body: { token: app.token, install_instance_id: "i", platform: "ANDROID", ...body },
      });
    await fromApp("init", { device_data: { gaid } });
    await fromApp("trigger", { user_data: { id: "u" } });
    await decideEverything(app);
    const report = (query: Record<string, string>, by = key, more = {}) =>
      call(`GET /api/callbacks/ad-revenue/${by}`, { query, ...more });
    const rows = () => sql`
      select user_id, install_instance_id, impressions, amount_millionths, original_currency, network, precision, source
      from ad_revenue where project_id = ${app.project.id} order by id`;
    const rejections = async () =>
      (
        await sql<{ endpoint: string; reason: string }[]>`
          select endpoint, reason from rejections where project_id = ${app.project.id} order by id`
      ).map(({ endpoint, reason }) => `${endpoint}: ${reason}`);
    return { app, key, report, rows, rejections };
  }
  const of = { user_id: "u", install_instance_id: "i", impressions: 1, source: "callback" };

  test.each([
    ["the user", { user_id: "u" }],
    ["the install", { install_instance_id: "i" }],
    ["the device, in any case", { device_id: gaid.toUpperCase() }],
    ["the device, if the user's macro is unfilled", { user_id: "{USER_ID}", device_id: gaid }],
  ])("201 an impression found by %s", async (_, who) => {
    const { app, report, rows } = await anApp();
    const got = await report({ ...who, amount: "0.00123", network: "AppLovin", precision: "exact" });
    expect(got).toMatchObject({
      status: 201,
      body: { msg: "Ad revenue stored.", status: 201, data: { message: "Ad revenue stored." } },
    });
    expect(await rows()).toEqual([
      {
        ...of,
        ...{
          amount_millionths: 123_000,
          original_currency: "USD",
          network: "AppLovin",
          precision: "PRECISE",
        },
      },
    ]);
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  });

  test("201 a repeat counts once; micros are units; unfilled macros are missing", async () => {
    const { report, rows } = await anApp();
    for (let i = 0; i < 2; i++)
      await report({ user_id: "u", amount_micros: "4500", network: "{{network}}", impression_id: "e1" });
    await report({ user_id: "u", amount: "1", network: "[NETWORK]", impression_id: "%%ID%%", currency: "" });
    expect(await rows()).toMatchObject([
      { ...of, amount_millionths: 450_000, network: null },
      { ...of, amount_millionths: 100_000_000, network: null },
    ]);
  });

  test.each([
    [{ user_id: "u" }, "amount is required!"],
    [{ user_id: "u", amount: "{REVENUE}" }, "amount is required!"],
    [{ user_id: "u", amount: "much" }, "amount must be a number."],
    [{ user_id: "u", amount: "-1" }, "amount must not be negative."],
    [{ user_id: "u", amount: "1e400" }, "amount must be a number."],
    [
      { user_id: "u", amount: "1", network: "x".repeat(129) },
      "network must not be longer than 128 characters.",
    ],
  ])("400 for %j: %s, and the call is listed as rejected", async (query, msg) => {
    const { report, rows, rejections } = await anApp();
    const got = await report(query as Record<string, string>);
    expect([400, 422]).toContain(got.status);
    expect(got.body.msg).toBe(msg);
    expect(await rows()).toEqual([]);
    await vi.waitFor(async () => expect(await rejections()).toEqual([`ad-revenue: ${msg}`]));
  });

  test.each<Record<string, string>>([
    {},
    { user_id: "nobody" },
    { device_id: "38400000-8cf0-11bd-b23e-10b96e40000e" },
  ])("404 for an unknown person %j, and the call is listed as rejected", async (who) => {
    const { report, rows, rejections } = await anApp();
    const msg = "No registered install or identified user has this ID. The ad revenue was not stored.";
    expect(await report({ amount: "1", ...who })).toMatchObject({
      status: 404,
      body: { msg, code: "install_not_found" },
    });
    expect(await rows()).toEqual([]);
    await vi.waitFor(async () => expect(await rejections()).toEqual([`ad-revenue: ${msg}`]));
  });

  test("404 for a device ID that too many installs have", async () => {
    const { app, report, rows } = await anApp();
    await sql`
      insert into install_devices (project_id, install_id, kind, device_id, seen_at)
      select ${app.project.id}, uuidv7(), 'gaid', ${gaid}, now() from generate_series(1, ${maxInstallsOfADevice - 1}) n`;
    expect((await report({ device_id: gaid, amount: "1" })).status).toBe(201);
    await sql`
      insert into install_devices (project_id, install_id, kind, device_id, seen_at)
      values (${app.project.id}, uuidv7(), 'gaid', ${gaid}, now())`;
    expect((await report({ device_id: gaid, amount: "1" })).status).toBe(404);
    expect(await rows()).toHaveLength(1);
  });

  test("401 for an invented key, and 403 for a key of the server API", async () => {
    const { app, report, rows } = await anApp();
    expect(await report({ amount: "1", user_id: "u" }, "cairn_none")).toMatchObject({
      status: 401,
      body: { code: "server_key_invalid" },
    });
    expect(await report({ amount: "1", user_id: "u" }, app.serverKey)).toMatchObject({
      status: 403,
      body: { code: "scope_missing" },
    });
    expect(await rows()).toEqual([]);
  });

  test("a callback's key reads and writes nothing else, and another project's users are unknown to it", async () => {
    const [own, other] = [await anApp(), await anApp()];
    await call("POST /api/client/trigger", {
      body: { token: other.app.token, install_instance_id: "i", user_data: { id: "only there" } },
    });
    expect((await own.report({ amount: "1", user_id: "only there" })).status).toBe(404);
    expect(await other.rows()).toEqual([]);
  });

  test("429 above 200 calls a second for a key, whatever the address", async () => {
    const { key, report } = await anApp({ limited: true });
    const statuses = await Promise.all(
      Array.from({ length: 201 }, () => report({ amount: "1", user_id: "u" }, key, { tick: 1_000 })),
    );
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test("429 an address that guessed keys has no further look-ups, and another address has", async () => {
    const { key, report } = await anApp({ limited: true });
    const from = (address: string) => ({ tick: 5_000, address });
    const guess = (n: number) => report({ amount: "1" }, `cairn_guess${n}`, from("203.0.113.77"));
    const guesses = await Promise.all(Array.from({ length: 200 }, (_, n) => guess(n)));
    expect(guesses.some(({ status }) => status === 429)).toBe(true);
    const real = { amount: "1", user_id: "u" };
    expect(await report(real, key, from("203.0.113.77"))).toMatchObject({ status: 429 });
    expect(await report(real, key, from("203.0.113.99"))).toMatchObject({ status: 201 });
    // A known key needs no look-up.
    expect(await report(real, key, from("203.0.113.77"))).toMatchObject({ status: 201 });
  });

  test("the URL for a mediation has the key in its path and every macro in its query", () => {
    const url = callbackUrl("https://links.example.com", "cairn_k", callbackTemplates.max);
    expect(url).toMatch(
      /^https:\/\/links\.example\.com\/api\/callbacks\/ad-revenue\/cairn_k\?user_id=\{USER_ID\}&/,
    );
    expect(url).toContain("amount={REVENUE}&currency=USD");
  });
});
