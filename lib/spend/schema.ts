import { z } from "zod";
import { t } from "@/lib/base/languages/texts";
import { isCurrency, maxMajorUnits } from "@/lib/base/money";
import { isCountryCode } from "@/lib/base/text/country-name";

const text = (field: string, max: number) =>
  z
    .string(t("{field} must be text.", { field }))
    .max(max, t("{field} must be at most {max} characters long.", { field, max }));

const id = (field: string, description: string) =>
  z
    .union([z.string(), z.number()], `${field} must be text or a number.`)
    .transform(String)
    .pipe(text(field, 256))
    .nullish()
    .transform((value) => value ?? "")
    .meta({ description });

const count = (field: string, description: string) =>
  z
    .number(`${field} must be a number.`)
    .min(0, `${field} must not be negative.`)
    .max(1e12, `${field} is too large.`)
    .nullish()
    .meta({ description });

/** Postgres has no year zero. */
const isDay = (value: string) => {
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.getUTCFullYear() > 0 && at.toISOString().slice(0, 10) === value;
};

export const spendDay = z
  .string("date must have the form YYYY-MM-DD.")
  .regex(/^\d{4}-\d{2}-\d{2}$/, "date must have the form YYYY-MM-DD.")
  .refine(isDay, "date must be a day of the calendar.")
  .meta({ description: "Day in the project's time zone.", example: "2026-06-14" });

export const currencyCode = z
  .string("currency must be a code such as EUR.")
  .transform((value) => value.trim().toUpperCase())
  .refine(isCurrency, "currency must be an ISO 4217 code.")
  .meta({ description: "ISO 4217 code.", example: "EUR" });

const countryCode = z
  .string("country must be a code such as DE.")
  .transform((value) => value.trim().toUpperCase())
  .refine((value) => value === "" || isCountryCode(value), "country must be an ISO 3166 code such as DE.");

/** One day's cost of a campaign or a part of it. */
export const spendRow = z
  .object(
    {
      date: spendDay,
      campaign: text("campaign", 64).nullish().meta({ description: "The campaign's display ID." }),
      network: text("network", 64)
        .nullish()
        .meta({ description: "With `network_campaign_id`, instead of `campaign`." }),
      network_campaign_id: id("network_campaign_id", t("The campaign's ID at the network.")),
      ad_set_id: id("ad_set_id", t("The ad set's ID at the network.")),
      ad_set_name: text("ad_set_name", 512).nullish().meta({ description: "The ad set's name." }),
      creative_id: id("creative_id", t("The ad's ID at the network.")),
      creative_name: text("creative_name", 512).nullish().meta({ description: "The ad's name." }),
      keyword_id: id("keyword_id", t("The keyword's ID at the network.")),
      keyword_name: text("keyword_name", 512).nullish().meta({ description: "The keyword." }),
      platform: z
        .enum(["IOS", "ANDROID", "ios", "android"], "platform must be IOS or ANDROID.")
        .nullish()
        .transform((value) => value?.toUpperCase() ?? "")
        .meta({ description: "Only if all of the amount was for one platform." }),
      country: countryCode
        .nullish()
        .transform((value) => value ?? "")
        .meta({
          description: "ISO 3166 code. Only if all of the amount was for one country.",
          example: "DE",
        }),
      amount: z
        .number("amount must be a number.")
        .min(0, "amount must not be negative.")
        .max(maxMajorUnits, "amount is too large.")
        .meta({ description: "The cost, in `currency`.", example: 12.5 }),
      impressions: count("impressions", "Impressions that the network reports."),
      clicks: count("clicks", "Clicks that the network reports."),
      installs: count(
        "installs",
        "Installs that the network claims. They are summed per campaign and day over the rows of a call, replace earlier values, and are compared with Cairn's.",
      ),
      currency: currencyCode.optional().meta({
        description: "The project's currency by default. Others need an exchange rate.",
        example: "EUR",
      }),
    },
    "Each row must be an object.",
  )
  .refine(
    (row) => row.campaign || (row.network && row.network_campaign_id),
    t("campaign, or network and network_campaign_id, is required."),
  );

export type SpendRow = z.output<typeof spendRow>;

export const rowList = <Row extends z.ZodType>(field: string, row: Row) =>
  z
    .array(row, `${field} must be a list.`)
    .min(1, `${field} must have at least one entry.`)
    .max(500, `${field} must have at most 500 entries.`)
    .meta({ description: "1 to 500 entries." });

export const spendBody = z.object({ rows: rowList("rows", spendRow) });
export const spendStored = z.object({ rows: z.number().int() });
