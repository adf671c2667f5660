import { createHash } from "node:crypto";
import { env } from "@/lib/base/env";
import { isCurrency } from "@/lib/base/money";
import type { StoreProof, StorePurchase } from "@/lib/facts/payments/store-purchases";
import type { StoreAnswer, StoreServer } from "@/lib/facts/purchases/servers/server";
import { type GoogleAccount, googleBearer } from "@/lib/platform/google-bearer";
import { jsonObjectIn } from "@/lib/platform/json-object";
import { type KeepAliveResponse, keepAliveCalls } from "@/lib/platform/keep-alive-calls";
import { retryAfterMs } from "@/lib/platform/retry-after";
import { SafeFetchError } from "@/lib/platform/safe-fetch";

/**
 * The Google Play Developer API: purchases.subscriptionsv2, purchases.products and orders
 * (https://developers.google.com/android-publisher/api-ref/rest).
 */

const scope = "https://www.googleapis.com/auth/androidpublisher";
const call = keepAliveCalls(() => ({ allows: () => true }), 10_000);

type Json = Record<string, unknown>;
type Got = { json: Json } | { answer: StoreAnswer };

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const objectAt = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listAt = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectAt) : []);
const timeAt = (value: unknown): Date | null => {
  const ms =
    typeof value === "string" ? (/^\d+$/.test(value) ? Number(value) : Date.parse(value)) : Number.NaN;
  return Number.isFinite(ms) ? new Date(ms) : null;
};

/** Google's Money: whole units as text, and billionths. */
function moneyAt(value: unknown): { major: number; currency: string } | null {
  const { currencyCode, units, nanos } = objectAt(value);
  const currency = typeof currencyCode === "string" ? currencyCode.toUpperCase() : "";
  const major = Number(units ?? 0) + Number(nanos ?? 0) / 1e9;
  return isCurrency(currency) && Number.isFinite(major) ? { major, currency } : null;
}

/** Google's token is only needed to query Google, so its hash identifies the purchase here. */
export const tokenName = (token: string) => `token:${createHash("sha256").update(token).digest("hex")}`;

export function googleServer(account: GoogleAccount, packageName: string): StoreServer {
  const get = async (path: string, now: Date): Promise<Got> => {
    const bearer = await googleBearer(account, scope, now);
    if ("is" in bearer) {
      const { is, text: words } = bearer;
      return { answer: is === "later" ? { is, text: words, afterMs: bearer.afterMs } : { is, text: words } };
    }
    const response = await call({
      method: "GET",
      url: `${env.GOOGLE_PUBLISHER_URL}/androidpublisher/v3/applications/${encodeURIComponent(packageName)}/${path}`,
      headers: { authorization: `Bearer ${bearer.text}` },
      body: null,
    });
    return response.status === 200
      ? { json: jsonObjectIn(response.body) }
      : { answer: readError(response, now) };
  };

  const subscription = async (token: string, now: Date): Promise<StoreAnswer> => {
    const got = await get(`purchases/subscriptionsv2/tokens/${encodeURIComponent(token)}`, now);
    if ("answer" in got) return got.answer;
    const { subscriptionState: state, testPurchase, lineItems, latestOrderId, startTime } = got.json;
    if (testPurchase !== undefined) return { is: "invalid", reason: "sandbox" };
    if (state === "SUBSCRIPTION_STATE_PENDING") return { is: "unpaid" };
    if (state === "SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED")
      return { is: "invalid", reason: "cancelled" };
    const [item = {}] = listAt(lineItems);
    const order = text(item.latestSuccessfulOrderId) ?? text(latestOrderId);
    if (order === null) return { is: "unpaid" };
    return withOrder(order, now, {
      line: tokenName(token),
      product: text(item.productId),
      paidAt: timeAt(startTime),
      isSubscription: true,
      account: text(objectAt(got.json.externalAccountIdentifiers).obfuscatedExternalAccountId),
    });
  };

  const product = async (token: string, id: string, now: Date): Promise<StoreAnswer> => {
    const path = `purchases/products/${encodeURIComponent(id)}/tokens/${encodeURIComponent(token)}`;
    const got = await get(path, now);
    if ("answer" in got) return got.answer;
    const { purchaseState, purchaseType, orderId, purchaseTimeMillis, obfuscatedExternalAccountId } =
      got.json;
    // 0 is a test; promotions and rewarded purchases have an order without a price.
    if (purchaseType === 0) return { is: "invalid", reason: "sandbox" };
    if (purchaseState === 2) return { is: "unpaid" };
    const order = text(orderId);
    if (order === null) return { is: "invalid", reason: purchaseState === 1 ? "cancelled" : "unknown" };
    return withOrder(order, now, {
      line: tokenName(token),
      product: id,
      paidAt: timeAt(purchaseTimeMillis),
      isSubscription: false,
      account: text(obfuscatedExternalAccountId),
    });
  };

  type Known = Pick<StorePurchase, "line" | "product" | "paidAt" | "isSubscription" | "account">;
  const withOrder = async (order: string, now: Date, known: Known): Promise<StoreAnswer> => {
    const got = await get(`orders/${encodeURIComponent(order)}`, now);
    const base = { ...known, transaction: order, isRenewal: /\.\.\d+$/.test(order) };
    if ("answer" in got) {
      // The account may not see orders: the purchase is valid, and its price is unknown.
      if (got.answer.is === "later") return got.answer;
      return { is: "purchase", purchase: { ...base, amount: null, refundedAt: null, refundedShare: 1 } };
    }
    const { state, total, createTime, lastEventTime, orderHistory } = got.json;
    if (state === "PENDING") return { is: "unpaid" };
    if (state === "CANCELED") return { is: "invalid", reason: "cancelled" };
    const amount = moneyAt(total);
    const history = objectAt(orderHistory);
    const isFull = state === "REFUNDED";
    const partial = state === "PARTIALLY_REFUNDED" ? listAt(history.partialRefundEvents) : [];
    const part = partial.reduce(
      (sum, one) => sum + (moneyAt(objectAt(one.refundDetails).total)?.major ?? 0),
      0,
    );
    const refundedAt =
      isFull || partial.length > 0
        ? (timeAt(objectAt(history.refundEvent).eventTime) ??
          timeAt(partial.at(-1)?.processTime) ??
          timeAt(lastEventTime) ??
          now)
        : null;
    const refundedShare = isFull || !amount || amount.major <= 0 ? 1 : Math.min(1, part / amount.major);
    const paidAt = timeAt(objectAt(history.processedEvent).eventTime) ?? timeAt(createTime) ?? known.paidAt;
    return { is: "purchase", purchase: { ...base, paidAt, amount, refundedAt, refundedShare } };
  };

  const fetch = async (
    { token = "", product: id, isSubscription }: StoreProof,
    now: Date,
  ): Promise<StoreAnswer> => {
    try {
      if (!id) return await subscription(token, now);
      // The kind of the product is not known for certain, so the other one is tried, too.
      const first = isSubscription ? await subscription(token, now) : await product(token, id, now);
      if (first.is !== "invalid" || first.reason !== "unknown") return first;
      return isSubscription ? await product(token, id, now) : await subscription(token, now);
    } catch (error) {
      if (error instanceof SafeFetchError)
        return { is: "later", text: `Google Play: ${error.problem}`, afterMs: null };
      throw error;
    }
  };
  return { fetch, test: (now) => fetch({ token: "cairn-checks-the-credentials" }, now) };
}

function readError({ status, headers, body }: KeepAliveResponse, now: Date): StoreAnswer {
  const { message, errors } = objectAt(jsonObjectIn(body).error);
  const reason = text(listAt(errors)[0]?.reason);
  const words = [reason, text(message)].filter((one) => one !== null);
  const answerText = `Google Play: ${[status, ...words].join(" ")}`.slice(0, 300);
  if (status === 401 || status === 403 || reason === "applicationNotFound")
    return { is: "refused", text: answerText };
  // An invalid or expired token.
  if (status === 400 || status === 404 || status === 410) return { is: "invalid", reason: "unknown" };
  return { is: "later", text: answerText, afterMs: retryAfterMs(headers["retry-after"], now) };
}
