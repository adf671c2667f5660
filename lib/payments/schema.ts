import { z } from "zod";
import { absent, clientFields, openObject, optionalText } from "@/lib/installs/schema";
import { mostMajorUnits } from "@/lib/money";
import { paymentStatuses, paymentTypes } from "@/lib/payments/rules";
import { Refusal } from "@/lib/refusal";

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
  amount: z
    .number({
      error: (issue) =>
        issue.input === undefined ? "amount is required!" : "amount must be a finite number.",
    })
    .min(0, "amount must not be negative.")
    .max(mostMajorUnits, `amount must not be greater than ${mostMajorUnits}.`),
  user_id: optionalText("user_id", 256),
  payment_id: z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? undefined : value),
    optionalText("payment_id", 256),
  ),
  type: oneOf("type", paymentTypes, "DEFAULT"),
  status: oneOf("status", paymentStatuses, "PAYMENT_COMPLETED"),
  event_data: openObject("event_data"),
});

export const removePaymentBody = z.object({
  ...clientFields,
  payment_id: optionalText("payment_id", 256),
  user_id: optionalText("user_id", 256),
});

export function requireOne(body: { payment_id?: string | undefined; user_id?: string | undefined }): void {
  if (!body.payment_id && !body.user_id) throw new Refusal(400, "Either payment_id or user_id is required!");
}
