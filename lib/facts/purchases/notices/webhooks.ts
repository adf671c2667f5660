import { isCurrency, maxMajorUnits } from "@/lib/base/money";
import { purchaseKey } from "@/lib/facts/payments/store-purchases";
import type { Notice, NoticedPurchase, NoticeEffect } from "@/lib/facts/purchases/notices/notice";
import { tokenName } from "@/lib/facts/purchases/servers/google";
import type { PaymentType } from "@/lib/ledger/payment-types";

/**
 * Webhooks of subscription services, which report purchases of several stores:
 * https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields and
 * https://adapty.io/docs/webhook-event-types-and-fields.
 */

type Json = Record<string, unknown>;
const objectAt = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
const textAt = (value: unknown, max = 256): string | null => {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" && text.length <= max ? text : null;
};
const numberAt = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
/** No store sold anything before. */
const firstTime = Date.UTC(2000, 0, 1);
const timeAt = (value: unknown): Date | null => {
  const ms = typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN;
  return ms >= firstTime && ms < 8.64e15 ? new Date(ms) : null;
};

type Effect = { does: NoticeEffect; type: PaymentType };

/** Stores by both services' names. Others, such as Stripe, have transactions of their own. */
function keyIn(store: string, transaction: string): { key: string; platform: NoticedPurchase["platform"] } {
  if (/^(mac_)?app_store$/.test(store)) return { key: purchaseKey("apple", transaction), platform: "IOS" };
  if (store === "play_store") return { key: purchaseKey("google", transaction), platform: "ANDROID" };
  return { key: `${store.slice(0, 32).toWellFormed()}:${transaction}`, platform: "UNKNOWN" };
}

const amountOf = (major: unknown, currency: unknown): NoticedPurchase["amount"] => {
  const code = textAt(currency)?.toUpperCase() ?? "";
  const number = numberAt(major);
  if (number === null || Math.abs(number) > maxMajorUnits || !isCurrency(code)) return null;
  return { major: Math.abs(number), currency: code };
};

type Read = {
  id: string;
  kind: string;
  effect: Effect | null;
  isSandbox: boolean;
  isFamilyShared: boolean;
  isFree: boolean;
  store: string;
  transaction: string | null;
  line: string | null;
  /** Google's token, if the service sends it. */
  token: string | null;
  at: Date | null;
  amount: NoticedPurchase["amount"];
  product: string | null;
  accounts: (string | null)[];
};

function noticeOf(read: Read, service: string): Notice {
  const { id, kind, effect, store, transaction } = read;
  const nothing = (why: Extract<Notice, { does: "nothing" }>["why"]): Notice => ({
    id,
    kind,
    does: "nothing",
    why,
  });
  if (effect === null) return nothing(kind === "TEST" ? "test" : "no_payment");
  if (read.isSandbox) return nothing("sandbox");
  if (read.isFamilyShared) return nothing("family_shared");
  if (effect.does === "pay" && (read.isFree || read.amount?.major === 0)) return nothing("free");
  if (transaction === null || read.at === null) return nothing("unreadable");
  const { key, platform } = keyIn(store, transaction);
  return {
    id,
    kind,
    ...effect,
    key: effect.does === "note" ? `${service}:notice:${id}` : key,
    line: keyIn(store, read.line ?? transaction).key,
    at: read.at,
    amount: effect.does === "note" ? null : read.amount,
    product: read.product,
    share: 1,
    accounts: [...new Set(read.accounts.filter((one) => one !== null))].slice(0, 20),
    platform,
    ...(store === "play_store" ? { names: namesOf(read) } : {}),
  };
}

/** An app knows Google's purchase by its token or its order ID; a renewal's order ID ends with its number. */
const namesOf = ({ transaction, line, token }: Read): string[] => {
  const orders = [transaction, line].filter((one) => one !== null);
  const firsts = orders.map((order) => order.replace(/\.\.\d+$/, ""));
  return [...new Set([...orders, ...firsts, ...(token === null ? [] : [tokenName(token)])])];
};

function revenueCatEffect(type: string, reason: unknown): Effect | null {
  if (type === "INITIAL_PURCHASE") return { does: "pay", type: "SUBSCRIPTION_CREATED" };
  if (type === "RENEWAL") return { does: "pay", type: "SUBSCRIPTION_RENEWED" };
  if (type === "NON_RENEWING_PURCHASE") return { does: "pay", type: "ONE_TIME" };
  if (type === "REFUND_REVERSED") return { does: "reverse_refund", type: "SUBSCRIPTION_REFUNDED" };
  if (type === "BILLING_ISSUE") return { does: "note", type: "SUBSCRIPTION_BILLING_ISSUE" };
  if (type !== "CANCELLATION") return null;
  // RevenueCat reports a refund as a cancellation by the store's customer support.
  if (reason === "CUSTOMER_SUPPORT") return { does: "refund", type: "SUBSCRIPTION_REFUNDED" };
  return { does: "note", type: "SUBSCRIPTION_CANCELLED" };
}

/** Null if it is no event of RevenueCat. */
export function readRevenueCat(body: Json): Notice | null {
  const event = objectAt(body.event);
  const [id, type] = [textAt(event.id, 128), textAt(event.type, 128)];
  if (id === null || type === null) return null;
  const effect = revenueCatEffect(type, event.cancel_reason);
  const aliases = Array.isArray(event.aliases) ? event.aliases : [];
  return noticeOf(
    {
      id,
      kind: type,
      effect,
      isSandbox: event.environment === "SANDBOX",
      isFamilyShared: event.is_family_share === true,
      isFree: event.period_type === "TRIAL" || event.period_type === "PROMOTIONAL",
      store: (textAt(event.store) ?? "").toLowerCase(),
      transaction: textAt(event.transaction_id),
      line: textAt(event.original_transaction_id),
      token: textAt(event.purchase_token, 1_024),
      at: timeAt(effect?.does === "pay" ? event.purchased_at_ms : event.event_timestamp_ms),
      amount: amountOf(event.price_in_purchased_currency, event.currency) ?? amountOf(event.price, "USD"),
      product: textAt(event.product_id),
      accounts: [event.app_user_id, event.original_app_user_id, ...aliases].map((one) => textAt(one)),
    },
    "revenuecat",
  );
}

const adaptyEffects: Record<string, Effect> = {
  subscription_started: { does: "pay", type: "SUBSCRIPTION_CREATED" },
  subscription_renewed: { does: "pay", type: "SUBSCRIPTION_RENEWED" },
  trial_converted: { does: "pay", type: "SUBSCRIPTION_CREATED" },
  non_subscription_purchase: { does: "pay", type: "ONE_TIME" },
  subscription_refunded: { does: "refund", type: "SUBSCRIPTION_REFUNDED" },
  non_subscription_purchase_refunded: { does: "refund", type: "SUBSCRIPTION_REFUNDED" },
  subscription_renewal_cancelled: { does: "note", type: "SUBSCRIPTION_CANCELLED" },
  billing_issue_detected: { does: "note", type: "SUBSCRIPTION_BILLING_ISSUE" },
};

/** Null if it is no event of Adapty. */
export function readAdapty(body: Json): Notice | null {
  const type = textAt(body.event_type, 128);
  const event = objectAt(body.event_properties);
  const id = textAt(event.profile_event_id, 128);
  if (type === null || id === null) return null;
  const effect = adaptyEffects[type] ?? null;
  return noticeOf(
    {
      id,
      kind: type,
      effect,
      isSandbox: event.environment === "Sandbox",
      isFamilyShared: false,
      isFree: false,
      store: (textAt(event.store) ?? "").toLowerCase(),
      transaction: textAt(event.transaction_id),
      line: textAt(event.original_transaction_id),
      token: textAt(event.purchase_token, 1_024),
      at: timeAt(
        effect?.does === "pay" ? (event.purchase_date ?? event.event_datetime) : event.event_datetime,
      ),
      amount: amountOf(event.price_local, event.currency) ?? amountOf(event.price_usd, "USD"),
      product: textAt(event.vendor_product_id),
      accounts: [body.customer_user_id, body.profile_id].map((one) => textAt(one)),
    },
    "adapty",
  );
}
