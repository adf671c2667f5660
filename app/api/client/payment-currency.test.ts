import { describe, expect, test } from "vitest";
import * as batch from "@/app/api/client/batch/route";
import * as capturePayment from "@/app/api/client/capture-payment/route";
import * as removePayment from "@/app/api/client/remove-captured-payment/route";
import * as trigger from "@/app/api/client/trigger/route";
import { paymentsRoutes } from "@/app/api/dashboard/facts/payments";
import { spendRatesRoutes } from "@/app/api/dashboard/spend/spend-rates";
import { sql } from "@/db";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServedOrBoth, unquoted } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject, ledgerOf, withoutLimits } from "@/testing/factories";

const received = "Payment capture request received!";

asServedOrBoth([batch, capturePayment, removePayment, trigger, paymentsRoutes, spendRatesRoutes], (call) => {
  const at = new Date("2026-06-10T12:00:00Z");

  async function aShop(currency = "USD") {
    const account = await anAccount();
    const app = await aProject({ account, currency });
    await withoutLimits(app);
    const { session } = await aMember("marketer", account);
    const path = `/api/dashboard/projects/${app.project.id}`;
    const send = (name: string, body: object) =>
      call(`POST /api/client/${name}`, { body: { token: app.token, ...body }, now: at });
    await send("trigger", { user_data: { id: "u" } });
    return {
      app,
      tell: send,
      pay: (payment_id: string, amount: number, more: object = {}) =>
        send("capture-payment", { user_id: "u", payment_id, amount, ...more }),
      rate: (code: string, day: string, rate: number) =>
        call(`PUT ${path}/spend/rates`, { session, body: { rates: [{ currency: code, day, rate }] } }),
      removeRate: (code: string, day: string) =>
        call(`DELETE ${path}/spend/rates/${code}/${day}`, { session }),
      waiting: async () => (await call(`GET ${path}/spend/rates`, { session })).body.data.waiting,
      listed: async () =>
        (await call(`GET ${path}/payments`, { session })).body.data.payments as Record<string, unknown>[],
      file: async () => unquoted((await call(`GET ${path}/payments/export.csv`, { session })).text),
      paid: async () => (await ledgerOf(app.project.id))["payment DEFAULT"],
      differences: () => findDifferences(app.project.id, "UTC"),
    };
  }

  describe("currency", () => {
    test("201 a foreign currency is converted with the rate of its day, and the original amount is stored", async () => {
      const { rate, pay, paid, listed, file, differences } = await aShop();
      await rate("EUR", "2026-06-01", 1.25);
      await rate("EUR", "2026-06-11", 9);
      await rate("JPY", "2026-06-01", 0.0067);
      for (const [id, amount, currency] of [
        ["eur", 9.99, "eur"],
        ["jpy", 1_000, "JPY"],
      ] as const)
        expect(await pay(id, amount, { currency })).toMatchObject({
          status: 201,
          body: { msg: received, data: { message: received } },
        });
      // 9.99 × 1.25 = 12.4875, rounded half up as spend is.
      expect(await paid()).toEqual({ count: 2, amount: 1_249 + 670 });
      const byId = new Map((await listed()).map((one) => [one.payment_id, one]));
      expect(byId.get("jpy")).toMatchObject({
        original: { amount_minor: 1_000, currency: "JPY", waits: false },
      });
      expect(byId.get("eur")).toMatchObject({
        amount_minor: 1_249,
        revenue_minor: 1_249,
        original: { amount_minor: 999, currency: "EUR", waits: false },
      });
      expect(await file()).toContain("PAYMENT_COMPLETED,12.49,12.49,USD,9.99,EUR,");
      expect(await differences()).toEqual([]);
    });

    test("201 the project's currency in any case, and a missing currency, are stored alike", async () => {
      const { app, pay } = await aShop();
      for (const [i, more] of [
        {},
        { currency: "USD" },
        { currency: " usd " },
        { currency: "" },
        { currency: null },
      ].entries())
        await pay(`p${i}`, 10.005, more);
      const rows = await sql`
          select amount_minor, original_currency, original_minor from payments where project_id = ${app.project.id}`;
      expect(rows).toHaveLength(5);
      for (const row of rows)
        expect(row).toEqual({ amount_minor: 1_001, original_currency: "USD", original_minor: null });
    });

    test("201 without a rate a payment is stored with the amount 0, until its day has a rate", async () => {
      const { rate, removeRate, pay, paid, waiting, listed, differences } = await aShop();
      await rate("EUR", "2026-06-11", 2);
      expect((await pay("p", 10, { currency: "EUR" })).body.data.message).toBe(received);
      await pay("refund", 4, { currency: "EUR", type: "SUBSCRIPTION_REFUNDED" });
      // A failed payment counts as zero at any rate, so it does not wait for one.
      await pay("failed", 4, { currency: "CHF", status: "PAYMENT_FAILED" });
      expect(await paid()).toEqual({ count: 1, amount: 0 });
      expect(await waiting()).toEqual([{ currency: "EUR", payments: 2, ad_revenue: 0, since: "2026-06-10" }]);
      // Both were paid at the same moment, so either may be the newest.
      expect((await listed()).find((one) => one.payment_id === "p")).toMatchObject({
        original: { currency: "EUR", waits: true },
      });
      expect((await rate("EUR", "2026-06-01", 1.1)).body.data).toEqual({
        rows: 0,
        amount_minor: 0,
        payments: 2,
      });
      expect(await paid()).toEqual({ count: 1, amount: 1_100 });
      expect(await waiting()).toEqual([]);
      const refused = await removeRate("EUR", "2026-06-01");
      expect(refused).toMatchObject({
        status: 409,
        body: {
          msg: "2 payments in EUR, the first of 2026-06-10, would have no rate. Add an earlier rate first.",
        },
      });
      expect((await rate("EUR", "2026-06-05", 1.5)).body.data).toMatchObject({ payments: 2 });
      expect((await removeRate("EUR", "2026-06-01")).status).toBe(200);
      expect(await paid()).toEqual({ count: 1, amount: 1_500 });
      expect(await differences()).toEqual([]);
    });

    test("201 a removed payment subtracts its current amount, whatever rates came between", async () => {
      const { rate, tell: send, pay, paid, differences } = await aShop();
      await pay("p", 10, { currency: "EUR" });
      await rate("EUR", "2026-06-01", 1.1);
      await send("remove-captured-payment", { payment_id: "p" });
      expect((await paid())?.amount ?? 0).toBe(0);
      await rate("EUR", "2026-06-01", 1.3);
      expect((await paid())?.amount ?? 0).toBe(0);
      expect(await differences()).toEqual([]);
    });

    test("200 counted payments need a rate, removed ones do not", async () => {
      const { rate, removeRate, tell: send, pay, differences } = await aShop();
      await rate("EUR", "2026-06-01", 1.1);
      for (const id of ["removed", "kept"]) await pay(id, 10, { currency: "EUR" });
      await send("remove-captured-payment", { payment_id: "removed" });
      expect(await removeRate("EUR", "2026-06-01")).toMatchObject({
        status: 409,
        body: { msg: "1 payment in EUR, of 2026-06-10, would have no rate. Add an earlier rate first." },
      });
      await send("remove-captured-payment", { payment_id: "kept" });
      expect((await removeRate("EUR", "2026-06-01")).status).toBe(200);
      expect(await differences()).toEqual([]);
    });

    test("201 rates that change while payments arrive end with the last rate", async () => {
      const { app, rate, pay, paid, differences } = await aShop();
      await Promise.all([
        ...Array.from({ length: 12 }, (_, i) => pay(`p${i}`, 1, { currency: "EUR" })),
        ...[1.1, 1.2, 1.3].map((worth) => rate("EUR", "2026-06-01", worth)),
      ]);
      const [{ rate: last }] = await sql<[{ rate: number }]>`
          select rate::float8 as rate from exchange_rates where project_id = ${app.project.id}`;
      expect(await paid()).toEqual({ count: 12, amount: Math.round(last * 100) * 12 });
      expect(await differences()).toEqual([]);
    });

    test("201 an invalid currency code loses no payment: it counts in the project's currency, and the response says so", async () => {
      const { pay, paid } = await aShop();
      for (const [i, currency] of ["COINS", "$", 978, {}, true].entries())
        expect(await pay(`p${i}`, 1, { currency })).toMatchObject({
          status: 201,
          body: {
            msg: received,
            data: { message: expect.stringContaining("must be an ISO 4217 code such as EUR.") },
          },
        });
      expect(await paid()).toEqual({ count: 5, amount: 500 });
    });

    test("201 an absurd rate does not affect other payments", async () => {
      const { rate, pay, paid } = await aShop();
      await rate("KWD", "2026-06-01", 1e9);
      await Promise.all([pay("a", 1e12, { currency: "KWD" }), pay("b", 1)]);
      expect((await paid())?.count).toBe(2);
    });

    test("200 calls of a batch have their own currencies", async () => {
      const { rate, tell: send, paid } = await aShop();
      await rate("EUR", "2026-06-01", 2);
      const body = { user_id: "u", payment_id: "p", amount: 3, currency: "EUR" };
      const got = await send("batch", { calls: [{ path: "capture-payment", body }] });
      expect(got.body.data.answers[0].status).toBe(201);
      expect(await paid()).toEqual({ count: 1, amount: 600 });
    });
  });
});
