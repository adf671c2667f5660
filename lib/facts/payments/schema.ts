import { z } from "zod";
import { mostMajorUnits } from "@/lib/base/money";
import { Refusal } from "@/lib/base/refusal";
import { absent, clientFields, clockFields, openObject, optionalText } from "@/lib/facts/installs/schema";
import { paymentStatuses, paymentTypes } from "@/lib/ledger/payment-types";

const oneOf = <T extends string>(field: string, values: readonly T[], fallback: T) =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.toUpperCase() : value),
    z.preprocess(
      absent,
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
    .max(mostMajorUnits, `amount must not be greater than ${mostMajorUnits}.`)
    .meta({ description: "In the project's currency.", example: 49.9 }),
  user_id: optionalText("user_id", 256).meta({
    description: "Who paid, where that is not who is signed in on the install.",
  }),
  payment_id: z
    .preprocess(
      (value) => (typeof value === "string" && value.trim() === "" ? undefined : value),
      optionalText("payment_id", 256),
    )
    .meta({ description: "The first record of an id wins; a repeat is ignored.", example: "order-1" }),
  type: oneOf("type", paymentTypes, "DEFAULT").meta({ description: "What was paid for." }),
  status: oneOf("status", paymentStatuses, "PAYMENT_COMPLETED").meta({
    description: "Only completed payments are revenue. Send the final state once.",
  }),
  event_data: openObject("event_data").meta({ description: "Anything about it.", example: { sku: "A1" } }),
});

export const removePaymentBody = z.object({
  ...clientFields,
  payment_id: optionalText("payment_id", 256).meta({
    description: "The payment to remove.",
    example: "order-1",
  }),
  user_id: optionalText("user_id", 256).meta({
    description: "Without `payment_id`: all payments of this user are removed.",
  }),
});

export function requireOne(body: { payment_id?: string | undefined; user_id?: string | undefined }): void {
  if (!body.payment_id && !body.user_id) throw new Refusal(400, "Either payment_id or user_id is required!");
}
