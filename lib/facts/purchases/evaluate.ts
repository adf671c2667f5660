import type { StorePurchaseInput } from "@/lib/facts/payments/schema";
import type { CheckMode, CheckReason, CheckState, StorePurchase } from "@/lib/facts/payments/store-purchases";
import { purchaseKey } from "@/lib/facts/payments/store-purchases";
import { readTransaction } from "@/lib/facts/purchases/apple/transaction";
import { tokenName } from "@/lib/facts/purchases/servers/google";

/** The result of checking a purchase. */
export type Evaluation = {
  state: CheckState;
  reason: CheckReason | null;
  key: string | null;
  line: string | null;
  purchase: StorePurchase | null;
};

/** Which status a payment has in each state, so that only what should count does. */
export function statusOf(state: CheckState, mode: CheckMode): string {
  if (mode !== "require") return "PAYMENT_COMPLETED";
  if (state === "pending") return "PAYMENT_INITIATED";
  return state === "invalid" ? "PAYMENT_FAILED" : "PAYMENT_COMPLETED";
}

export const invalid = (reason: CheckReason): Evaluation => ({
  state: "invalid",
  reason,
  key: null,
  line: null,
  purchase: null,
});

export const confirmed = (store: "apple" | "google", purchase: StorePurchase): Evaluation => ({
  state: purchase.refundedAt === null ? "valid" : "refunded",
  reason: null,
  key: purchaseKey(store, purchase.transaction),
  line: purchaseKey(store, purchase.line),
  purchase,
});

function evaluateSigned(jws: string, bundleId: string): Evaluation {
  const read = readTransaction(jws, bundleId);
  return "problem" in read ? invalid(read.problem) : confirmed("apple", read.purchase);
}

/** What can be said before the store's server is queried. */
export function evaluateProof(
  proof: StorePurchaseInput,
  connection: { app_id: string | null; has_credentials: boolean },
): Evaluation {
  const appId = connection.app_id ?? "";
  if (proof.signed_transaction) return evaluateSigned(proof.signed_transaction, appId);
  const waiting = (key: string, line: string | null): Evaluation => ({
    state: "pending",
    reason: connection.has_credentials ? null : "no_credentials",
    key,
    line,
    purchase: null,
  });
  if (proof.transaction_id) {
    if (!/^\d{1,32}$/.test(proof.transaction_id)) return invalid("unreadable");
    return waiting(purchaseKey("apple", proof.transaction_id), null);
  }
  if (proof.package_name && proof.package_name !== appId) return invalid("other_app");
  const line = purchaseKey("google", tokenName(proof.purchase_token ?? ""));
  return waiting(line, line);
}
