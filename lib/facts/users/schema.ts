import { z } from "zod";
import { Refusal } from "@/lib/base/refusal";
import {
  asAbsent,
  booleanInput,
  clientFields,
  looseObject,
  optionalText,
  requiredText,
} from "@/lib/facts/app-calls/schema";

const userData = z
  .preprocess(
    asAbsent,
    z
      .object(
        {
          id: requiredText("user_data.id", 256).meta({ description: "Your ID for the user." }),
          name: optionalText("user_data.name", 512).meta({ description: "Plain or hashed." }),
          email: optionalText("user_data.email", 512).meta({ description: "Plain or hashed." }),
          phone: optionalText("user_data.phone", 128).meta({ description: "Plain or hashed." }),
        },
        {
          error: (issue) =>
            issue.input === undefined ? "user_data is required!" : "user_data must be an object.",
        },
      )
      .catchall(z.unknown()),
  )
  .meta({
    description:
      "The user's details. Further keys are stored as well. An empty value never replaces a known one.",
    isRequired: true,
  });

/** An existing ISO date or date and time, in a plausible year. */
const isoDate = (field: string) =>
  z.preprocess(
    asAbsent,
    z
      .string({ error: `${field} must be an ISO 8601 date.` })
      .transform((value, context) => {
        const match =
          /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
            value,
          );
        const [, year = "", month = "", day = "", zone] = match ?? [];
        // A time without a zone would be parsed in the server's zone.
        const at = match ? new Date(zone || value.length === 10 ? value : `${value}Z`) : new Date(Number.NaN);
        const exists =
          new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
        if (!Number.isNaN(at.getTime()) && exists && Number(year) >= 1900 && Number(year) <= 2200) return at;
        context.addIssue({ code: "custom", message: `${field} must be an ISO 8601 date.` });
        return z.NEVER;
      })
      .optional(),
  );

export const triggerBody = z.object({
  ...clientFields,
  user_data: userData,
  data: looseObject("data").meta({
    description:
      "`device_data`, read like that of `init`. Other keys are returned in `user_data` of attributed users.",
    example: { device_data: { brand: "google" }, referred_by: "user-7" },
  }),
  customer_created_at: isoDate("customer_created_at").meta({
    description: "When the user became a customer: an ISO 8601 date, or date and time.",
    type: "string",
    example: "2026-06-14T10:00:00Z",
  }),
  is_first_time_customer: booleanInput("is_first_time_customer").meta({
    description: "True if the user has just become a customer.",
  }),
});

export const setUserDataBody = z.object({ ...clientFields, user_data: userData });

export const customerUserIdBody = z.object({
  ...clientFields,
  customer_user_id: optionalText("customer_user_id", 256).meta({
    description: "Your ID for the user. Required, unless `user_id` has it.",
    example: "user-42",
  }),
  user_id: optionalText("user_id", 256).meta({
    description: "The same as `customer_user_id`, under the name used in other calls.",
  }),
});

export function userIdIn({ customer_user_id, user_id }: z.output<typeof customerUserIdBody>): string {
  const id = customer_user_id ?? user_id;
  if (id?.trim()) return id;
  throw new Refusal("invalid_request", "customer_user_id is required!", {
    fields: { customer_user_id: "Required." },
  });
}
