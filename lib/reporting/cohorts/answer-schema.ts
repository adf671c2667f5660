/** The response of the API's report by cohort. Figures are formatted texts, as in the report of campaigns. */
import { z } from "zod";
import {
  breakdownNames,
  type CohortBreakdown,
  cohortGranularities,
} from "@/lib/reporting/cohorts/breakdowns";
import { type AgeName, ageNames } from "@/lib/reporting/metrics/cohort-ages";

const age = z
  .object({
    installs: z.string(),
    revenue: z.string(),
    ltv: z.string().nullable().meta({ description: "Revenue per install; null without installs." }),
    spend: z.string().nullable().meta({
      description: "Null in the row of spend that is not broken down, which has no revenue to compare with.",
    }),
    roas: z.string().nullable().meta({ description: "Revenue divided by spend; null without spend." }),
    ad_revenue: z.string().meta({ description: "Revenue of ads; `revenue` is that of purchases." }),
    ad_ltv: z.string().nullable().meta({ description: "Ad revenue per install." }),
    ad_roas: z.string().nullable().meta({ description: "Ad revenue divided by spend." }),
    total_revenue: z.string().meta({ description: "Revenue of purchases and ads." }),
    total_ltv: z.string().nullable().meta({ description: "Total revenue per install." }),
    total_roas: z.string().nullable().meta({ description: "Total revenue divided by spend." }),
    retention: z.string().nullable().meta({
      description:
        "Share of installs that opened the app on that calendar day after the install; null for `d0` and after `d30`.",
    }),
    payers: z.string().meta({ description: "Installs with a payment." }),
    paying_share: z.string().nullable().meta({ description: "`payers` divided by installs." }),
    arppu: z.string().nullable().meta({ description: "Revenue divided by `payers`." }),
    event: z
      .object({
        count: z.string(),
        amount: z.string(),
        per_install: z.string().nullable().meta({ description: "`count` divided by installs." }),
        cost: z.string().nullable().meta({ description: "Spend divided by `count`." }),
        users: z.string().optional().meta({
          description:
            "With `event_users=true`: installs with at least one event up to that calendar day after the install.",
        }),
        share: z.string().nullable().optional().meta({ description: "`users` divided by installs." }),
      })
      .optional()
      .meta({ description: "With the parameter `event`." }),
  })
  .nullable()
  .meta({ description: "Up to that age. Null while the cohort is not that old." });

const projectedAge = z
  .object({
    installs: z.string(),
    revenue: z.string(),
    low: z.string().meta({
      description:
        "In four of five cases, revenue is between `low` and `high`. Cairn computes them from the errors of projections of older cohorts.",
    }),
    high: z.string(),
    ltv: z.string().nullable(),
    roas: z.string().nullable(),
    error: z.string().nullable().meta({
      description: "How far projections of older cohorts were off, as a share of their revenue.",
    }),
  })
  .nullable();

const figures = {
  installs: z.string(),
  spend: z.string().nullable(),
  payback: z
    .enum(ageNames as [AgeName, ...AgeName[]])
    .nullable()
    .meta({ description: "The first of these ages at which revenue had reached spend; null if it has not." }),
  ages: z.object(Object.fromEntries(ageNames.map((name) => [name, age])) as Record<AgeName, typeof age>),
  projection: z
    .object({
      break_even_day: z.number().nullable().meta({
        description:
          "The day since the install on which revenue reaches spend; null if it does not up to D180. A sum leaves out cohorts that have not completed D0.",
      }),
      refused: z.string().nullable().meta({ description: "Why there is no projection." }),
      ages: z.object(
        Object.fromEntries(ageNames.map((name) => [name, projectedAge])) as Record<
          AgeName,
          typeof projectedAge
        >,
      ),
    })
    .optional()
    .meta({ description: "With `projection=true`: ages that some cohorts have not reached." }),
};

export const cohortsAnswer = z.object({
  cohorts: z.array(
    z.object({
      from: z.string().meta({ description: "The first day of the installs." }),
      to: z.string().meta({ description: "The last day of the installs." }),
      id: z.string().optional().meta({ description: "The value of the breakdown." }),
      name: z.string().optional(),
      ...figures,
    }),
  ),
  values: z
    .array(z.object({ id: z.string(), name: z.string(), ...figures }))
    .meta({ description: "Each value of the breakdown over all cohorts. Empty without `by`." }),
  total: z
    .object(figures)
    .meta({ description: "All cohorts. At each age, every figure covers the same mature cohorts." }),
  from: z.string(),
  to: z.string(),
  granularity: z.enum(cohortGranularities),
  by: z.enum(breakdownNames as [CohortBreakdown, ...CohortBreakdown[]]).nullable(),
  spend_left_out: z.string().meta({
    description: "Spend that is not broken down by a platform or country of the filter, so no row has it.",
  }),
  display_currency: z.string(),
});
