import { newId, type ProjectId } from "@/lib/base/ids";
import { minorUnitRatio } from "@/lib/base/money";
import { type PaymentRow, removePayments, storePayments } from "@/lib/facts/payments/queries";
import { type PurchaseSource, refundKey } from "@/lib/facts/payments/store-purchases";
import { findPurchase, type KnownPurchase } from "@/lib/facts/purchases/purchase-queries";
import { type Settlement, settlePayments } from "@/lib/facts/purchases/settle-queries";

type Project = { id: ProjectId; currency: string };
type Refund = {
  at: Date;
  /** The share of the price that was refunded, from 0 to 1. */
  share: number;
  /** Who reported the refund; null for the app's own transaction. */
  source: PurchaseSource | null;
  now: Date;
};

/** A change of the state alone. */
export const stateOnly = (
  projectId: ProjectId,
  { id }: Pick<KnownPurchase, "id">,
  state: Settlement["state"],
): Settlement => ({
  project_id: projectId,
  id,
  state,
  reason: null,
  status: null,
  purchase_key: null,
  purchase_line: null,
  amount: null,
  currency: null,
  original: null,
  scale: null,
});

/**
 * Counts the refund of a transaction by the store, unless the app reported it, too. `unknown` and `pending`: the
 * payment is not stored or not checked yet.
 */
export async function refundPurchase(
  project: Project,
  key: string,
  { at, share, source, now }: Refund,
): Promise<"stored" | "repeat" | "unknown" | "pending"> {
  const payment = await findPurchase(project.id, key);
  if (!payment) return "unknown";
  if (payment.check_state === "pending") return "pending";
  const counts = payment.status === "PAYMENT_COMPLETED" && payment.removed_at === null;
  const isNew = counts && !payment.is_refunded;
  if (isNew) await storeRefund(project, payment, key, { at: at > now ? now : at, share, source, now });
  // A payment that is not valid was never counted, so it stays as it is.
  if (payment.check_state !== "invalid")
    await settlePayments(project.id, [stateOnly(project.id, payment, "refunded")]);
  return isNew ? "stored" : "repeat";
}

async function storeRefund(
  { id, currency }: Project,
  payment: KnownPurchase,
  key: string,
  { at, share, source }: Refund,
): Promise<void> {
  const part = (minor: number) => Math.round(minor * share);
  const original = payment.original_minor;
  const code = payment.original_currency ?? currency;
  const row: PaymentRow = {
    project_id: id,
    id: newId(at),
    at,
    device_at: null,
    arrived_at: null,
    payment_id: refundKey(key),
    refunded_payment_id: payment.payment_id,
    type: "SUBSCRIPTION_REFUNDED",
    status: "PAYMENT_COMPLETED",
    amount: original === null ? part(payment.amount_minor) : 0,
    currency: code,
    original: original === null ? null : part(original),
    scale: original === null ? null : minorUnitRatio(code, currency),
    instance: payment.install_instance_id,
    user_id: payment.user_id,
    platform: payment.platform,
    data: {},
    purchase_key: refundKey(key),
    purchase_source: source,
  };
  const [outcome] = await storePayments([row]);
  // An app can use any payment ID, also this one. The key is the store's, so a stored refund is not stored again.
  if (outcome !== "stored") await storePayments([{ ...row, payment_id: null }]);
}

/** The store took a refund back. */
export async function reverseRefund(project: Project, key: string, now: Date): Promise<"stored" | "unknown"> {
  const payment = await findPurchase(project.id, key);
  if (!payment) return "unknown";
  await removePayments(project.id, { purchaseKey: refundKey(key) }, now);
  if (payment.check_state === "refunded")
    await settlePayments(project.id, [stateOnly(project.id, payment, "valid")]);
  return "stored";
}
