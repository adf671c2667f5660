/**
 * What the app says, as the server reads it. Pure. Apps in JavaScript give anything at all: nothing here may throw, and
 * `problemOf` says what is wrong with it.
 */

import { isObject } from "./problem";

export type User = {
  id: string;
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** Anything else about the person. */
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

export type Payment = {
  /** From the store or your server: repeats of the same ID count once. */
  id: string;
  /** In `currency`. */
  amount: number;
  /** ISO 4217, such as `EUR`; the project's without it. */
  currency?: string | undefined;
  type?: PaymentType | undefined;
  /** Send the final one, once. */
  status?: PaymentStatus | undefined;
  data?: Record<string, unknown> | undefined;
};

export type Said = { path: string; body: Record<string, unknown> };

export const eventCall = (
  id: string,
  name: string,
  data: Record<string, unknown> | null | undefined,
  amount: number | null | undefined,
): Said => {
  const given = data ?? {};
  // An amount that is not a number must not be stored as data.
  const counted = typeof amount === "number" ? amount : Number.NaN;
  const withAmount = isObject(given) && amount !== undefined && amount !== null;
  return {
    path: "capture-event",
    body: { event_name: name, event_data: withAmount ? { ...given, amount: counted } : given, event_id: id },
  };
};

export function paymentCall(payment: Payment | undefined): Said {
  const { id, amount, currency, type, status, data } = payment ?? ({} as Partial<Payment>);
  const body = { payment_id: id, amount, currency, type, status, event_data: data ?? {} };
  return { path: "capture-payment", body };
}

export const removePaymentCall = (id: string): Said => ({
  path: "remove-captured-payment",
  body: { payment_id: id },
});

export const identifyCall = (user: User): Said => ({ path: "trigger", body: { user_data: user } });

export const setUserCall = (id: string, data: Record<string, unknown>): Said => ({
  path: "set-user-data",
  body: { user_data: { ...(isObject(data) ? data : {}), id } },
});

export const pushTokenCall = (token: string): Said => ({
  path: "update-push-token",
  body: { push_token: token },
});

export const integrationCall = (name: string, id: string): Said => ({
  path: "integrations",
  body: { integration_info: { [name ?? ""]: id } },
});

/** The link that a landing page copied, as a click of it says; null for anything else that somebody had copied. */
export function pastedLink(text: unknown): string | null {
  if (typeof text !== "string") return null;
  const link = text.trim();
  return link.length <= 2_048 && /^https?:\/\/\S+$/.test(link) && /[?&]cairn_click=/.test(link) ? link : null;
}

export const linkCall = (url: string): Said => ({ path: "handle-deeplink", body: { deeplink_url: url } });
