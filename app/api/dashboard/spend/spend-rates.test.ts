import { expect, test } from "vitest";
import * as served from "@/app/api/v1/exchange-rates/route";
import * as apiSpend from "@/app/api/v1/spend/route";
import { commandLine } from "@/lib/accounts/audit/actor";
import { changeProject } from "@/lib/attribution/recalculation/change-project";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aMember, anAccount, aProject, ledgerOf, withoutLimits } from "@/testing/factories";
import { spendRatesRoutes } from "./spend-rates";

asServed([spendRatesRoutes, served, apiSpend], (call) => {
  async function someone(currency = "EUR") {
    const account = await anAccount();
    const app = await aProject({ account, currency });
    await withoutLimits(app);
    const { session } = await aMember("marketer", account);
    const path = `/api/dashboard/projects/${app.project.id}/spend/rates`;
    const { displayId } = await aCampaign(app);
    const set = (...list: [string, string, number][]) =>
      call(`PUT ${path}`, {
        session,
        body: { rates: list.map(([code, day, value]) => ({ currency: code, day, rate: value })) },
      });
    const remove = (code: string, day: string) => call(`DELETE ${path}/${code}/${day}`, { session });
    const sendSpend = (...list: [string, number, string?][]) =>
      call("POST /api/v1/spend", {
        key: app.serverKey,
        body: {
          rows: list.map(([date, amount, code = "USD"]) => ({
            date,
            amount,
            currency: code,
            campaign: displayId,
            keyword_id: code,
          })),
        },
      });
    const spent = async () => (await ledgerOf(app.project.id)).spend?.amount ?? 0;
    const differences = () => findDifferences(app.project.id, "UTC");
    return { app, session, path, set, remove, tell: sendSpend, spent, differences };
  }

  test("a rate applies from its day until the next one, and shows the amount converted with it", async () => {
    const { set, tell: sendSpend, path, session } = await someone();
    await set(["USD", "2026-06-01", 0.9], ["USD", "2026-07-01", 0.95], ["gbp", "2026-06-01", 1.15]);
    await sendSpend(["2026-06-30", 10], ["2026-07-01", 10]);
    expect((await call(`GET ${path}`, { session })).body.data).toMatchObject({
      currency: "EUR",
      rates: [
        { currency: "GBP", day: "2026-06-01", until: null, rate: 1.15, rows: 0 },
        { currency: "USD", day: "2026-07-01", until: null, rate: 0.95, rows: 1 },
        { currency: "USD", day: "2026-06-01", until: "2026-06-30", rate: 0.9, rows: 1 },
      ],
    });
  });

  test("a changed rate changes the spend of its days by exactly the difference, and nothing else", async () => {
    const { set, tell: sendSpend, spent, differences } = await someone();
    await set(["USD", "2026-06-01", 0.9], ["USD", "2026-06-15", 0.8], ["GBP", "2026-06-01", 1.2]);
    await sendSpend(
      ["2026-06-10", 100.01],
      ["2026-06-20", 50],
      ["2026-06-10", 7, "GBP"],
      ["2026-06-10", 3, "EUR"],
    );
    expect(await spent()).toBe(9_001 + 4_000 + 840 + 300);
    expect((await set(["USD", "2026-06-01", 0.95])).body.data).toEqual({
      rows: 1,
      amount_minor: 500,
      payments: 0,
    });
    expect(await spent()).toBe(9_501 + 4_000 + 840 + 300);
    // A new rate in between replaces the earlier rate on later days.
    expect((await set(["USD", "2026-06-09", 0.5])).body.data).toEqual({
      rows: 1,
      amount_minor: 5_001 - 9_501,
      payments: 0,
    });
    expect((await set(["USD", "2026-06-09", 0.5])).body.data).toEqual({
      rows: 0,
      amount_minor: 0,
      payments: 0,
    });
    expect(await differences()).toEqual([]);
  });

  test("currencies with other decimals: yen have none, dinars three", async () => {
    const { set, tell: sendSpend, spent, differences } = await someone("KWD");
    await set(["JPY", "2026-06-01", 0.0021], ["USD", "2026-06-01", 0.307]);
    await sendSpend(["2026-06-10", 1_001, "JPY"], ["2026-06-10", 10.01, "USD"]);
    expect(await spent()).toBe(2_102 + 3_073);
    await set(["JPY", "2026-06-01", 0.002]);
    expect(await spent()).toBe(2_002 + 3_073);
    expect(await differences()).toEqual([]);
  });

  test("removing a rate converts its days with the previous one; the first rate cannot be removed while it is needed", async () => {
    const { set, remove, tell: sendSpend, spent, differences } = await someone();
    await set(["USD", "2026-06-01", 0.9], ["USD", "2026-06-15", 0.8]);
    await sendSpend(["2026-06-10", 100], ["2026-06-20", 100]);
    expect((await remove("usd", "2026-06-15")).body.data).toEqual({
      rows: 1,
      amount_minor: 1_000,
      payments: 0,
    });
    expect(await spent()).toBe(18_000);
    expect(await remove("USD", "2026-06-01")).toMatchObject({
      status: 409,
      body: {
        msg: "2 rows of spend in USD, the first of 2026-06-10, would have no rate. Delete them or add an earlier rate first.",
      },
    });
    expect((await remove("USD", "2026-06-02")).status).toBe(404);
    expect(await spent()).toBe(18_000);
    expect(await differences()).toEqual([]);
  });

  test("a change of the project's currency deletes the rates into the old one", async () => {
    const { app, set, path, session } = await someone();
    await set(["USD", "2026-06-01", 0.9]);
    const listed = async () => (await call(`GET ${path}`, { session })).body.data.rates.length;
    await changeProject(app.project, { name: "Renamed", currency: "EUR" }, commandLine, new Date());
    expect(await listed()).toBe(1);
    await changeProject(app.project, { currency: "CHF" }, commandLine, new Date());
    expect(await listed()).toBe(0);
  });

  test("spend without a rate is rejected as a whole, and stored once there is a rate", async () => {
    const { set, tell: sendSpend, spent } = await someone();
    await set(["USD", "2026-06-15", 0.8]);
    const got = await sendSpend(["2026-06-20", 1], ["2026-06-14", 1], ["2026-06-20", 1, "CHF"]);
    expect(got).toMatchObject({
      status: 400,
      body: {
        errors: {
          "rows.1.currency": expect.stringContaining("from USD to EUR on 2026-06-14"),
          "rows.2.currency": expect.stringContaining("from CHF to EUR on 2026-06-20"),
        },
      },
    });
    expect(await spent()).toBe(0);
    await set(["USD", "2026-06-01", 0.8], ["CHF", "2026-06-01", 1]);
    expect((await sendSpend(["2026-06-20", 1], ["2026-06-14", 1], ["2026-06-20", 1, "CHF"])).status).toBe(
      200,
    );
    expect(await spent()).toBe(260);
  });

  test("concurrent changes of rates and spend end with figures that equal the facts", async () => {
    const { set, tell: sendSpend, differences, spent } = await someone();
    await set(["USD", "2026-06-01", 1]);
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 2
          ? set(["USD", "2026-06-01", 1 + i / 10])
          : sendSpend([`2026-06-${10 + i}`, 100 + i], ["2026-06-09", i]),
      ),
    );
    expect(await differences()).toEqual([]);
    await set(["USD", "2026-06-01", 2]);
    const total = [0, 2, 4, 6, 8, 10].reduce((sum, i) => sum + 100 + i, 0);
    expect((await spent()) % 100).toBe(0);
    expect(await spent()).toBeGreaterThanOrEqual(total * 200);
    expect(await differences()).toEqual([]);
  });

  test.each([
    [["EUR", "2026-06-01", 1], "rates.0.currency", "The project counts in EUR: it needs no rate."],
    [["ABQ", "2026-06-01", 1], "rates.0.currency", "currency must be an ISO 4217 code."],
    [["USD", "2026-06-31", 1], "rates.0.day", "date must be a day of the calendar."],
    [["USD", "2026-06-01", 0], "rates.0.rate", "The rate must be above zero."],
    [["USD", "2026-06-01", 1e12], "rates.0.rate", "The rate is too large."],
  ] as [[string, string, number], string, string][])("400 for %j", async (row, field, text) => {
    const { set } = await someone();
    expect(await set(row)).toMatchObject({ status: 400, body: { errors: { [field]: text } } });
  });

  test("with a server key the same works: 200, 401, and other projects' rates are not visible", async () => {
    const { app, set, path, session } = await someone();
    const rows = [{ currency: "USD", day: "2026-06-01", rate: 0.9 }];
    const own = "/api/v1/exchange-rates";
    expect(await call(`PUT ${own}`, { key: app.serverKey, body: { rates: rows } })).toMatchObject({
      status: 200,
      body: { msg: "Exchange rates saved.", data: { rows: 0, amount_minor: 0 } },
    });
    await set(["USD", "2026-07-01", 1]);
    const query = { currency: "USD", day: "2026-07-01" };
    expect((await call(`DELETE ${own}`, { key: app.serverKey, query })).status).toBe(200);
    expect((await call(`DELETE ${own}`, { key: app.serverKey, query })).status).toBe(404);
    const seen = await call(`GET ${own}`, { key: app.serverKey });
    expect(seen.body.data).toEqual((await call(`GET ${path}`, { session })).body.data);
    expect(seen.body.data.rates).toMatchObject(rows);
    expect((await call(`GET ${own}`, { key: (await aProject()).serverKey })).body.data.rates).toEqual([]);
    expect((await call(`GET ${own}`, {})).status).toBe(401);
  });
});
