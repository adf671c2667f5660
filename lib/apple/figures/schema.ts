/** What Apple counted, as its postbacks tell. Runs in the browser too. */
import { z } from "zod";
import { conversionRules } from "@/lib/apple/conversion-values/schema";
import { bothOrNeither, day } from "@/lib/base/day-params";
import { campaignNameFields } from "@/lib/campaigns/list-fields";

/** By the day on which a postback came, which is exact, or about when its window began. Never both at once. */
export const appleDays = ["received", "began"] as const;
export type AppleDays = (typeof appleDays)[number];

/** Without dates it is the last thirty days. */
export const appleFiguresQuery = z
  .object({
    from: day("from"),
    to: day("to"),
    by: z.enum(appleDays, { error: `by must be one of ${appleDays.join(", ")}.` }).default("received"),
  })
  .superRefine(bothOrNeither);

const count = z.number().int();

/** Minor units of the project's currency; nothing where no value says anything of revenue. */
const revenue = z.object({ low: count, mid: count, high: count });

const counted = {
  /** Postbacks about the first, second and third window. */
  windows: z.tuple([count, count, count]),
  installs: count,
  /** Of those about the first window. */
  fine: count,
  none: count,
  /** Some fall into a time in which the schema was changed: what either would mean is in the revenue's range. */
  ambiguous: count,
  /** Their value is none of the schema's. */
  unknown: count,
  revenue: revenue.nullable(),
};

/** Reasons why the iOS spend of a campaign is unknown. */
const unknownSpend = ["no_campaign", "several_networks", "not_broken_down", "no_spend"] as const;

const ratio = z.number();

const cost = z.object({
  /** iOS spend, in minor units of the project's currency; null if unknown. */
  spend: count.nullable(),
  /** Spend of the campaign that is not broken down by platform. */
  not_broken_down: count,
  /** In minor units; null without spend or installs. */
  cost_per_install: z.number().nullable(),
  /** Estimated, like revenue. */
  roas: z.object({ low: ratio, mid: ratio, high: ratio }).nullable(),
  unknown: z.enum(unknownSpend).nullable(),
});
export type AppleCost = z.output<typeof cost>;

export const appleFigures = z.object({
  from: z.string(),
  to: z.string(),
  by: z.enum(appleDays),
  /** False until a verified postback, of a test or not, ever came. */
  has_any: z.boolean(),
  postbacks: count,
  redownloads: count,
  reengagements: count,
  ...counted,
  /** On the days of receiving, whichever are asked for: what came, and is or is not Apple's. */
  arrived: z.object({ verified: count, test: count, refused: count, copies: count }),
  days: z.array(z.object({ day: z.string(), windows: z.tuple([count, count, count]) })),
  groups: z.array(
    z.object({
      network_id: z.string(),
      network: z.string(),
      campaign: campaignNameFields.nullable(),
      ...counted,
      /** Of all sources of the campaign. */
      cost,
      /** Those with the most postbacks, and what all others have together. */
      sources: z.array(z.object({ source_identifier: z.string().nullable(), ...counted })),
      others: z.object({ identifiers: count, ...counted }).nullable(),
    }),
  ),
  /** How many first windows came with each of the 64 values. */
  values: z.array(count),
  coarse: z.array(z.object({ low: count, medium: count, high: count, none: count })),
  /** From 0 to 3, inferred from the present fields, because Apple does not send the tier. */
  tiers: z.array(count),
  /** Those with the most postbacks, and how many postbacks have any country. */
  countries: z.array(z.object({ country: z.string(), postbacks: count })),
  with_country: count,
  /** The schema in force now, for what values mean. */
  rules: conversionRules,
});
export type AppleFigures = z.output<typeof appleFigures>;
export type AppleCounted = Pick<
  AppleFigures,
  "windows" | "installs" | "fine" | "none" | "ambiguous" | "unknown" | "revenue"
>;
