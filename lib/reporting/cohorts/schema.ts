/** The report by cohort: installs of the same days, followed over their age. Runs in the browser too. */
import { z } from "zod";
import { rejectValue } from "@/lib/base/params";
import {
  breakdownNames,
  type CohortBreakdown,
  type CohortGranularity,
  cohortGranularities,
} from "@/lib/reporting/cohorts/breakdowns";
import { cohortProjection } from "@/lib/reporting/forecast/schema";
import { reportFilter } from "@/lib/reporting/groups/schema";
import { type AgeName, ageNames } from "@/lib/reporting/metrics/cohort-ages";
import type { CohortCell } from "@/lib/reporting/metrics/cohort-metrics";
import { paidMeaning, type Traffic, trafficKinds } from "@/lib/reporting/metrics/traffic";

export const cohortLimits = { cohorts: 366, values: 100, rows: 3_000 };

const choice = <T extends string>(name: string, values: readonly T[], description: string, fallback?: T) =>
  z
    .string()
    .optional()
    .transform((text, context): T | undefined => {
      const found = values.find((value) => value === text?.toLowerCase());
      if (text === undefined || found !== undefined) return found;
      return rejectValue(context, `${name} must be one of ${values.join(", ")}.`, { status: 422 });
    })
    .meta({ enum: [...values], description, ...(fallback && { usual: fallback }) });

const matching = (pattern: RegExp, message: string) =>
  z
    .string()
    .optional()
    .transform((text, context) =>
      text === undefined || pattern.test(text) ? text : rejectValue(context, message, { status: 422 }),
    );

const { from, to, active, network, platform, search, meta_account_id } = reportFilter.shape;

export const cohortsQuery = z
  .object({
    from: from.meta({
      description:
        "The first day of installs, in the project's time zone. Default: 89 days before `to`, or the first day of the week or month that contains that day.",
    }),
    to: to.meta({ description: "The last day of installs, in the project's time zone. Default: today." }),
    granularity: choice("granularity", cohortGranularities, "The installs of a cohort.", "week").transform(
      (value): CohortGranularity => value ?? "week",
    ),
    by: choice(
      "by",
      breakdownNames,
      "Breaks each cohort down. Only the largest values by installs are listed; the rest is added up as `(other)`.",
    ),
    ...{ active, network, platform, search, meta_account_id },
    country: matching(/^([A-Z]{2}|none)$/, "A country must be two capital letters, or none.").meta({
      description: "An ISO 3166 code; `none` if the country is unknown.",
      example: "DE",
    }),
    publisher: matching(/^.{0,128}$/s, "Use at most 128 characters.").meta({
      description:
        "The network's ID of the site or app that showed the ad; `none` without one, `(other)` for IDs beyond the limit.",
      example: "com.example.game",
    }),
    affiliate: matching(/^[1-9]\d{0,14}$/, "affiliate must be the ID of an affiliate.")
      .transform((text) => (text === undefined ? undefined : Number(text)))
      .meta({ description: "The ID of an affiliate.", type: "integer", minimum: 1, example: 3 }),
    traffic: choice("traffic", trafficKinds, paidMeaning, "paid").transform(
      (value): Traffic => value ?? "paid",
    ),
    event: matching(/^[\s\S]{0,200}$/, "event must have at most 200 characters.")
      .transform((name) => name || null)
      .meta({ description: "An event's name. Adds its figures.", example: "level_up" }),
    event_users: choice(
      "event_users",
      ["true", "false"] as const,
      "`true` adds the installs with the event, which take longer to count. The days can have at most 1,000,000 installs.",
      "false",
    ).transform((value) => value === "true"),
    projection: choice(
      "projection",
      ["true", "false"] as const,
      "`true` adds projected revenue at the ages that a cohort has not reached.",
      "false",
    ).transform((value) => value === "true"),
  })
  .superRefine((query, context) => {
    if (query.from !== null && query.to !== null && query.from > query.to)
      rejectValue(context, "from must not be after to.", { status: 422 });
  });
export type CohortsQuery = z.output<typeof cohortsQuery>;

const cell = z.object({
  installs: z.number(),
  revenue: z.number(),
  spend: z.number().nullable(),
  ad_revenue: z.number(),
  retained: z.number().nullable(),
  payers: z.number(),
  events: z.object({ count: z.number(), amount: z.number() }).nullable(),
  users: z.number().nullable(),
}) satisfies z.ZodType<CohortCell>;

const line = z.object({
  /** Empty without a breakdown, and null for the sum of unlisted values. */
  key: z.string().nullable(),
  label: z.string(),
  installs: z.number(),
  spend: z.number().nullable(),
  /** In the order of the ages; null for a cohort that is not that old. */
  cells: z.array(cell.nullable()),
  payback: z.enum(ageNames as [AgeName, ...AgeName[]]).nullable(),
  /** Null unless requested. */
  projection: cohortProjection.nullable(),
});
export type CohortLine = z.output<typeof line>;

const row = line.extend({ from: z.string(), to: z.string() });
export type CohortRow = z.output<typeof row>;

export const cohortsData = z.object({
  from: z.string(),
  to: z.string(),
  today: z.string(),
  currency: z.string(),
  granularity: z.enum(cohortGranularities),
  by: z.enum(breakdownNames as [CohortBreakdown, ...CohortBreakdown[]]).nullable(),
  rows: z.array(row),
  /** A line for each value of the breakdown, over all cohorts. */
  values: z.array(line),
  total: line,
  /** Spend, in minor units, that is not broken down by a platform or country of the filter. */
  spend_left_out: z.number(),
  /** The requested event. */
  event: z.string().nullable(),
  /** The names of the project's events. */
  event_names: z.array(z.string()),
});
export type CohortsData = z.output<typeof cohortsData>;
