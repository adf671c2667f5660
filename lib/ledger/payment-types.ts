export const paymentTypes = [
  "FIRST_PAYMENT",
  "SECOND_PAYMENT",
  "ONE_TIME",
  "RECURRING",
  "WALLET_TOPUP",
  "FUNDS_WITHDRAWAL",
  "SUBSCRIPTION_CREATED",
  "SUBSCRIPTION_RENEWED",
  "SUBSCRIPTION_CANCELLED",
  "SUBSCRIPTION_REFUNDED",
  "SUBSCRIPTION_BILLING_ISSUE",
  "DEFAULT",
] as const;
export type PaymentType = (typeof paymentTypes)[number];

export const paymentStatuses = [
  "PAYMENT_INITIATED",
  "PAYMENT_COMPLETED",
  "PAYMENT_FAILED",
  "PAYMENT_CANCELLED",
] as const;

const reducesRevenue = new Set<PaymentType>(["SUBSCRIPTION_REFUNDED", "FUNDS_WITHDRAWAL"]);
const isNoRevenue = new Set<PaymentType>(["SUBSCRIPTION_CANCELLED", "SUBSCRIPTION_BILLING_ISSUE"]);

/** The sign of a payment type in revenue: refunds are negative, and types without an amount are not counted. */
export function revenueSign(type: PaymentType): 1 | 0 | -1 {
  if (isNoRevenue.has(type)) return 0;
  return reducesRevenue.has(type) ? -1 : 1;
}

/** The types of a user who pays. */
export const payingTypes = paymentTypes.filter((type) => revenueSign(type) > 0);
