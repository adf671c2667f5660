import { isStorableText } from "@/lib/base/text/storable";
import type { Notice } from "@/lib/facts/purchases/notices/notice";

/**
 * Google Play's real-time developer notifications, pushed by Pub/Sub:
 * https://developer.android.com/google/play/billing/rtdn-reference. They have a token but no amount, so Google's
 * server is queried for the purchase.
 */

const subscriptionKinds: Record<number, string> = {
  1: "SUBSCRIPTION_RECOVERED",
  2: "SUBSCRIPTION_RENEWED",
  3: "SUBSCRIPTION_CANCELED",
  4: "SUBSCRIPTION_PURCHASED",
  5: "SUBSCRIPTION_ON_HOLD",
  6: "SUBSCRIPTION_IN_GRACE_PERIOD",
  7: "SUBSCRIPTION_RESTARTED",
  9: "SUBSCRIPTION_DEFERRED",
  10: "SUBSCRIPTION_PAUSED",
  12: "SUBSCRIPTION_REVOKED",
  13: "SUBSCRIPTION_EXPIRED",
};
/** Those after which there may be a new order, or one that was refunded. */
const paidKinds = new Set([1, 2, 4]);
const refundedKinds = new Set([12]);

type Json = Record<string, unknown>;
const objectAt = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
/** Text that the database can store; the decoded message was not checked with the body. */
const textAt = (value: unknown, max: number): string =>
  typeof value === "string" && value.length <= max && isStorableText(value) ? value : "";

function decoded(data: unknown): Json {
  try {
    return objectAt(JSON.parse(Buffer.from(textAt(data, 64 * 1024), "base64").toString("utf8")));
  } catch {
    return {};
  }
}

/** Null if it is no message of Pub/Sub. */
export function readGoogleNotice(body: Json, packageName: string): Notice | null {
  const message = objectAt(body.message);
  const id = textAt(message.messageId ?? message.message_id, 128);
  if (!id) return null;
  const note = decoded(message.data);
  const nothing = (kind: string, why: "test" | "other_app" | "no_payment" | "unreadable"): Notice => ({
    id,
    kind,
    does: "nothing",
    why,
  });
  if (note.testNotification) return nothing("TEST", "test");
  const subscription = objectAt(note.subscriptionNotification);
  const product = objectAt(note.oneTimeProductNotification);
  const voided = objectAt(note.voidedPurchaseNotification);
  const type = subscription.notificationType ?? product.notificationType;
  const number = typeof type === "number" ? type : 0;
  let kind = "unknown";
  if (note.subscriptionNotification) kind = subscriptionKinds[number] ?? `SUBSCRIPTION ${number}`;
  else if (note.oneTimeProductNotification)
    kind = number === 1 ? "ONE_TIME_PRODUCT_PURCHASED" : "ONE_TIME_PRODUCT_CANCELED";
  else if (note.voidedPurchaseNotification) kind = "VOIDED_PURCHASE";
  if (note.packageName !== packageName) return nothing(kind, "other_app");
  const token = textAt(subscription.purchaseToken ?? product.purchaseToken ?? voided.purchaseToken, 1_024);
  if (!token) return nothing(kind, "unreadable");
  const isSubscription = Boolean(note.subscriptionNotification) || voided.productType === 1;
  const isVoided = Boolean(note.voidedPurchaseNotification) || (isSubscription && refundedKinds.has(number));
  const isPaid = note.subscriptionNotification ? paidKinds.has(number) : number === 1;
  if (!isVoided && !isPaid) return nothing(kind, "no_payment");
  const sku = textAt(product.sku ?? product.productId, 256);
  return {
    id,
    kind,
    does: "look_up",
    proof: { token, product: sku || null, isSubscription },
    isVoided,
  };
}
