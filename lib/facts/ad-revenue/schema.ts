import { z } from "zod";
import { maxInMillionths } from "@/lib/base/money";
import {
  appOnlyFields,
  asAbsent,
  clientFields,
  clockFields,
  optionalText,
} from "@/lib/facts/app-calls/schema";
import { paymentCurrency } from "@/lib/facts/payments/schema";

/** How exact an amount is, in AdMob's words. */
const precisions = ["PRECISE", "ESTIMATED", "PUBLISHER_PROVIDED", "UNKNOWN"] as const;
type Precision = (typeof precisions)[number];

/** The words of other mediations, and AdMob's numbers. */
const otherWords: Record<string, Precision> = {
  "0": "UNKNOWN",
  "1": "ESTIMATED",
  "2": "PUBLISHER_PROVIDED",
  "3": "PRECISE",
  // AppLovin MAX
  EXACT: "PRECISE",
  PUBLISHER_DEFINED: "PUBLISHER_PROVIDED",
  UNDEFINED: "UNKNOWN",
  // ironSource and Unity LevelPlay
  BID: "PRECISE",
  RATE: "ESTIMATED",
  CPM: "PUBLISHER_PROVIDED",
};

/** An unknown word does not make the revenue wrong, so it is stored as unknown. */
const precisionOf = (value: unknown): Precision | undefined => {
  if (asAbsent(value) === undefined) return undefined;
  const word =
    typeof value === "string" || typeof value === "number" ? String(value).trim().toUpperCase() : "";
  return precisions.find((one) => one === word) ?? otherWords[word] ?? "UNKNOWN";
};

const maxImpressions = 1_000_000;

const name = (field: string, description: string, example: string) =>
  z
    .preprocess((value) => (typeof value === "string" ? value.trim() : value), optionalText(field, 128))
    .meta({ description, example });

export const captureAdRevenueBody = z.object({
  ...clientFields,
  ...clockFields,
  amount: z
    .number({
      error: (issue) =>
        issue.input === undefined ? "amount is required!" : "amount must be a finite number.",
    })
    .min(0, "amount must not be negative.")
    .max(maxInMillionths, `amount must not be greater than ${maxInMillionths}.`)
    .meta({
      description:
        "Revenue of the impression, or of all `impressions`, in `currency`. AdMob's `valueMicros` divided by 1,000,000.",
      example: 0.00123,
    }),
  currency: paymentCurrency.meta({
    description:
      "ISO 4217 code; the project's currency by default. AppLovin MAX reports in USD. Other currencies are converted like those of payments.",
    example: "USD",
  }),
  impressions: z
    .preprocess(
      asAbsent,
      z
        .number({ error: "impressions must be a whole number." })
        .int("impressions must be a whole number.")
        .min(1, "impressions must be at least 1.")
        .max(maxImpressions, `impressions must not be greater than ${maxImpressions}.`)
        .default(1),
    )
    .meta({ description: "The number of impressions that `amount` is for.", example: 1 }),
  network: name("network", "The ad network that paid for the impression.", "AppLovin"),
  placement: name("placement", "Your name for the place in the app.", "level_end"),
  ad_unit: name("ad_unit", "The mediation's ID of the ad unit.", "ad0123456789abcd"),
  ad_format: name("ad_format", "The format of the ad.", "REWARDED"),
  precision: z.preprocess(precisionOf, z.enum(precisions).optional()).meta({
    description:
      "How exact the amount is: `PRECISE`, `ESTIMATED`, `PUBLISHER_PROVIDED` or `UNKNOWN`. The words of AppLovin MAX (`exact`, `publisher_defined`) and LevelPlay (`BID`, `RATE`, `CPM`) and AdMob's numbers are accepted.",
    type: ["string", "number"],
    example: "ESTIMATED",
  }),
  user_id: optionalText("user_id", 256).meta({
    description: "Your ID for the user, if not the one signed in on the install.",
  }),
  impression_id: z
    .preprocess(
      (value) => (typeof value === "string" && value.trim() === "" ? undefined : value),
      optionalText("impression_id", 256),
    )
    .meta({
      description: "Your ID for the impression. Repeats within 30 days are ignored.",
      example: "impression-1",
    }),
});

export const serverAdRevenueBody = captureAdRevenueBody.omit(appOnlyFields);

export const unknownAdCurrencyText =
  'The ad revenue is counted in the project\'s currency: "currency" must be an ISO 4217 code such as USD.';
