import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { currencyCode, rowList, spendDay } from "@/lib/spend/schema";

export const rateInput = z.object(
  {
    currency: currencyCode,
    day: spendDay.meta({ description: "The first day the rate applies.", example: "2026-06-01" }),
    rate: z
      .number("The rate must be a number.")
      .positive("The rate must be above zero.")
      .min(1e-9, "The rate is too small.")
      .max(1e9, "The rate is too large.")
      .meta({ description: "Value of one unit in the project's currency.", example: 0.92 }),
  },
  "Each rate must be an object.",
);

export type RateInput = z.output<typeof rateInput>;

export const ratesBody = z.object({ rates: rowList("rates", rateInput) });
export const rateName = z.object({ currency: currencyCode, day: spendDay });

export const ratesChanged = z.object({
  /** The number of stored rows whose amount changed. */
  rows: z.number().int(),
  /** The change of the project's spend, in minor units of its currency. */
  amount_minor: z.number().int(),
  /** The number of stored payments whose value changed. */
  payments: z.number().int(),
});
export type RatesChanged = z.output<typeof ratesChanged>;

const rate = z.object({
  currency: z.string(),
  day: z.string(),
  /** Its last day; null if there is no later rate. */
  until: z.string().nullable(),
  rate: z.number(),
  /** The rows of spend that use it. */
  rows: z.number().int(),
  updated_at: timestamp,
});
export type ExchangeRate = z.output<typeof rate>;

/**
 * Payments and rows of ad revenue in a currency without a rate for their day have no value; `since` is the first such
 * day.
 */
const waiting = z.object({
  currency: z.string(),
  payments: z.number().int(),
  ad_revenue: z.number().int(),
  since: z.string(),
});
export type WaitingPayments = z.output<typeof waiting>;

export const rateList = z.object({
  currency: z.string(),
  rates: z.array(rate),
  waiting: z.array(waiting),
});
