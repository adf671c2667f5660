import { z } from "zod";
import { isCurrency, maxMajorUnits } from "@/lib/base/money";
import { Refusal } from "@/lib/base/refusal";
import {
  appOnlyFields,
  asAbsent,
  clientFields,
  clockFields,
  looseObject,
  optionalText,
} from "@/lib/facts/app-calls/schema";
import { paymentStatuses, paymentTypes } from "@/lib/ledger/payment-types";

/** Null if the code is invalid: the payment counts without it, and the response has a note. */
const codeOf = (value: unknown): unknown => {
  if (asAbsent(value) === undefined) return undefined;
  const code = typeof value === "string" ? value.trim().toUpperCase() : "";
  return isCurrency(code) ? code : null;
};

/** A currency code in any case. */
export const paymentCurrency = z.preprocess(codeOf, z.string().nullish());

const oneOf = <T extends string>(field: string, values: readonly T[], fallback: T) =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.toUpperCase() : value),
    z.preprocess(
      asAbsent,
      z
        .enum(values as unknown as [T, ...T[]], { error: `${field} must be one of ${values.join(", ")}.` })
        .default(fallback),
    ),
  );

export const capturePaymentBody = z.object({
  ...clientFields,
  ...clockFields,
  amount: z
    .number({
      error: (issue) =>
        issue.input === undefined ? "amount is required!" : "amount must be a finite number.",
    })
    .min(0, "amount must not be negative.")
    .max(maxMajorUnits, `amount must not be greater than ${maxMajorUnits}.`)
    .meta({ description: "In `currency`.", example: 49.9 }),
  currency: paymentCurrency.meta({
    description:
      "ISO 4217 code; the project's currency by default. Other currencies are converted at the day's exchange rate. Without a rate, the payment counts once you add one.",
    example: "EUR",
  }),
  user_id: optionalText("user_id", 256).meta({
    description: "Your ID for the user who paid, if not the one signed in on the install.",
  }),
  payment_id: z
    .preprocess(
      (value) => (typeof value === "string" && value.trim() === "" ? undefined : value),
      optionalText("payment_id", 256),
    )
    .meta({ description: "Your ID for the payment. Repeats are ignored.", example: "order-1" }),
  refunded_payment_id: optionalText("refunded_payment_id", 256).meta({
    description:
      "For `SUBSCRIPTION_REFUNDED` and `FUNDS_WITHDRAWAL`: the `payment_id` of the payment that it refunds. In cohorts, the refund then counts at the age of that payment. Ignored for other types.",
    example: "order-0",
  }),
  type: oneOf("type", paymentTypes, "DEFAULT").meta({
    description: "The kind of payment. `SUBSCRIPTION_REFUNDED` and `FUNDS_WITHDRAWAL` count negative.",
  }),
  status: oneOf("status", paymentStatuses, "PAYMENT_COMPLETED").meta({
    description: "Only `PAYMENT_COMPLETED` counts as revenue. Send the final status once.",
  }),
  event_data: looseObject("event_data").meta({
    description: "Any details.",
    example: { sku: "A1" },
  }),
});

export const serverPaymentBody = capturePaymentBody.omit(appOnlyFields);

export const unknownCurrencyText =
  'The payment is counted in the project\'s currency: "currency" must be an ISO 4217 code such as EUR.';

export const removePaymentBody = z.object({
  ...clientFields,
  payment_id: optionalText("payment_id", 256).meta({
    description: "The payment to remove.",
    example: "order-1",
  }),
  user_id: optionalText("user_id", 256).meta({
    description: "Without `payment_id`, removes all payments of this user.",
  }),
});

export function requirePaymentOrUser(body: {
  payment_id?: string | undefined;
  user_id?: string | undefined;
}): void {
  if (!body.payment_id && !body.user_id)
    throw new Refusal("identity_missing", "Either payment_id or user_id is required!");
}
