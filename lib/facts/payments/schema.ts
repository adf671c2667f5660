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

/** The proof of a purchase in a store, as the store's library gives it to the app. */
const storePurchase = z.object(
  {
    signed_transaction: optionalText("store_purchase.signed_transaction", 16_384).meta({
      description: "App Store: `jwsRepresentation` of StoreKit 2's transaction.",
      example: "eyJhbGciOiJFUzI1NiIsIng1YyI6WyJNSUlF…",
    }),
    transaction_id: optionalText("store_purchase.transaction_id", 64).meta({
      description:
        "App Store: the transaction ID, if the app has no signed transaction. Needs Apple's API key.",
      example: "2000000123456789",
    }),
    purchase_token: optionalText("store_purchase.purchase_token", 1_024).meta({
      description: "Google Play: `getPurchaseToken()` of the purchase.",
      example: "opaque-token-up-to-1024-characters",
    }),
    product_id: optionalText("store_purchase.product_id", 256).meta({
      description: "Google Play: the product that was bought.",
      example: "year",
    }),
    package_name: optionalText("store_purchase.package_name", 256).meta({
      description: "Google Play: the app. A purchase of another package is not valid.",
      example: "com.example.trails",
    }),
  },
  { error: "store_purchase must be an object." },
);
export type StorePurchaseInput = z.output<typeof storePurchase>;

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
  store_purchase: z.preprocess(asAbsent, storePurchase.optional()).meta({
    description:
      "The store's proof of the purchase, if the project checks purchases: `signed_transaction` or `transaction_id` for the App Store, `purchase_token` and `product_id` for Google Play. Each transaction counts once. Read only for completed payments that add to revenue.",
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
