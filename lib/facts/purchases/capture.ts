import type { z } from "zod";
import type { ProjectId } from "@/lib/base/ids";
import { capturePayment } from "@/lib/facts/payments/capture";
import type { PaymentStorage, PurchaseColumns } from "@/lib/facts/payments/queries";
import type { StorePurchaseInput, serverPaymentBody } from "@/lib/facts/payments/schema";
import type { CheckMode, Store, StoreProof } from "@/lib/facts/payments/store-purchases";
import { findConnection } from "@/lib/facts/purchases/connection-queries";
import { type Evaluation, evaluateProof, invalid, statusOf } from "@/lib/facts/purchases/evaluate";
import { findPurchase } from "@/lib/facts/purchases/purchase-queries";
import { refundPurchase } from "@/lib/facts/purchases/refund";
import { settlePayments } from "@/lib/facts/purchases/settle-queries";
import { settlementOf } from "@/lib/facts/purchases/settlement";
import { revenueSign } from "@/lib/ledger/payment-types";

type Payment = z.output<typeof serverPaymentBody> & { token?: unknown };
type Context = { userAgent: string | null; now: Date };
type Project = { id: ProjectId; currency: string };

const storeOf = (proof: StorePurchaseInput): Store | null => {
  if (proof.signed_transaction || proof.transaction_id) return "apple";
  return proof.purchase_token ? "google" : null;
};

/** The store's server also knows what happened after the transaction was signed. */
function proofOf(given: StorePurchaseInput, { key, purchase }: Evaluation, type: string): StoreProof | null {
  if (key === null) return null;
  if (given.purchase_token)
    return {
      token: given.purchase_token,
      product: given.product_id ?? null,
      isSubscription: type.startsWith("SUBSCRIPTION"),
    };
  return { transaction: purchase?.transaction ?? given.transaction_id ?? "" };
}

/**
 * Stores a payment like `capturePayment`. If it has a store's proof and the project checks that store, it gets a state,
 * and counts as the project's mode says.
 */
export async function capturePurchase(
  project: Project,
  { store_purchase: given, ...payment }: Payment,
  context: Context,
): Promise<PaymentStorage> {
  const store = given && storeOf(given);
  if (!given || !store || payment.status !== "PAYMENT_COMPLETED" || revenueSign(payment.type) <= 0)
    return capturePayment(project, payment, context);
  const connection = await findConnection(project.id, store);
  if (!connection || connection.mode === "off") return capturePayment(project, payment, context);
  const { mode } = connection;
  const evaluation = evaluateProof(given, connection);
  const asksServer = evaluation.state === "pending" || connection.has_credentials;
  const proof = asksServer ? proofOf(given, evaluation, payment.type) : null;
  const evaluated = { evaluation, mode, store, proof };
  let outcome = await storeEvaluated(project, payment, context, evaluated);
  if (
    outcome === "replayed" &&
    given.signed_transaction &&
    (await releaseUnproven(project, evaluation, mode))
  ) {
    const payment_id = payment.payment_id ?? `${evaluation.key}:signed`.slice(0, 256);
    outcome = await storeEvaluated(project, { ...payment, payment_id }, context, evaluated);
  }
  if (outcome === "replayed") {
    // Repeats of this call must not be stored again.
    const sender = payment.install_instance_id ?? payment.user_id ?? "";
    const payment_id = payment.payment_id ?? `replayed:${evaluation.key}:${sender}`.slice(0, 256);
    const replayed = { evaluation: invalid("replayed"), mode, store, proof: null };
    return storeEvaluated(project, { ...payment, payment_id }, context, replayed);
  }
  if (outcome === "stored" && evaluation.state === "refunded")
    await refundPurchase(project, evaluation.key!, {
      at: evaluation.purchase!.refundedAt!,
      share: evaluation.purchase!.refundedShare,
      source: null,
      now: context.now,
    });
  return outcome;
}

/**
 * A transaction's ID can be guessed, but not its signature: a payment that only named the transaction, and that the
 * store did not confirm yet, gives the ID up. False if there is no such payment.
 */
async function releaseUnproven(project: Project, { key }: Evaluation, mode: CheckMode): Promise<boolean> {
  const holder = key === null ? null : await findPurchase(project.id, key);
  if (holder?.check_state !== "pending") return false;
  const settlement = settlementOf(project, holder.id, invalid("replayed"), mode);
  await settlePayments(project.id, [{ ...settlement, purchase_key: `${key}:unproven:${holder.id}` }]);
  return true;
}

type Evaluated = { evaluation: Evaluation; mode: CheckMode; store: Store; proof: StoreProof | null };

function storeEvaluated(
  project: Project,
  payment: Omit<Payment, "store_purchase">,
  context: Context,
  { evaluation, mode, store, proof }: Evaluated,
): Promise<PaymentStorage> {
  const { state, reason, key, line, purchase } = evaluation;
  const columns: PurchaseColumns = {
    purchase_key: key,
    purchase_line: line,
    check_state: state,
    check_reason: reason,
    purchase_source: null,
    check_source: proof && store,
    check_proof: proof,
    check_at: proof && context.now,
  };
  const price = mode === "require" && state !== "invalid" ? purchase?.amount : null;
  const counted = {
    ...payment,
    ...(price ? { amount: price.major, currency: price.currency } : {}),
    payment_id: payment.payment_id ?? key ?? undefined,
    status: statusOf(state, mode) as Payment["status"],
  };
  return capturePayment(project, counted, context, columns);
}
