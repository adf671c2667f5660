import { purchaseKey } from "@/lib/facts/payments/store-purchases";
import { readSigned } from "@/lib/facts/purchases/apple/signed";
import { readTransaction } from "@/lib/facts/purchases/apple/transaction";
import type { Notice, NoticedPurchase, NoticeEffect } from "@/lib/facts/purchases/notices/notice";
import type { PaymentType } from "@/lib/ledger/payment-types";

/** App Store Server Notifications V2: https://developer.apple.com/documentation/appstoreservernotifications */

const effects: Record<string, NoticeEffect> = {
  SUBSCRIBED: "pay",
  DID_RENEW: "pay",
  OFFER_REDEEMED: "pay",
  ONE_TIME_CHARGE: "pay",
  REFUND: "refund",
  REFUND_REVERSED: "reverse_refund",
  DID_FAIL_TO_RENEW: "note",
  DID_CHANGE_RENEWAL_STATUS: "note",
};

const typeOf = (type: string, isSubscription: boolean): PaymentType => {
  if (type === "DID_FAIL_TO_RENEW") return "SUBSCRIPTION_BILLING_ISSUE";
  if (type === "DID_CHANGE_RENEWAL_STATUS") return "SUBSCRIPTION_CANCELLED";
  if (!isSubscription) return "ONE_TIME";
  return type === "DID_RENEW" ? "SUBSCRIPTION_RENEWED" : "SUBSCRIPTION_CREATED";
};

/** Null unless Apple signed it. */
export function readAppleNotice(signedPayload: string, bundleId: string): Notice | null {
  const signed = readSigned(signedPayload);
  if ("problem" in signed) return null;
  const { notificationType, subtype, notificationUUID, data, signedDate } = signed.claims;
  const type = typeof notificationType === "string" ? notificationType.slice(0, 64) : "";
  const kind = typeof subtype === "string" && subtype ? `${type} ${subtype}`.slice(0, 128) : type;
  if (typeof notificationUUID !== "string" || !notificationUUID) return null;
  const base = { id: notificationUUID.slice(0, 128), kind };
  if (type === "TEST") return { ...base, does: "nothing", why: "test" };
  const effect = effects[type];
  // Only turning renewal off is a cancellation.
  if (!effect || (type === "DID_CHANGE_RENEWAL_STATUS" && subtype !== "AUTO_RENEW_DISABLED"))
    return { ...base, does: "nothing", why: "no_payment" };
  const info = (data as Record<string, unknown> | undefined)?.signedTransactionInfo;
  const read = readTransaction(typeof info === "string" ? info : "", bundleId);
  if ("problem" in read) {
    const { problem } = read;
    const isKnown = problem === "sandbox" || problem === "other_app" || problem === "family_shared";
    return { ...base, does: "nothing", why: isKnown ? problem : "unreadable" };
  }
  const { purchase } = read;
  const noticedAt = new Date(typeof signedDate === "number" ? signedDate : Number.NaN);
  const of: NoticedPurchase = {
    key: effect === "note" ? `apple:notice:${base.id}` : purchaseKey("apple", purchase.transaction),
    line: purchaseKey("apple", purchase.line),
    at: (effect === "pay" ? purchase.paidAt : purchase.refundedAt) ?? noticedAt,
    type: typeOf(type, purchase.isSubscription),
    amount: effect === "note" ? null : purchase.amount,
    product: purchase.product,
    share: purchase.refundedShare,
    accounts: purchase.account ? [purchase.account] : [],
    platform: "IOS",
  };
  return effect === "pay" && read.isFree
    ? { ...base, does: "nothing", why: "free" }
    : { ...base, does: effect, ...of };
}
