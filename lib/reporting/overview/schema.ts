import { z } from "zod";
import { checkDayRange, day } from "@/lib/base/day-params";
import { comparisonMeaning, comparisons } from "@/lib/reporting/metrics/compare";
import { paidMeaning, trafficKinds } from "@/lib/reporting/metrics/traffic";
import { focusParams, focusShown } from "@/lib/reporting/overview/focus-schema";
import { type OverviewFigure, overviewFigures } from "@/lib/reporting/overview/names";

export const compareParam = z
  .enum([...comparisons, "none"], { error: `compare must be one of ${comparisons.join(", ")}, none.` })
  .default("weeks")
  .meta({ description: comparisonMeaning });

/** The default is the last thirty days. */
export const overviewParams = {
  from: day("from"),
  to: day("to"),
  traffic: z.enum(trafficKinds).default("paid").meta({ description: paidMeaning }),
  ...focusParams,
};

export const overviewQuery = z
  .object({
    ...overviewParams,
    compare: compareParam,
    figure: z
      .enum(overviewFigures)
      .default("installs")
      .meta({ description: "The metric by which rows are ranked." }),
  })
  .superRefine(checkDayRange);

export type OverviewQuery = z.output<typeof overviewQuery>;

/** Counts, minor units of the currency, or a ratio. Null if there is no value. */
const value = z.number().nullable();
const values = z.array(value);

const dayPair = z.object({ from: z.string(), to: z.string() });

/** The finished days, with their comparison days. Null without a comparison. */
export const comparedPeriod = dayPair.extend({ previous: dayPair }).nullable();

const figure = z.object({
  total: value,
  /** The values of the days of `compared`, and of the previous days. Null unless all previous days have figures. */
  over: value,
  previous: value,
  days: values,
  previous_days: values,
});

export const overviewData = z.object({
  from: z.string(),
  to: z.string(),
  today: z.string(),
  traffic: z.enum(trafficKinds),
  /** The comparison days of the range, in the same order; null without a comparison. */
  previous: dayPair.nullable(),
  compared: comparedPeriod,
  time_zone: z.string(),
  currency: z.string(),
  /** The day of the project's oldest figure. */
  first_day: z.string().nullable(),
  /** Spend, in minor units, that is not broken down by a platform or country of the filter. */
  spend_left_out: z.number().int(),
  figures: z.object(
    Object.fromEntries(overviewFigures.map((name) => [name, figure])) as Record<
      OverviewFigure,
      typeof figure
    >,
  ),
  focus: focusShown,
  /** The figure that ranks the rows below, the best first; rows without a value are left out. */
  figure: z.enum(overviewFigures),
  /** `network` is null for campaigns without a network. */
  networks: z.array(z.object({ network: z.string().nullable(), organic: z.boolean(), value: z.number() })),
  /** "" for spend that is not broken down by platform. */
  platforms: z.array(z.object({ platform: z.string(), value: z.number() })),
  /** By ISO 3166 code; "" if unknown, "-" for spend that is not broken down by country. */
  countries: z.array(z.object({ country: z.string(), value: z.number() })),
  /** Only of campaigns. */
  creatives: z.array(z.object({ creative: z.string(), name: z.string().nullable(), value: z.number() })),
  /** Only traffic from campaigns, because an organic install has no click. */
  funnel: z.object({
    clicks: z.number(),
    installs: z.number(),
    signups: z.number(),
    paying: z.number(),
  }),
  campaigns: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      display_id: z.string(),
      network: z.string().nullable(),
      deleted: z.boolean(),
      clicks: z.number(),
      installs: z.number(),
      signups: z.number(),
      revenue: z.number(),
      spend: value,
      roas: value,
      cost_per_install: value,
    }),
  ),
});

export type OverviewData = z.output<typeof overviewData>;
