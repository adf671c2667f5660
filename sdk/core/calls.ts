/**
 * Builds calls in the server's format. Pure. JavaScript apps may pass any value, so nothing here may throw; `problemOf`
 * describes invalid input.
 */

import { isObject } from "./problem";

export type User = {
  id: string;
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** Any other data about the user. */
  [name: string]: unknown;
};

export type PaymentType =
  | "FIRST_PAYMENT"
  | "SECOND_PAYMENT"
  | "ONE_TIME"
  | "RECURRING"
  | "WALLET_TOPUP"
  | "FUNDS_WITHDRAWAL"
  | "SUBSCRIPTION_CREATED"
  | "SUBSCRIPTION_RENEWED"
  | "SUBSCRIPTION_CANCELLED"
  | "SUBSCRIPTION_REFUNDED"
  | "SUBSCRIPTION_BILLING_ISSUE"
  | "DEFAULT";

export type PaymentStatus =
  | "PAYMENT_INITIATED"
  | "PAYMENT_COMPLETED"
  | "PAYMENT_FAILED"
  | "PAYMENT_CANCELLED";

/** The store's proof of a purchase: of the App Store, or of Google Play. */
export type StorePurchase = {
  /** App Store: the signed transaction (JWS) of StoreKit 2. */
  signedTransaction?: string | undefined;
  /** App Store: the transaction's ID, without a signed transaction. */
  transactionId?: string | undefined;
  /** Google Play: the purchase token, with its product and app. */
  purchaseToken?: string | undefined;
  productId?: string | undefined;
  packageName?: string | undefined;
};

export type Payment = {
  /** The ID from the store or your server. Repeats of the same ID count once. */
  id: string;
  /** In `currency`. */
  amount: number;
  /** ISO 4217, such as `EUR` (default: the project's currency). */
  currency?: string | undefined;
  type?: PaymentType | undefined;
  /** Send the final status, once. */
  status?: PaymentStatus | undefined;
  data?: Record<string, unknown> | undefined;
  /** The server checks it with the store, and counts the purchase once. */
  storePurchase?: StorePurchase | undefined;
};

/** The revenue of an ad impression, as the ad SDK reports it. */
export type AdRevenue = {
  /** In `currency`. AdMob's micros divided by 1,000,000. */
  amount: number;
  /** ISO 4217 (default: the project's currency). AppLovin MAX reports in `USD`. */
  currency?: string | undefined;
  /** The ad network that paid for the impression. */
  network?: string | undefined;
  /** Your name for the place in the app. */
  placement?: string | undefined;
  adUnit?: string | undefined;
  adFormat?: string | undefined;
  /** The ad SDK's own word or number for how exact the amount is. */
  precision?: string | number | undefined;
};

export type Call = { path: string; body: Record<string, unknown> };

export const eventCall = (
  id: string,
  name: string,
  data: Record<string, unknown> | null | undefined,
  amount: number | null | undefined,
): Call => {
  const fields = data ?? {};
  // An amount that is not a number must not be stored as data.
  const counted = typeof amount === "number" ? amount : Number.NaN;
  const withAmount = isObject(fields) && amount !== undefined && amount !== null;
  return {
    path: "capture-event",
    body: {
      event_name: name,
      event_data: withAmount ? { ...fields, amount: counted } : fields,
      event_id: id,
    },
  };
};

export function paymentCall(payment: Payment | undefined): Call {
  const { id, amount, currency, type, status, data, storePurchase } = payment ?? ({} as Partial<Payment>);
  const body = { payment_id: id, amount, currency, type, status, event_data: data ?? {} };
  const proof = isObject(storePurchase) ? { store_purchase: proofOf(storePurchase) } : {};
  return { path: "capture-payment", body: { ...body, ...proof } };
}

export function adRevenueCall(id: string, revenue: AdRevenue | undefined): Call {
  const { amount, currency, network, placement, adUnit, adFormat, precision } =
    revenue ?? ({} as Partial<AdRevenue>);
  const place = { network, placement, ad_unit: adUnit, ad_format: adFormat };
  return { path: "capture-ad-revenue", body: { amount, currency, ...place, precision, impression_id: id } };
}

const proofOf = (purchase: StorePurchase) => ({
  signed_transaction: purchase.signedTransaction,
  transaction_id: purchase.transactionId,
  purchase_token: purchase.purchaseToken,
  product_id: purchase.productId,
  package_name: purchase.packageName,
});

export const removePaymentCall = (id: string): Call => ({
  path: "remove-captured-payment",
  body: { payment_id: id },
});

export const identifyCall = (user: User): Call => ({ path: "trigger", body: { user_data: user } });

export const setUserCall = (id: string, data: Record<string, unknown>): Call => ({
  path: "set-user-data",
  body: { user_data: { ...(isObject(data) ? data : {}), id } },
});

export const pushTokenCall = (token: string): Call => ({
  path: "update-push-token",
  body: { push_token: token },
});

export const integrationCall = (name: string, id: string): Call => ({
  path: "integrations",
  body: { integration_info: { [name ?? ""]: id } },
});

/** The link copied by a landing page, recognized by its click ID; null for any other text from the clipboard. */
export function pastedLink(text: unknown): string | null {
  if (typeof text !== "string") return null;
  const link = text.trim();
  return link.length <= 2_048 && /^https?:\/\/\S+$/.test(link) && /[?&]cairn_click=/.test(link) ? link : null;
}

export const linkCall = (url: string): Call => ({ path: "handle-deeplink", body: { deeplink_url: url } });
