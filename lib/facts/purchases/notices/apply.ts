import { refuseErased } from "@/lib/accounts/erased/erased";
import { newId, type ProjectId } from "@/lib/base/ids";
import { minorUnitRatio, toMinorUnits } from "@/lib/base/money";
import { Refusal } from "@/lib/base/refusal";
import { storePayments } from "@/lib/facts/payments/queries";
import {
  type CheckMode,
  type PurchaseSource,
  purchaseKey,
  type StorePurchase,
} from "@/lib/facts/payments/store-purchases";
import type { NoticedPurchase, NoticeEffect } from "@/lib/facts/purchases/notices/notice";
import { findSender, type NoticeState } from "@/lib/facts/purchases/notices/queries";
import {
  findPurchase,
  findPurchaseNamed,
  findPurchaseOfLine,
  type KnownPurchase,
} from "@/lib/facts/purchases/purchase-queries";
import { refundPurchase, reverseRefund } from "@/lib/facts/purchases/refund";
import { settlePayments } from "@/lib/facts/purchases/settle-queries";
import { settlementOf } from "@/lib/facts/purchases/settlement";

type Project = { id: ProjectId; currency: string };
export type NoticeResult = { state: NoticeState; reason: string | null };

const stored: NoticeResult = { state: "stored", reason: null };
const waiting = (reason: string): NoticeResult => ({ state: "waiting", reason });
const ignored = (reason: string): NoticeResult => ({ state: "ignored", reason });

/** Stores what a notification reports, once. */
export async function applyNotice(
  project: Project,
  source: PurchaseSource,
  notice: NoticedPurchase & { does: NoticeEffect },
  { mode, now }: { mode: CheckMode; now: Date },
): Promise<NoticeResult> {
  const { key, at, share, does } = notice;
  if (does === "refund") {
    const result = await refundPurchase(project, key, { at, share, source, now });
    if (result === "unknown") return waiting("no_purchase");
    if (result === "pending") return waiting("pending");
    return result === "stored" ? stored : ignored("repeat");
  }
  if (does === "reverse_refund")
    return (await reverseRefund(project, key, now)) === "stored" ? stored : waiting("no_purchase");
  const known = await findPurchase(project.id, key);
  if (known) {
    // The store's own notification confirms a payment that waits for its check.
    if (known.check_state === "pending" && does === "pay")
      await settlePayments(project.id, [
        settlementOf(
          project,
          known.id,
          { state: "valid", reason: null, key, line: notice.line, purchase: null },
          mode,
        ),
      ]);
    return ignored("repeat");
  }
  const ofLine = await findPurchaseOfLine(project.id, notice.line);
  // The app reported the first purchase of this token, and the check of it finds the order.
  if (
    does === "pay" &&
    notice.type !== "SUBSCRIPTION_RENEWED" &&
    ofLine &&
    (await findPurchase(project.id, notice.line))
  )
    return ignored("repeat");
  const earlier = ofLine ?? (await findNamedPurchase(project.id, notice));
  // Without the store's credentials, the token or order ID that the app sent is not checked, and counts once.
  if (does === "pay" && earlier && isSame(earlier, notice)) return ignored("repeat");
  const sender = earlier ?? (await findSender(project.id, notice.accounts));
  if (!sender) return waiting("no_user");
  if (does === "pay" && notice.amount === null) return ignored("no_price");
  try {
    await refuseErased(project.id, { user: sender.user_id, instance: sender.install_instance_id });
  } catch (error) {
    if (error instanceof Refusal) return ignored("erased");
    throw error;
  }
  const outcome = await storeNoticed(project, source, notice, sender, now);
  if (outcome === "unidentified") return waiting("no_user");
  return outcome === "stored" ? stored : ignored("repeat");
}

/** The app reported this order, not an earlier one of the subscription or a free trial. */
function isSame(
  { payment_id, purchase_key, amount_minor, original_minor }: KnownPurchase,
  { type, names: [order, ...others] = [] }: NoticedPurchase,
): boolean {
  if (order === undefined || type === "SUBSCRIPTION_RENEWED") return false;
  const isPaid = amount_minor !== 0 || (original_minor ?? 0) !== 0;
  const tokens = others
    .filter((name) => name.startsWith("token:"))
    .map((name) => purchaseKey("google", name));
  return payment_id === order || (isPaid && purchase_key !== null && tokens.includes(purchase_key));
}

/** The payment that the app reported under an ID of the purchase, or whose check found it. */
const findNamedPurchase = (projectId: ProjectId, { names = [] }: NoticedPurchase) =>
  names.length === 0
    ? null
    : findPurchaseNamed(
        projectId,
        names,
        names.map((name) => purchaseKey("google", name)),
      );

async function storeNoticed(
  project: Project,
  source: PurchaseSource,
  { key, line, type, amount, product, does, platform, ...notice }: NoticedPurchase & { does: NoticeEffect },
  sender: { user_id: string | null; install_instance_id: string | null },
  now: Date,
) {
  const at = notice.at > now ? now : notice.at;
  const currency = amount?.currency ?? project.currency;
  const minor = toMinorUnits(amount?.major ?? 0, currency);
  const isForeign = currency !== project.currency;
  const [outcome] = await storePayments([
    {
      project_id: project.id,
      id: newId(at),
      at,
      device_at: null,
      arrived_at: null,
      payment_id: key,
      refunded_payment_id: null,
      type,
      status: "PAYMENT_COMPLETED",
      amount: isForeign ? 0 : minor,
      currency,
      original: isForeign ? minor : null,
      scale: isForeign ? minorUnitRatio(currency, project.currency) : null,
      instance: sender.install_instance_id,
      user_id: sender.user_id,
      platform,
      data: product === null ? {} : { product_id: product },
      purchase_key: key,
      purchase_line: line,
      ...(does === "pay" ? { check_state: "valid" as const } : {}),
      purchase_source: source,
    },
  ]);
  return outcome!;
}

/** A purchase from a store's server, in the form of a notification. */
export const noticedOf = (purchase: StorePurchase, key: string, line: string): NoticedPurchase => ({
  key,
  line,
  at: purchase.paidAt ?? new Date(0),
  type: purchase.isSubscription
    ? purchase.isRenewal
      ? "SUBSCRIPTION_RENEWED"
      : "SUBSCRIPTION_CREATED"
    : "ONE_TIME",
  amount: purchase.amount,
  product: purchase.product,
  share: purchase.refundedShare,
  accounts: purchase.account ? [purchase.account] : [],
  platform: "ANDROID",
});
