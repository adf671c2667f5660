import type { z } from "zod";
import { refuseErased } from "@/lib/accounts/erased/erased";
import { newId, type ProjectId } from "@/lib/base/ids";
import { minorUnitRatio, toMinorUnits } from "@/lib/base/money";
import { platformOfData } from "@/lib/facts/app-calls/device";
import { countedMoment } from "@/lib/facts/installs/event-time";
import type { PaymentStorage, PurchaseColumns } from "@/lib/facts/payments/queries";
import { type PaymentRow, storePayments } from "@/lib/facts/payments/queries";
import type { serverPaymentBody } from "@/lib/facts/payments/schema";
import { trackLedgerGrowth } from "@/lib/ledger/growth";
import { revenueSign } from "@/lib/ledger/payment-types";
import { Batcher } from "@/lib/platform/batch";

const batch = new Batcher<PaymentRow, PaymentStorage>({
  name: "payments",
  run: trackLedgerGrowth(storePayments),
  extraRows: 16,
});

/**
 * Stores a payment of an identified user and counts it; the first record of a payment ID wins. A payment in another
 * currency is accepted without an exchange rate: its amount counts once there is one.
 */
export async function capturePayment(
  project: { id: ProjectId; currency: string },
  payment: Omit<z.output<typeof serverPaymentBody>, "store_purchase"> & { token?: unknown },
  context: { userAgent: string | null; now: Date },
  purchase: Partial<PurchaseColumns> = {},
): Promise<PaymentStorage> {
  await refuseErased(project.id, { user: payment.user_id, instance: payment.install_instance_id });
  const from = { instance: payment.install_instance_id ?? null, user: payment.user_id ?? null };
  const when = await countedMoment(project.id, payment, from, context.now);
  const currency = payment.currency ?? project.currency;
  const minor = toMinorUnits(payment.amount, currency);
  const isForeign = currency !== project.currency;
  return batch.add({
    project_id: project.id,
    id: newId(when.at),
    ...when,
    payment_id: payment.payment_id ?? null,
    refunded_payment_id: (revenueSign(payment.type) < 0 && payment.refunded_payment_id) || null,
    type: payment.type,
    status: payment.status,
    amount: isForeign ? 0 : minor,
    currency,
    original: isForeign ? minor : null,
    scale: isForeign ? minorUnitRatio(currency, project.currency) : null,
    instance: from.instance,
    user_id: from.user,
    platform: platformOfData(payment.platform, {}, context.userAgent),
    data: payment.event_data ?? {},
    ...purchase,
  });
}
