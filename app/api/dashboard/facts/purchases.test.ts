import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as capturePayment from "@/app/api/client/capture-payment/route";
import * as init from "@/app/api/client/init/route";
import * as trigger from "@/app/api/client/trigger/route";
import { paymentsRoutes } from "@/app/api/dashboard/facts/payments";
import { purchasesRoutes } from "@/app/api/dashboard/facts/purchases";
import * as purchaseNotice from "@/app/api/purchases/[project]/[source]/[secret]/route";
import { sql } from "@/db";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { trustRoot } from "@/lib/facts/purchases/apple/signed";
import { processProject } from "@/lib/facts/purchases/work/run";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject, decideEverything, withoutLimits } from "@/testing/factories";
import { aTransaction, signAsApple, testRootCertificate } from "@/testing/purchases/apple";
import { aGooglePlay, anAppStore, aSubscription } from "@/testing/purchases/stores";

const bundle = "com.example.trails";
let appStore: Awaited<ReturnType<typeof anAppStore>>;
let googlePlay: Awaited<ReturnType<typeof aGooglePlay>>;
const distrust = trustRoot(testRootCertificate);
beforeAll(async () => {
  appStore = await anAppStore(bundle);
  googlePlay = await aGooglePlay(bundle);
});
afterEach(() => {
  appStore.scripted.next = null;
  googlePlay.scripted.next = null;
});
afterAll(async () => {
  distrust();
  await appStore.close();
  await googlePlay.close();
});

type Source = "apple" | "google" | "revenuecat" | "adapty";
type Json = Record<string, unknown>;
const start = new Date("2026-03-02T12:00:00Z");
const minutes = (count: number) => new Date(start.getTime() + count * 60_000);
const days = (count: number) => minutes(count * 1_440);

asServedOrBoth([capturePayment, init, trigger, paymentsRoutes, purchasesRoutes, purchaseNotice], (call) => {
  async function aShop() {
    const account = await anAccount();
    const app = await aProject({ account });
    await withoutLimits(app);
    const { session } = await aMember("admin", account);
    const path = `/api/dashboard/projects/${app.project.id}`;
    const ask = (line: string, body?: object, now = start) => {
      const [method, rest] = line.split(" ");
      return call(`${method} ${path}${rest}`, { session, now, ...(body ? { body } : {}) });
    };
    const send = (name: string, body: object, now = start) =>
      call(`POST /api/client/${name}`, { body: { token: app.token, ...body }, now });
    for (const user of ["u1", "u2"]) {
      await send("init", { install_instance_id: `i-${user}`, platform: "IOS" });
      await send("trigger", { install_instance_id: `i-${user}`, user_data: { id: user } });
    }
    await decideEverything(app);
    const addresses = new Map<Source, string>();
    return {
      app,
      ask,
      connect: (source: "apple" | "google", more: Json = {}) => {
        const credentials = source === "apple" ? appStore.given : googlePlay.given;
        return ask(`PUT /purchases/${source}`, { mode: "require", app_id: bundle, credentials, ...more });
      },
      buy: (store_purchase: Json, more: Json = {}) =>
        send("capture-payment", {
          user_id: "u1",
          amount: 9.99,
          type: "SUBSCRIPTION_CREATED",
          store_purchase,
          ...more,
        }),
      async notify(source: Source, body: Json, now = start) {
        if (!addresses.has(source)) {
          const { body: made } = await ask(`POST /purchases/${source}/address`);
          addresses.set(source, new URL(made.data.address).pathname);
        }
        return call(`POST ${addresses.get(source)}`, { body, now });
      },
      work: async (now = start) =>
        processProject(
          (await backgroundProject(app.project.id))!,
          () => false,
          () => now,
        ),
      notices: async () => (await ask("GET /purchases")).body.data.notices as Json[],
      connection: async (source: Source) =>
        (await ask("GET /purchases")).body.data.connections.find((one: Json) => one.source === source),
      /** The payments, the oldest first, as far as they matter here. */
      async payments() {
        expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
        return sql`
          select p.user_id as who, p.type, p.status, p.amount_minor as amount, p.check_state as state,
            p.check_reason as reason, p.purchase_source as source
          from payments p where p.project_id = ${app.project.id} order by p.paid_at, p.user_id, p.id`;
      },
    };
  }
  const appleNotice = (notificationType: string, claims: Json = {}, more: Json = {}) => ({
    signedPayload: signAsApple({
      notificationType,
      notificationUUID: crypto.randomUUID(),
      version: "2.0",
      signedDate: Date.parse("2026-03-02T11:00:00Z"),
      data: {
        bundleId: bundle,
        environment: "Production",
        signedTransactionInfo: signAsApple(aTransaction(claims)),
      },
      ...more,
    }),
  });
  const signed = (claims: Json) => ({ signed_transaction: signAsApple(aTransaction(claims)) });
  const paid = (amount: number, more: Json = {}) => ({
    who: "u1",
    type: "SUBSCRIPTION_CREATED",
    status: "PAYMENT_COMPLETED",
    amount,
    state: "valid",
    reason: null,
    source: null,
    ...more,
  });

  describe("PUT purchases", () => {
    test("200 credentials are stored, and only their public part is shown", async () => {
      const { connect, ask } = await aShop();
      expect(await connect("apple")).toMatchObject({ status: 200 });
      const { body, text } = await ask("GET /purchases");
      expect(body.data.connections).toMatchObject([
        { source: "apple", mode: "require", app_id: bundle, state: "waiting", has_address: false },
      ]);
      expect(text).not.toContain("PRIVATE KEY");
      // Without credentials, the stored ones are kept.
      await connect("apple", { mode: "show", credentials: undefined });
      expect(await ask("POST /purchases/apple/test")).toMatchObject({ body: { data: { accepted: true } } });
    });

    test.each<[string, string, Json]>([
      ["app_id", "The bundle ID must look like com.example.app.", { app_id: "trails" }],
      ["mode", "Choose the effect of checks.", { mode: "sometimes" }],
      [
        "credentials.key",
        "The key is required.",
        { credentials: { key_id: "ABC123DEFG", issuer_id: "57246542-96fe-1a63-e053-0824d011072a" } },
      ],
    ])("400 %s: %s", async (field, message, more) => {
      const { connect } = await aShop();
      expect(await connect("apple", more)).toMatchObject({
        status: 400,
        body: { errors: { [field]: message } },
      });
    });

    test("404 a service has no mode", async () => {
      const { ask } = await aShop();
      expect(await ask("PUT /purchases/revenuecat", { mode: "show", app_id: bundle })).toMatchObject({
        status: 404,
      });
      expect(await ask("DELETE /purchases/revenuecat")).toMatchObject({ status: 404 });
    });
  });

  describe("the store's server", () => {
    test("confirms a transaction ID, whose payment then counts with Apple's price", async () => {
      const { connect, buy, work, payments } = await aShop();
      await connect("apple");
      appStore.transactions.set("101", signAsApple(aTransaction({ transactionId: "101" })));
      await buy({ transaction_id: "101" });
      expect(await payments()).toEqual([paid(999, { status: "PAYMENT_INITIATED", state: "pending" })]);
      await work();
      expect(await payments()).toEqual([paid(4_999)]);
      expect(await work()).toBe(0);
    });

    test("corrects the amount of a payment that counted with the app's amount", async () => {
      const { connect, buy, work, payments } = await aShop();
      await connect("apple", { mode: "show" });
      appStore.transactions.set("103", signAsApple(aTransaction({ transactionId: "103" })));
      await buy({ transaction_id: "103" });
      expect(await payments()).toEqual([paid(999, { state: "pending" })]);
      await connect("apple", { mode: "require" });
      await work();
      expect(await payments()).toEqual([paid(4_999)]);
    });

    test.each<[string, () => void]>([
      ["unknown", () => undefined],
      [
        "sandbox",
        () =>
          appStore.inSandbox.set(
            "102",
            signAsApple(aTransaction({ transactionId: "102", environment: "Sandbox" })),
          ),
      ],
      [
        "other_app",
        () =>
          appStore.transactions.set(
            "102",
            signAsApple(aTransaction({ transactionId: "102", bundleId: "x.y" })),
          ),
      ],
    ])("rejects a purchase: %s", async (reason, prepare) => {
      appStore.transactions.clear();
      prepare();
      const { connect, buy, work, payments } = await aShop();
      await connect("apple");
      await buy({ transaction_id: "102" });
      await work();
      expect(await payments()).toEqual([paid(999, { status: "PAYMENT_FAILED", state: "invalid", reason })]);
    });

    test("finds that a signed transaction was refunded later", async () => {
      const { connect, buy, work, payments } = await aShop();
      await connect("apple");
      await buy(signed({ transactionId: "103" }));
      const revocationDate = Date.parse("2026-03-02T11:30:00Z");
      appStore.transactions.set("103", signAsApple(aTransaction({ transactionId: "103", revocationDate })));
      await work();
      expect(await payments()).toEqual([
        paid(4_999, { type: "SUBSCRIPTION_REFUNDED", state: null }),
        paid(4_999, { state: "refunded" }),
      ]);
    });

    test("that is not available is queried again later, and a rejection stops queries until the test succeeds", async () => {
      const { connect, buy, work, connection, payments, ask } = await aShop();
      await connect("apple");
      appStore.transactions.set("104", signAsApple(aTransaction({ transactionId: "104" })));
      await buy({ transaction_id: "104" });
      appStore.scripted.next = {
        status: 429,
        body: { errorCode: 4_290_000, errorMessage: "Rate limit exceeded." },
      };
      await work();
      expect(await connection("apple")).toMatchObject({
        state: "later",
        problem: "App Store: 429 4290000 Rate limit exceeded.",
      });
      await work();
      appStore.scripted.next = { status: 401, body: {} };
      await work(minutes(2));
      expect(await connection("apple")).toMatchObject({ state: "refused", problem: "App Store: 401" });
      expect(await ask("POST /purchases/apple/test")).toMatchObject({
        body: { data: { accepted: false, refused: true, text: "App Store: 401" } },
      });
      appStore.scripted.next = null;
      expect(await work(days(1))).toBe(0);
      expect(await ask("POST /purchases/apple/test")).toMatchObject({ body: { data: { accepted: true } } });
      await work(days(1));
      expect(await payments()).toEqual([paid(4_999)]);
    });

    test("of Google confirms a token, with the price of its order", async () => {
      const { connect, buy, work, payments } = await aShop();
      await connect("google");
      const { subscription, order } = aSubscription("GPA.1-1");
      googlePlay.resources
        .set("purchases/subscriptionsv2/tokens/t1", subscription)
        .set("orders/GPA.1-1", order);
      await buy({ purchase_token: "t1", product_id: "year" });
      await work();
      expect(await payments()).toEqual([paid(2_999)]);
      // Another user with the same token.
      await buy({ purchase_token: "t1", product_id: "year" }, { user_id: "u2" });
      await work(minutes(1));
      expect(await payments()).toEqual([
        paid(2_999),
        paid(999, { who: "u2", status: "PAYMENT_FAILED", state: "invalid", reason: "replayed" }),
      ]);
    });

    test("of Google confirms a product, rejects a test, and waits for a slow payment", async () => {
      const { connect, buy, work, payments } = await aShop();
      await connect("google");
      const { order } = aSubscription("GPA.2-1");
      const product = { orderId: "GPA.2-1", purchaseTimeMillis: "1772445600000", purchaseState: 2 };
      googlePlay.resources
        .set("purchases/products/coins/tokens/t2", product)
        .set("orders/GPA.2-1", order)
        .set("purchases/products/coins/tokens/t3", { ...product, purchaseState: 0, purchaseType: 0 });
      await buy({ purchase_token: "t2", product_id: "coins" }, { type: "ONE_TIME" });
      await buy({ purchase_token: "t3", product_id: "coins" }, { type: "ONE_TIME", user_id: "u2" });
      await work();
      const one = { type: "ONE_TIME" };
      expect(await payments()).toEqual([
        paid(999, { ...one, status: "PAYMENT_INITIATED", state: "pending", reason: "unpaid" }),
        paid(999, { ...one, who: "u2", status: "PAYMENT_FAILED", state: "invalid", reason: "sandbox" }),
      ]);
      googlePlay.resources.set("purchases/products/coins/tokens/t2", { ...product, purchaseState: 0 });
      await work();
      await work(minutes(2));
      expect((await payments())[0]).toEqual(paid(2_999, one));
    });

    test("without an answer for 30 days leaves the payment pending", async () => {
      const { connect, buy, work, payments } = await aShop();
      await connect("apple", { credentials: undefined });
      await buy({ transaction_id: "105" });
      await work(days(29));
      expect((await payments())[0]).toMatchObject({ reason: "no_credentials" });
      await work(new Date(Date.now() + 31 * 86_400_000));
      expect((await payments())[0]).toMatchObject({ state: "pending", reason: "unconfirmed" });
    });
  });

  describe("POST notifications", () => {
    test("404 another secret, source or project", async () => {
      const { app, ask, notify } = await aShop();
      await notify("apple", appleNotice("TEST"));
      const { body } = await ask("POST /purchases/apple/address");
      const path = new URL(body.data.address).pathname;
      const unknown = {
        status: 404,
        body: { msg: "This address is not in use. Create a new one under Purchases." },
      };
      expect(await notify("apple", appleNotice("TEST"))).toMatchObject(unknown);
      for (const wrong of [
        path.replace("/apple/", "/google/"),
        path.replace(`/${app.project.id}/`, `/${app.project.id + 1}/`),
        `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`,
      ])
        expect(await call(`POST ${wrong}`, { body: {} })).toMatchObject(unknown);
      expect(await call(`POST ${path}`, { body: appleNotice("TEST") })).toMatchObject({ status: 200 });
    });

    test.each<[Source, Json]>([
      ["apple", {}],
      ["apple", { signedPayload: "x" }],
      ["google", { message: {} }],
      ["revenuecat", { event: {} }],
      ["adapty", { event_type: "subscription_started" }],
    ])("400 %s: a body that is no notification", async (source, body) => {
      const { notify, notices } = await aShop();
      expect(await notify(source, body)).toMatchObject({
        body: { msg: "The body is not a notification of this store or service." },
      });
      expect(await notices()).toEqual([]);
    });

    test("200 Adapty's check of the address is answered", async () => {
      const { notify } = await aShop();
      expect(await notify("adapty", { adapty_check: "abc" })).toMatchObject({
        status: 200,
        body: { adapty_check_response: "abc" },
      });
    });
  });

  describe("Apple's notification", () => {
    test("of a renewal becomes a payment of the same user, once", async () => {
      const { connect, buy, notify, work, payments, notices } = await aShop();
      await connect("apple", { credentials: undefined });
      await buy(signed({ transactionId: "201" }));
      const renewal = { transactionId: "202", originalTransactionId: "201", transactionReason: "RENEWAL" };
      const notice = appleNotice("DID_RENEW", renewal);
      await notify("apple", notice);
      await notify("apple", notice);
      await notify("apple", appleNotice("DID_RENEW", renewal));
      // The app's own report of the first transaction is not counted again.
      await notify("apple", appleNotice("SUBSCRIBED", { transactionId: "201" }));
      await work();
      expect(await payments()).toEqual([
        paid(4_999, { type: "SUBSCRIPTION_RENEWED", source: "apple" }),
        paid(4_999),
      ]);
      expect((await notices()).map(({ state, reason }) => [state, reason]).sort()).toEqual([
        ["ignored", "repeat"],
        ["ignored", "repeat"],
        ["stored", null],
      ]);
    });

    test("of a refund subtracts it once, and its reversal adds it again", async () => {
      const { connect, buy, notify, work, payments } = await aShop();
      await connect("apple", { credentials: undefined });
      await buy(signed({ transactionId: "211" }));
      const refund = { transactionId: "211", revocationDate: Date.parse("2026-03-02T11:00:00Z") };
      await notify("apple", appleNotice("REFUND", refund));
      await notify("apple", appleNotice("REFUND", refund));
      await work();
      const refunded = paid(4_999, { type: "SUBSCRIPTION_REFUNDED", state: null, source: "apple" });
      expect(await payments()).toEqual([refunded, paid(4_999, { state: "refunded" })]);
      await notify("apple", appleNotice("REFUND_REVERSED", { transactionId: "211" }));
      await work();
      expect(await payments()).toEqual([refunded, paid(4_999)]);
    });

    test("of a refund that the app reported, too, counts once", async () => {
      const { connect, buy, notify, work, payments } = await aShop();
      await connect("apple", { credentials: undefined });
      await buy(signed({ transactionId: "221" }), { payment_id: "order" });
      await buy(
        {},
        { type: "SUBSCRIPTION_REFUNDED", amount: 49.99, refunded_payment_id: "order", payment_id: "back" },
      );
      await notify("apple", appleNotice("REFUND", { transactionId: "221", revocationDate: start.getTime() }));
      await work();
      expect((await payments()).map(({ type, state }) => [type, state])).toEqual([
        ["SUBSCRIPTION_CREATED", "refunded"],
        ["SUBSCRIPTION_REFUNDED", null],
      ]);
    });

    test("of a refund before the app's report of it counts once", async () => {
      const { connect, buy, notify, work, payments } = await aShop();
      await connect("apple", { credentials: undefined });
      await buy(signed({ transactionId: "222" }), { payment_id: "order" });
      await notify("apple", appleNotice("REFUND", { transactionId: "222", revocationDate: start.getTime() }));
      await work();
      const back = { type: "SUBSCRIPTION_REFUNDED", amount: 49.99, refunded_payment_id: "order" };
      expect(await buy({}, { ...back, payment_id: "back" })).toMatchObject({ status: 201 });
      const types = async () => (await payments()).map(({ type, state }) => [type, state]);
      expect(await types()).toEqual([
        ["SUBSCRIPTION_CREATED", "refunded"],
        ["SUBSCRIPTION_REFUNDED", null],
      ]);
      // Refunds of other payments, which the store did not report, count.
      await buy({}, { amount: 5, payment_id: "other" });
      await buy({}, { ...back, amount: 5, payment_id: "other back", refunded_payment_id: "other" });
      expect(await types()).toHaveLength(4);
    });

    test("of a refund counts although an app used its payment ID, and its reversal removes only the refund", async () => {
      const { app, connect, buy, notify, work, payments } = await aShop();
      await connect("apple", { credentials: undefined });
      await buy(signed({ transactionId: "223" }));
      await buy({}, { payment_id: "apple:223:refund", amount: 0.01 });
      const refund = { transactionId: "223", revocationDate: start.getTime() };
      await notify("apple", appleNotice("REFUND", refund));
      await notify("apple", appleNotice("REFUND", refund));
      await work();
      const counted = async () =>
        (await payments()).map(({ type, amount, state }) => [type, amount, state]).sort();
      expect(await counted()).toEqual([
        ["SUBSCRIPTION_CREATED", 1, null],
        ["SUBSCRIPTION_CREATED", 4_999, "refunded"],
        ["SUBSCRIPTION_REFUNDED", 4_999, null],
      ]);
      await notify("apple", appleNotice("REFUND_REVERSED", { transactionId: "223" }));
      await work();
      const removed = await sql`
        select p.type from payments p
        where p.project_id = ${app.project.id} and p.removed_at is not null`;
      expect(removed).toEqual([{ type: "SUBSCRIPTION_REFUNDED" }]);
    });

    test("before the app's report finds its user by the account token, or waits, and is shown", async () => {
      const { connect, buy, notify, work, payments, notices } = await aShop();
      await connect("apple", { credentials: undefined });
      await notify("apple", appleNotice("SUBSCRIBED", { transactionId: "231", appAccountToken: "I-U2" }));
      await notify("apple", appleNotice("SUBSCRIBED", { transactionId: "232" }));
      await work();
      expect(await payments()).toEqual([paid(4_999, { who: "u2", source: "apple" })]);
      await buy(signed({ transactionId: "231" }), { user_id: "u2" });
      await buy(signed({ transactionId: "232" }));
      await work(minutes(2));
      expect(await payments()).toHaveLength(2);
      await notify("apple", appleNotice("DID_RENEW", { transactionId: "234", originalTransactionId: "233" }));
      await work();
      expect((await notices()).map(({ state, reason }) => [state, reason]).sort()).toEqual([
        ["ignored", "repeat"],
        ["stored", null],
        ["waiting", "no_user"],
      ]);
      await work(days(8));
      expect((await notices()).some(({ state }) => state === "unmatched")).toBe(true);
      await work(days(40));
      expect(await notices()).toEqual([]);
    });

    test.each<[string, Json, Json]>([
      ["test", appleNotice("TEST"), {}],
      ["sandbox", appleNotice("SUBSCRIBED", { environment: "Sandbox" }), {}],
      ["free", appleNotice("SUBSCRIBED", { price: 0 }), {}],
      ["other_app", appleNotice("SUBSCRIBED", { bundleId: "x.y" }), {}],
      ["no_payment", appleNotice("PRICE_INCREASE"), {}],
      ["no_payment", appleNotice("DID_CHANGE_RENEWAL_STATUS", {}, { subtype: "AUTO_RENEW_ENABLED" }), {}],
    ])("changes nothing: %s", async (reason, notice) => {
      const { connect, notify, work, payments, notices } = await aShop();
      await connect("apple", { credentials: undefined });
      await notify("apple", notice);
      await work();
      expect(await payments()).toEqual([]);
      expect(await notices()).toMatchObject([{ state: "ignored", reason }]);
    });

    test("of a cancellation is listed without an amount", async () => {
      const { connect, buy, notify, work, payments } = await aShop();
      await connect("apple", { credentials: undefined });
      await buy(signed({ transactionId: "241" }));
      const off = { subtype: "AUTO_RENEW_DISABLED" };
      await notify("apple", appleNotice("DID_CHANGE_RENEWAL_STATUS", { transactionId: "241" }, off));
      await work();
      expect((await payments())[0]).toEqual(
        paid(0, { type: "SUBSCRIPTION_CANCELLED", state: null, source: "apple" }),
      );
    });
  });

  describe("Google's notification", () => {
    const message = (note: Json) => ({
      message: {
        messageId: String(Math.random()),
        data: Buffer.from(
          JSON.stringify({ version: "1.0", packageName: bundle, eventTimeMillis: "1", ...note }),
        ).toString("base64"),
      },
      subscription: "projects/p/subscriptions/s",
    });
    const renewed = (purchaseToken: string, notificationType = 2) =>
      message({ subscriptionNotification: { version: "1.0", notificationType, purchaseToken } });

    test("of a renewal and of a voided purchase become a payment and a refund of the same user", async () => {
      const { connect, buy, notify, work, payments } = await aShop();
      await connect("google");
      const first = aSubscription("GPA.3-1");
      googlePlay.resources
        .set("purchases/subscriptionsv2/tokens/t5", first.subscription)
        .set("orders/GPA.3-1", first.order);
      await notify("google", renewed("t5", 4));
      await buy({ purchase_token: "t5", product_id: "year" });
      await work();
      await work(minutes(2));
      const second = aSubscription("GPA.3-1..0");
      googlePlay.resources
        .set("purchases/subscriptionsv2/tokens/t5", second.subscription)
        .set("orders/GPA.3-1..0", second.order);
      await notify("google", renewed("t5"));
      await work(minutes(3));
      expect((await payments()).map(({ type, amount, source }) => [type, amount, source])).toEqual([
        ["SUBSCRIPTION_RENEWED", 2_999, "google"],
        ["SUBSCRIPTION_CREATED", 2_999, null],
      ]);
      googlePlay.resources.set("orders/GPA.3-1..0", {
        ...second.order,
        state: "PARTIALLY_REFUNDED",
        orderHistory: {
          partialRefundEvents: [
            {
              processTime: "2026-03-02T12:01:00Z",
              state: "PROCESSED_SUCCESSFULLY",
              refundDetails: { total: { currencyCode: "USD", units: "10" } },
            },
          ],
        },
      });
      await notify(
        "google",
        message({
          voidedPurchaseNotification: {
            purchaseToken: "t5",
            orderId: "GPA.3-1..0",
            productType: 1,
            refundType: 1,
          },
        }),
        minutes(4),
      );
      await work(minutes(4));
      expect((await payments()).map(({ type, amount, state }) => [type, amount, state])).toEqual([
        ["SUBSCRIPTION_RENEWED", 2_999, "refunded"],
        ["SUBSCRIPTION_CREATED", 2_999, "valid"],
        ["SUBSCRIPTION_REFUNDED", 1_000, null],
      ]);
    });

    test("of another package, of a test and of no payment change nothing", async () => {
      const { connect, notify, notices } = await aShop();
      await connect("google");
      await notify("google", renewed("t6", 13));
      await notify("google", message({ testNotification: { version: "1.0" } }));
      await notify(
        "google",
        message({
          packageName: "x.y",
          subscriptionNotification: { notificationType: 2, purchaseToken: "t" },
        }),
      );
      expect((await notices()).map(({ reason }) => reason).sort()).toEqual([
        "no_payment",
        "other_app",
        "test",
      ]);
    });
  });

  describe("a notification with values that can't be stored", () => {
    test("200 Google's message without valid text or a valid type changes nothing", async () => {
      const { connect, notify, notices } = await aShop();
      await connect("google");
      const message = (note: Json) => ({
        message: {
          messageId: String(Math.random()),
          data: Buffer.from(JSON.stringify({ packageName: bundle, ...note })).toString("base64"),
        },
      });
      const subscription = (more: Json) =>
        message({ subscriptionNotification: { notificationType: 2, purchaseToken: "t", ...more } });
      for (const body of [
        subscription({ purchaseToken: "\u0000" }),
        subscription({ purchaseToken: "\ud800" }),
        subscription({ notificationType: { toString: 1, valueOf: 1 } }),
      ])
        expect(await notify("google", body)).toMatchObject({ status: 200 });
      expect((await notices()).map(({ state, reason }) => [state, reason]).sort()).toEqual([
        ["ignored", "no_payment"],
        ["ignored", "unreadable"],
        ["ignored", "unreadable"],
      ]);
    });

    test("does not hold up the one behind it", async () => {
      const { app, connect, notify, work, payments, notices } = await aShop();
      await connect("apple", { credentials: undefined });
      await notify("apple", appleNotice("SUBSCRIBED", { transactionId: "601", appAccountToken: "i-u1" }));
      await sql`
        update purchase_notifications set body = jsonb_set(body, '{amount,major}', '1e300'), next_at = ${minutes(-1)}
        where project_id = ${app.project.id}`;
      await notify("apple", appleNotice("SUBSCRIBED", { transactionId: "602", appAccountToken: "i-u1" }));
      await work();
      expect(await payments()).toEqual([paid(4_999, { source: "apple" })]);
      expect((await notices()).map(({ state, reason }) => [state, reason]).sort()).toEqual([
        ["ignored", "unreadable"],
        ["stored", null],
      ]);
    });
  });

  describe("a service's webhook", () => {
    const revenueCat = (type: string, event: Json = {}) => ({
      api_version: "1.0",
      event: {
        id: crypto.randomUUID(),
        type,
        event_timestamp_ms: 1_772_448_000_000,
        purchased_at_ms: 1_772_445_600_000,
        product_id: "com.subscription.weekly",
        period_type: "NORMAL",
        environment: "PRODUCTION",
        transaction_id: "301",
        original_transaction_id: "301",
        is_family_share: false,
        app_user_id: "u1",
        aliases: ["$RCAnonymousID:8069238d6049ce87cc529853916d624c"],
        original_app_user_id: "$RCAnonymousID:87c6049c58069238dce29853916d624c",
        currency: "USD",
        price: 4.99,
        price_in_purchased_currency: 4.99,
        store: "APP_STORE",
        subscriber_attributes: { $email: { updated_at_ms: 1, value: "firstlast@example.com" } },
        ...event,
      },
    });

    test("of RevenueCat becomes payments and refunds, and not a second time what the app reported", async () => {
      const { connect, buy, notify, work, payments } = await aShop();
      await connect("apple", { credentials: undefined });
      await buy(signed({ transactionId: "301", price: 4_990 }));
      await notify("revenuecat", revenueCat("INITIAL_PURCHASE"));
      const renewal = { transaction_id: "302", app_user_id: "someone" };
      await notify("revenuecat", revenueCat("RENEWAL", renewal));
      await notify(
        "revenuecat",
        revenueCat("NON_RENEWING_PURCHASE", {
          transaction_id: "GPA.9",
          original_transaction_id: "GPA.9",
          store: "PLAY_STORE",
          app_user_id: "u2",
        }),
      );
      await work();
      await notify(
        "revenuecat",
        revenueCat("CANCELLATION", {
          ...renewal,
          cancel_reason: "CUSTOMER_SUPPORT",
          price_in_purchased_currency: -4.99,
        }),
      );
      await work();
      expect(
        (await payments()).map(({ who, type, amount, state, source }) => [who, type, amount, state, source]),
      ).toEqual([
        ["u1", "SUBSCRIPTION_RENEWED", 499, "refunded", "revenuecat"],
        ["u2", "ONE_TIME", 499, "valid", "revenuecat"],
        ["u1", "SUBSCRIPTION_REFUNDED", 499, null, "revenuecat"],
        ["u1", "SUBSCRIPTION_CREATED", 499, "valid", null],
      ]);
    });

    const ofPlay = (order: string, more: Json = {}) => ({
      transaction_id: order,
      original_transaction_id: order.replace(/\.\.\d+$/, ""),
      store: "PLAY_STORE",
      app_user_id: "someone",
      aliases: [],
      ...more,
    });

    test("of RevenueCat finds Google's purchase by its order ID or token, and counts it once", async () => {
      const { connect, buy, notify, work, payments } = await aShop();
      await connect("google", { credentials: undefined, mode: "show" });
      await buy({}, { payment_id: "GPA.31", amount: 4.99 });
      await buy({ purchase_token: "token-of-32" }, { user_id: "u2", amount: 4.99 });
      await notify("revenuecat", revenueCat("INITIAL_PURCHASE", ofPlay("GPA.31")));
      const second = ofPlay("GPA.32", { purchase_token: "token-of-32" });
      await notify("revenuecat", revenueCat("INITIAL_PURCHASE", second));
      await work();
      const shown = async () =>
        (await payments()).map(({ who, type, amount, source }) => [who, type, amount, source]);
      const firsts = [
        ["u1", "SUBSCRIPTION_CREATED", 499, null],
        ["u2", "SUBSCRIPTION_CREATED", 499, null],
      ];
      expect((await shown()).sort()).toEqual(firsts);
      await notify("revenuecat", revenueCat("RENEWAL", ofPlay("GPA.31..0")));
      await notify(
        "revenuecat",
        revenueCat("RENEWAL", ofPlay("GPA.32..0", { purchase_token: "token-of-32" })),
      );
      await work();
      expect((await shown()).sort()).toEqual([
        ...firsts.slice(0, 1),
        ["u1", "SUBSCRIPTION_RENEWED", 499, "revenuecat"],
        ...firsts.slice(1),
        ["u2", "SUBSCRIPTION_RENEWED", 499, "revenuecat"],
      ]);
    });

    test("of a converted trial counts although the app reported the free purchase with its order ID", async () => {
      const { app, buy, notify, work, payments } = await aShop();
      await buy({}, { payment_id: "trial", amount: 0 });
      await sql`
        update payments set purchase_key = 'google:GPA.33', purchase_line = 'google:token:x'
        where project_id = ${app.project.id} and payment_id = 'trial'`;
      const converted = ofPlay("GPA.33..0");
      await notify("revenuecat", revenueCat("INITIAL_PURCHASE", converted));
      await work();
      expect((await payments()).map(({ who, amount }) => [who, amount]).sort()).toEqual([
        ["u1", 0],
        ["u1", 499],
      ]);
    });

    test.each<[string, Json]>([
      ["sandbox", revenueCat("RENEWAL", { environment: "SANDBOX" })],
      [
        "free",
        revenueCat("INITIAL_PURCHASE", { period_type: "TRIAL", price: 0, price_in_purchased_currency: 0 }),
      ],
      ["family_shared", revenueCat("INITIAL_PURCHASE", { is_family_share: true })],
      ["test", revenueCat("TEST")],
      ["no_payment", revenueCat("EXPIRATION")],
      ["unreadable", revenueCat("RENEWAL", { purchased_at_ms: -2e14 })],
      ["no_price", revenueCat("RENEWAL", { price_in_purchased_currency: 1e300, price: 1e300 })],
    ])("of RevenueCat changes nothing: %s", async (reason, body) => {
      const { notify, work, payments, notices } = await aShop();
      await notify("revenuecat", body);
      await work();
      expect(await payments()).toEqual([]);
      expect(await notices()).toMatchObject([{ state: "ignored", reason }]);
    });

    const adapty = (event_type: string, properties: Json = {}) => ({
      profile_id: "00000000-0000-0000-0000-000000000000",
      customer_user_id: "u1",
      email: "john.doe@example.com",
      event_type,
      event_datetime: "2026-03-02T10:00:00.000000+0000",
      event_properties: {
        store: "play_store",
        currency: "USD",
        price_usd: 4.99,
        price_local: 4.99,
        environment: "Production",
        purchase_date: "2026-03-02T10:00:00.000000+0000",
        event_datetime: "2026-03-02T11:00:00.000000+0000",
        transaction_id: "GPA.7",
        original_transaction_id: "GPA.7",
        profile_event_id: crypto.randomUUID(),
        vendor_product_id: "onemonth_no_trial",
        ...properties,
      },
    });

    test("of Adapty becomes payments and refunds, without a person's data", async () => {
      const { app, notify, work, payments, notices } = await aShop();
      await notify("adapty", adapty("subscription_started"));
      const renewed = { transaction_id: "GPA.7..0", purchase_date: "2026-03-02T10:30:00.000000+0000" };
      await notify("adapty", adapty("subscription_renewed", renewed));
      await notify("adapty", adapty("subscription_started", { environment: "Sandbox" }));
      await work();
      await notify("adapty", adapty("subscription_refunded", { transaction_id: "GPA.7..0" }));
      await work();
      expect((await payments()).map(({ type, amount, state }) => [type, amount, state])).toEqual([
        ["SUBSCRIPTION_CREATED", 499, "valid"],
        ["SUBSCRIPTION_RENEWED", 499, "refunded"],
        ["SUBSCRIPTION_REFUNDED", 499, null],
      ]);
      expect((await notices()).map(({ state }) => state).sort()).toEqual([
        "ignored",
        "stored",
        "stored",
        "stored",
      ]);
      const stored = await sql`select * from purchase_notifications where project_id = ${app.project.id}`;
      expect(JSON.stringify(stored)).not.toContain("john.doe");
    });
  });
});
