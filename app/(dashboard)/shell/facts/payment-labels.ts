import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import type { BadgeTone } from "@/components/ui/badge";
import type { ListedPayment } from "@/lib/activity/lists/payments/schema";
import { t } from "@/lib/base/languages/texts";
import type { OriginalAmount } from "@/lib/campaigns/list-fields";
import type { CheckState } from "@/lib/facts/payments/store-purchases";

/** FIRST_PAYMENT in plain words. */
export const paymentTypeName = (type: string): string => {
  const label = type.toLowerCase().replaceAll("_", " ");
  return label.charAt(0).toUpperCase() + label.slice(1);
};

const states: Record<string, { label: string; tone: BadgeTone }> = {
  PAYMENT_COMPLETED: { label: t("Completed"), tone: "success" },
  PAYMENT_INITIATED: { label: t("Initiated"), tone: "neutral" },
  PAYMENT_FAILED: { label: t("Failed"), tone: "danger" },
  PAYMENT_CANCELLED: { label: t("Cancelled"), tone: "neutral" },
  REMOVED: { label: t("Removed"), tone: "warning" },
};

export const paymentState = (status: string) =>
  states[status] ?? { label: status, tone: "neutral" as BadgeTone };

/** A removal has priority over the earlier status. */
export const paymentStatus = ({ status, removed_at }: Pick<ListedPayment, "status" | "removed_at">) =>
  paymentState(removed_at === null ? status : "REMOVED");

export const checkLabels: Record<CheckState, { label: string; tone: BadgeTone }> = {
  pending: { label: t("Pending"), tone: "neutral" },
  valid: { label: t("Valid"), tone: "success" },
  invalid: { label: t("Invalid"), tone: "danger" },
  refunded: { label: t("Refunded"), tone: "warning" },
};

/** An amount in its original currency. */
export const originalAmountText = ({ currency, amount_minor }: NonNullable<OriginalAmount>) =>
  figureFormat(currency).full("money", amount_minor);
