import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { removePayments } from "@/lib/facts/payments/queries";

/** Refunds one payment, or all of a user's payments. If both are given, the payment ID decides. */
export async function removePayment(
  project: { id: ProjectId },
  which: { payment_id?: string | undefined; user_id?: string | undefined },
  now: Date,
): Promise<number> {
  const named = which.payment_id ? { paymentId: which.payment_id } : { userId: which.user_id! };
  const removed = await removePayments(project.id, named, now);
  if (removed === 0)
    throw new Refusal("payment_not_found", "No payment found with the given payment id or user id");
  return removed;
}
