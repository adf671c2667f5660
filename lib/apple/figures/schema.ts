/** Apple's counts, from its postbacks. Runs in the browser too. */
import { z } from "zod";
import { conversionRules } from "@/lib/apple/conversion-values/schema";
import { checkDayRange, day } from "@/lib/base/day-params";
import { t } from "@/lib/base/languages/texts";
import { campaignNameFields } from "@/lib/campaigns/list-fields";

/** By the day of a postback's arrival, which is exact, or by the estimated start of its window. Never mixed. */
export const appleDays = ["received", "began"] as const;
export type AppleDays = (typeof appleDays)[number];

/** The default is the last thirty days. */
export const appleFiguresQuery = z
  .object({
    from: day("from"),
    to: day("to"),
    by: z
      .enum(appleDays, { error: t("by must be one of {appleDays}.", { appleDays: appleDays.join(", ") }) })
      .default("received"),
  })
  .superRefine(checkDayRange);

const count = z.number().int();

/** Minor units of the project's currency; null if no value depends on revenue. */
const revenue = z.object({ low: count, mid: count, high: count });

const counted = {
  /** Postbacks about the first, second and third window. */
  windows: z.tuple([count, count, count]),
  installs: count,
  /** Postbacks of the first window with a fine value. */
  fine: count,
  none: count,
  /** Postbacks near a change of the schema; the revenue range covers both possible meanings. */
  ambiguous: count,
  /** Postbacks whose value is not in the schema. */
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
  /** True once any verified postback has arrived, including test postbacks. */
  has_any: z.boolean(),
  postbacks: count,
  redownloads: count,
  reengagements: count,
  ...counted,
  /** The postbacks that arrived on these days, by verification result; always by arrival. */
  arrived: z.object({ verified: count, test: count, refused: count, copies: count }),
  days: z.array(z.object({ day: z.string(), windows: z.tuple([count, count, count]) })),
  groups: z.array(
    z.object({
      network_id: z.string(),
      network: z.string(),
      campaign: campaignNameFields.nullable(),
      /** The few digits that Apple sent match the source identifiers of several campaigns. */
      matches_several: z.boolean(),
      ...counted,
      /** The cost over all sources of the campaign. */
      cost,
      /** The sources with the most postbacks, then the sum of all other sources. */
      sources: z.array(z.object({ source_identifier: z.string().nullable(), ...counted })),
      others: z.object({ identifiers: count, ...counted }).nullable(),
    }),
  ),
  /** The number of first windows with each of the 64 values. */
  values: z.array(count),
  coarse: z.array(z.object({ low: count, medium: count, high: count, none: count })),
  /** From 0 to 3, inferred from the present fields, because Apple does not send the tier. */
  tiers: z.array(count),
  /** The countries with the most postbacks, then the number of postbacks with any country. */
  countries: z.array(z.object({ country: z.string(), postbacks: count })),
  with_country: count,
  /** The current schema, which explains the values. */
  rules: conversionRules,
});
export type AppleFigures = z.output<typeof appleFigures>;
export type AppleCounted = Pick<
  AppleFigures,
  "windows" | "installs" | "fine" | "none" | "ambiguous" | "unknown" | "revenue"
>;
