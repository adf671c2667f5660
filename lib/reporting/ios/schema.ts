/** One iOS figure: installs known to Cairn and Apple's counts together. Runs in the browser too. */
import { z } from "zod";
import { checkDayRange, day } from "@/lib/base/day-params";
import { campaignNameFields } from "@/lib/campaigns/list-fields";

/** By install day; the default is the last thirty days. */
export const iosEstimateQuery = z.object({ from: day("from"), to: day("to") }).superRefine(checkDayRange);

const count = z.number().int();
const range = (value: z.ZodNumber) => z.object({ low: value, mid: value, high: value });

/** Reasons why a cost is unknown. */
const unknownCost = ["no_campaign", "not_broken_down", "no_spend"] as const;

const iosFigures = {
  known: z.object({ by_id: count, by_token: count, by_likelihood: count }),
  /** The known installs that should have sent a postback that has arrived by now. */
  eligible: count,
  /** Apple's first-window postbacks of first downloads. */
  apple: count,
  /** Installs in both counts, and installs without them: estimates with a range. */
  twice: range(count),
  installs: range(count),
  /** Installs that only Apple reports: `apple` without `twice`. */
  apple_only: range(count),
  /** In minor units. `known` is what the known installs paid within 30 days; the others are Apple's estimates. */
  revenue: z.object({
    known: count,
    /** Of all Apple's installs: as reported, and with the postbacks without a value. Null without revenue rules. */
    apple: range(count).nullable(),
    apple_reported: range(count).nullable(),
    total: range(count),
  }),
  /** Apple's postbacks without a value, and how many of them no source with enough values explains. */
  missing: count,
  unshared: count,
  spend: count.nullable(),
  not_broken_down: count,
  cost_per_install: range(z.number()).nullable(),
  roas: range(z.number()).nullable(),
  /** Apple's own figures, without an estimate. */
  raw: z.object({ cost_per_install: z.number().nullable(), roas: range(z.number()).nullable() }),
  unknown: z.enum(unknownCost).nullable(),
};

const row = z.object({
  campaign: campaignNameFields.nullable(),
  /** Apple sent too few digits to tell several campaigns apart. */
  matches_several: z.boolean(),
  ...iosFigures,
});

export const iosEstimate = z.object({
  from: z.string(),
  to: z.string(),
  /** The last install day whose postbacks have arrived, except for stragglers. */
  complete_until: z.string(),
  has_any: z.boolean(),
  /** The share of outcomes that each range covers, if at least `min_delivered` of the postbacks arrive. */
  coverage: z.number(),
  min_delivered: z.number(),
  /** iOS installs of these days that no campaign won. Installs that only Apple reports are among them. */
  organic: count,
  total: z.object(iosFigures),
  networks: z.array(z.object({ network: z.string(), ...iosFigures, campaigns: z.array(row) })),
  /** Hidden values, the sum of the errors of their estimates, and what they were worth, in minor units. */
  backtest: z.object({ hidden: count, off: count, actual: count }).nullable(),
});
export type IosEstimate = z.output<typeof iosEstimate>;
export type IosFigures = z.output<typeof iosEstimate>["total"];
export type IosRow = z.output<typeof row>;

/** A campaign's counted installs on all platforms, and with the estimate of those that only Apple reports. */
const withIosFigures = {
  installs: count,
  apple_only: range(count),
  with_ios: range(count),
  spend: count,
  cost_per_install: range(z.number()).nullable(),
  roas: range(z.number()).nullable(),
};

export const iosComparison = z.object({
  from: z.string(),
  to: z.string(),
  has_any: z.boolean(),
  complete_until: z.string(),
  coverage: z.number(),
  organic: count,
  total: z.object(withIosFigures),
  /** Only campaigns and networks with Apple's postbacks. */
  rows: z.array(
    z.object({ network: z.string(), campaign: campaignNameFields.nullable(), ...withIosFigures }),
  ),
});
export type IosComparison = z.output<typeof iosComparison>;
