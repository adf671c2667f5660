import { afterAll, describe, expect, test } from "vitest";
import * as capturePayment from "@/app/api/client/capture-payment/route";
import * as init from "@/app/api/client/init/route";
import * as trigger from "@/app/api/client/trigger/route";
import { paymentsRoutes } from "@/app/api/dashboard/facts/payments";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import type { CheckMode } from "@/lib/facts/payments/store-purchases";
import { trustRoot } from "@/lib/facts/purchases/apple/signed";
import { saveConnection } from "@/lib/facts/purchases/connection-queries";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject, decideEverything, ledgerOf, withoutLimits } from "@/testing/factories";
import {
  aCertificate,
  aChain,
  aTransaction,
  signAsApple,
  testRootCertificate,
} from "@/testing/purchases/apple";

const distrust = trustRoot(testRootCertificate);
afterAll(distrust);
const at = new Date("2026-03-02T12:00:00Z");

asServedOrBoth([capturePayment, init, trigger, paymentsRoutes], (call) => {
  async function aShop(mode: CheckMode | null, store: "apple" | "google" = "apple") {
    const account = await anAccount();
    const app = await aProject({ account });
    await withoutLimits(app);
    const { session } = await aMember("marketer", account);
    const send = (name: string, body: object) =>
      call(`POST /api/client/${name}`, { body: { token: app.token, ...body }, now: at });
    for (const user of ["u1", "u2"]) {
      await send("init", { install_instance_id: `i-${user}`, platform: "IOS" });
      await send("trigger", { install_instance_id: `i-${user}`, user_data: { id: user } });
    }
    await decideEverything(app);
    if (mode)
      await saveConnection(
        app.project.accountId,
        app.project.id,
        { source: store, mode, appId: "com.example.trails", at },
        undefined,
        commandLine,
      );
    return {
      app,
      buy: (store_purchase: unknown, more: object = {}) =>
        send("capture-payment", {
          user_id: "u1",
          amount: 9.99,
          type: "SUBSCRIPTION_CREATED",
          store_purchase,
          ...more,
        }),
      listed: async () =>
        (await call(`GET /api/dashboard/projects/${app.project.id}/payments`, { session })).body.data
          .payments,
      async revenue() {
        expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
        const ledger = await ledgerOf(app.project.id);
        return {
          paid: ledger["payment SUBSCRIPTION_CREATED"]?.amount ?? 0,
          refunded: ledger["payment SUBSCRIPTION_REFUNDED"]?.amount ?? 0,
        };
      },
      checks: () => sql`select source, proof from purchase_checks where project_id = ${app.project.id}`,
    };
  }
  const signed = (claims: object = {}) => ({ signed_transaction: signAsApple(aTransaction({ ...claims })) });
  const sold = { status: 201, body: { msg: "Payment capture request received!" } };

  describe("store_purchase", () => {
    test("201 a valid transaction counts with Apple's price, if checks are required", async () => {
      const { buy, listed, revenue } = await aShop("require");
      expect(await buy(signed({ transactionId: "1", price: 49_990 }), { payment_id: "p" })).toMatchObject(
        sold,
      );
      expect(await listed()).toMatchObject([
        {
          payment_id: "p",
          status: "PAYMENT_COMPLETED",
          amount_minor: 4_999,
          check: { state: "valid", reason: null },
        },
      ]);
      expect(await revenue()).toEqual({ paid: 4_999, refunded: 0 });
    });

    test("201 the same with the app's amount, if checks are only shown", async () => {
      const { buy, listed, revenue } = await aShop("show");
      await buy(signed());
      expect(await listed()).toMatchObject([{ amount_minor: 999, check: { state: "valid" } }]);
      expect(await revenue()).toEqual({ paid: 999, refunded: 0 });
    });

    test.each<[string, () => object]>([
      [
        "not_signed",
        () => ({
          signed_transaction: signAsApple(
            aTransaction(),
            aChain({ root: aCertificate("Test Root CA", { ca: true }) }),
          ),
        }),
      ],
      ["unreadable", () => ({ signed_transaction: "x" })],
      ["other_app", () => signed({ bundleId: "com.example.other" })],
      ["sandbox", () => signed({ environment: "Sandbox" })],
      ["family_shared", () => signed({ inAppOwnershipType: "FAMILY_SHARED" })],
      ["unreadable", () => ({ transaction_id: "not a number" })],
    ])("201 an invalid transaction is stored and does not count: %s", async (reason, proof) => {
      const required = await aShop("require");
      expect(await required.buy(proof())).toMatchObject(sold);
      expect(await required.listed()).toMatchObject([
        { status: "PAYMENT_FAILED", revenue_minor: 0, check: { state: "invalid", reason } },
      ]);
      expect(await required.revenue()).toEqual({ paid: 0, refunded: 0 });
      const shown = await aShop("show");
      await shown.buy(proof());
      expect(await shown.listed()).toMatchObject([
        { status: "PAYMENT_COMPLETED", revenue_minor: 999, check: { state: "invalid", reason } },
      ]);
    });

    test("201 a transaction of another user does not count again", async () => {
      const { buy, listed, revenue } = await aShop("require");
      const proof = signed({ transactionId: "7" });
      await buy(proof, { payment_id: "first" });
      await buy(proof, { user_id: "u2", payment_id: "second" });
      await buy(proof, { user_id: "u2" });
      await buy(proof, { user_id: "u2" });
      expect(await listed()).toMatchObject([
        { user_id: "u2", payment_id: "replayed:apple:7:u2", check: { state: "invalid", reason: "replayed" } },
        { user_id: "u2", payment_id: "second", check: { state: "invalid", reason: "replayed" } },
        { user_id: "u1", payment_id: "first", check: { state: "valid" } },
      ]);
      expect(await revenue()).toEqual({ paid: 4_999, refunded: 0 });
    });

    test("201 a signed transaction takes its ID from a user who only named it", async () => {
      const { buy, listed, revenue } = await aShop("require");
      await buy({ transaction_id: "71" }, { user_id: "u2" });
      const proof = signed({ transactionId: "71" });
      await buy(proof);
      await buy(proof);
      await buy({ transaction_id: "71" }, { user_id: "u2", payment_id: "again" });
      const states = (await listed()).map(
        ({ user_id, check }: { user_id: string; check: { state: string; reason: string | null } }) =>
          `${user_id} ${check.state} ${check.reason ?? ""}`,
      );
      expect(states.sort()).toEqual(["u1 valid ", "u2 invalid replayed", "u2 invalid replayed"]);
      expect(await revenue()).toEqual({ paid: 4_999, refunded: 0 });
    });

    test("201 a transaction counts once, whatever the payment ID", async () => {
      const { buy, listed, revenue } = await aShop("require");
      const proof = signed({ transactionId: "8" });
      await Promise.all(["a", "b", undefined].map((payment_id) => buy(proof, { payment_id })));
      expect(await listed()).toHaveLength(1);
      expect(await revenue()).toEqual({ paid: 4_999, refunded: 0 });
    });

    test("201 a transaction that Apple refunded counts, and its refund", async () => {
      const { buy, listed, revenue } = await aShop("require");
      const revocationDate = Date.parse("2026-03-02T11:00:00Z");
      await buy(signed({ revocationDate, revocationPercentage: 50_000, transactionId: "9" }));
      expect(await listed()).toMatchObject([
        { payment_id: "apple:9", revenue_minor: 4_999, check: { state: "refunded" } },
        { payment_id: "apple:9:refund", revenue_minor: -2_500, check: null },
      ]);
      expect(await revenue()).toEqual({ paid: 4_999, refunded: 2_500 });
    });

    test("201 a transaction ID waits for Apple's server", async () => {
      const { buy, listed, revenue, checks } = await aShop("require");
      await buy({ transaction_id: "2000000123" });
      expect(await listed()).toMatchObject([
        { status: "PAYMENT_INITIATED", check: { state: "pending", reason: "no_credentials" } },
      ]);
      expect(await revenue()).toEqual({ paid: 0, refunded: 0 });
      expect(await checks()).toEqual([{ source: "apple", proof: { transaction: "2000000123" } }]);
    });

    test("201 a purchase token waits for Google's server, and counts meanwhile if checks are only shown", async () => {
      const { buy, revenue, checks } = await aShop("show", "google");
      await buy({ purchase_token: "secret", product_id: "year", package_name: "com.example.trails" });
      expect(await revenue()).toEqual({ paid: 999, refunded: 0 });
      expect(await checks()).toEqual([
        { source: "google", proof: { token: "secret", product: "year", isSubscription: true } },
      ]);
    });

    test("201 a purchase token of another package is invalid", async () => {
      const { buy, listed } = await aShop("require", "google");
      await buy({ purchase_token: "t", package_name: "com.example.other" });
      expect(await listed()).toMatchObject([{ check: { state: "invalid", reason: "other_app" } }]);
    });

    test.each<[string, CheckMode | null, unknown, object]>([
      ["without a connected store", null, signed(), {}],
      ["if checks are off", "off", signed(), {}],
      ["of a failed payment", "require", signed(), { status: "PAYMENT_FAILED" }],
      ["of a refund", "require", signed(), { type: "SUBSCRIPTION_REFUNDED" }],
      ["that is empty", "require", {}, {}],
      ["that is null", "require", null, {}],
      ["of the other store", "require", { purchase_token: "t" }, {}],
    ])("201 proof %s is not read", async (_name, mode, proof, more) => {
      const { buy, listed } = await aShop(mode);
      expect(await buy(proof, more)).toMatchObject(sold);
      expect(await listed()).toMatchObject([{ check: null }]);
    });

    test.each<[string, unknown]>([
      ["store_purchase must be an object.", "text"],
      ["store_purchase.signed_transaction must be a string.", { signed_transaction: 7 }],
      [
        "store_purchase.signed_transaction must not be longer than 16384 characters.",
        { signed_transaction: "x".repeat(16_385) },
      ],
      [
        "store_purchase.transaction_id must not be longer than 64 characters.",
        { transaction_id: "1".repeat(65) },
      ],
      [
        "store_purchase.purchase_token must not be longer than 1024 characters.",
        { purchase_token: "x".repeat(1_025) },
      ],
      ["store_purchase.product_id must not be longer than 256 characters.", { product_id: "x".repeat(257) }],
      [
        "store_purchase.package_name must not be longer than 256 characters.",
        { package_name: "x".repeat(257) },
      ],
    ])("400 %s", async (message, proof) => {
      const { buy } = await aShop(null);
      expect(await buy(proof)).toMatchObject({ status: 400, body: { msg: message } });
    });
  });
});
