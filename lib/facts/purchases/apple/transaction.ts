import { isCurrency } from "@/lib/base/money";
import type { CheckReason, StorePurchase } from "@/lib/facts/payments/store-purchases";
import { readSigned } from "@/lib/facts/purchases/apple/signed";

/**
 * Apple's transactions: https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload.
 * `price` is in thousandths of the currency's unit, for the whole quantity, with discounts and taxes.
 */
export type AppleTransaction =
  | { purchase: StorePurchase; isFree: boolean }
  /** The transaction and line are known if Apple signed it, even if it does not count. */
  | { problem: CheckReason; purchase: StorePurchase | null };

const text = (value: unknown, max = 128): string | null =>
  typeof value === "string" && value !== "" && value.length <= max ? value : null;
const time = (value: unknown): Date | null =>
  typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 8.64e15 ? new Date(value) : null;

/** A full refund has no percentage. */
const refundedShare = (percentage: unknown): number =>
  typeof percentage === "number" && percentage > 0 && percentage <= 100_000 ? percentage / 100_000 : 1;

export function readTransaction(jws: string, bundleId: string): AppleTransaction {
  const signed = readSigned(jws);
  if ("problem" in signed) return { ...signed, purchase: null };
  const { claims } = signed;
  const transaction = text(claims.transactionId);
  if (transaction === null) return { problem: "unreadable", purchase: null };
  const { price, currency } = claims;
  const code = typeof currency === "string" ? currency.toUpperCase() : "";
  const purchase: StorePurchase = {
    transaction,
    line: text(claims.originalTransactionId) ?? transaction,
    product: text(claims.productId, 256),
    amount:
      typeof price === "number" && price >= 0 && Number.isFinite(price) && isCurrency(code)
        ? { major: price / 1_000, currency: code }
        : null,
    paidAt: time(claims.purchaseDate),
    refundedAt: time(claims.revocationDate),
    refundedShare: refundedShare(claims.revocationPercentage),
    isSubscription: claims.type === "Auto-Renewable Subscription",
    isRenewal: claims.transactionReason === "RENEWAL",
    account: text(claims.appAccountToken),
  };
  if (claims.bundleId !== bundleId) return { problem: "other_app", purchase: null };
  if (claims.environment !== "Production") return { problem: "sandbox", purchase };
  if (claims.inAppOwnershipType === "FAMILY_SHARED") return { problem: "family_shared", purchase };
  return { purchase, isFree: purchase.amount?.major === 0 };
}
