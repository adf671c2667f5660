import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import type { BadgeTone } from "@/components/ui/badge";
import type { ListedPayment } from "@/lib/activity/lists/payments/schema";
import type { OriginalAmount } from "@/lib/campaigns/list-fields";
import type { CheckState } from "@/lib/facts/payments/store-purchases";

/** FIRST_PAYMENT in plain words. */
export const paymentTypeName = (type: string): string => {
  const label = type.toLowerCase().replaceAll("_", " ");
  return label.charAt(0).toUpperCase() + label.slice(1);
};

const states: Record<string, { label: string; tone: BadgeTone }> = {
  PAYMENT_COMPLETED: { label: "Completed", tone: "success" },
  PAYMENT_INITIATED: { label: "Initiated", tone: "neutral" },
  PAYMENT_FAILED: { label: "Failed", tone: "danger" },
  PAYMENT_CANCELLED: { label: "Cancelled", tone: "neutral" },
  REMOVED: { label: "Removed", tone: "warning" },
};

export const paymentState = (status: string) =>
  states[status] ?? { label: status, tone: "neutral" as BadgeTone };

/** A removal has priority over the earlier status. */
export const paymentStatus = ({ status, removed_at }: Pick<ListedPayment, "status" | "removed_at">) =>
  paymentState(removed_at === null ? status : "REMOVED");

export const checkLabels: Record<CheckState, { label: string; tone: BadgeTone }> = {
  pending: { label: "Pending", tone: "neutral" },
  valid: { label: "Valid", tone: "success" },
  invalid: { label: "Invalid", tone: "danger" },
  refunded: { label: "Refunded", tone: "warning" },
};

/** An amount in its original currency. */
export const originalAmountText = ({ currency, amount_minor }: NonNullable<OriginalAmount>) =>
  figureFormat(currency).full("money", amount_minor);
