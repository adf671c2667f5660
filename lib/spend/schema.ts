import { z } from "zod";
import { mostMajorUnits } from "@/lib/money";
import { isCurrency } from "@/lib/projects/rules";

const id = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().max(256))
  .nullish()
  .transform((value) => value ?? "");

const isDay = (value: string) => {
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === value;
};

export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "date must have the form YYYY-MM-DD.")
  .refine(isDay, "date does not exist.")
  .meta({ description: "Day in the project's time zone.", example: "2026-06-14" });

export const currencyCode = z
  .string()
  .transform((value) => value.trim().toUpperCase())
  .refine(isCurrency, "currency is not known.");

/** One day's cost of a campaign or a part of it. */
export const spendRow = z
  .object({
    date: day,
    campaign: z.string().max(64).nullish().meta({ description: "Display id of the campaign." }),
    network: z
      .string()
      .max(64)
      .nullish()
      .meta({ description: "With `network_campaign_id`: the campaign tied to it." }),
    network_campaign_id: id,
    ad_set_id: id,
    ad_set_name: z.string().max(512).nullish(),
    creative_id: id,
    creative_name: z.string().max(512).nullish(),
    keyword_id: id,
    keyword_name: z.string().max(512).nullish(),
    platform: z
      .enum(["IOS", "ANDROID", "ios", "android"])
      .nullish()
      .transform((value) => value?.toUpperCase() ?? ""),
    amount: z
      .number("amount must be a number.")
      .min(0, "amount must not be below zero.")
      .max(mostMajorUnits, "amount is too large."),
    currency: currencyCode
      .optional()
      .meta({ description: "The project's unless given. Another needs an exchange rate.", example: "EUR" }),
  })
  .refine(
    (row) => row.campaign || (row.network && row.network_campaign_id),
    "campaign, or network and network_campaign_id, is required.",
  );

export type SpendRow = z.output<typeof spendRow>;

export const spendBody = z.object({ rows: z.array(spendRow).min(1).max(500) });
export const spendStored = z.object({ rows: z.number().int() });
