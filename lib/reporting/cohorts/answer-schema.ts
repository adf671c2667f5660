/** The response of the API's report by cohort. Figures are formatted texts, as in the report of campaigns. */
import { z } from "zod";
import {
  type AgeName,
  ageNames,
  breakdownNames,
  type CohortBreakdown,
  granularities,
} from "@/lib/reporting/cohorts/schema";

const age = z
  .object({
    installs: z.string(),
    revenue: z.string(),
    ltv: z.string().nullable().meta({ description: "Revenue per install; null without installs." }),
    spend: z.string().nullable().meta({ description: "Null if unknown: see `no_spend_reason`." }),
    roas: z.string().nullable().meta({ description: "Revenue divided by spend; null without spend." }),
    retention: z.string().nullable().meta({
      description: "Share of installs that opened the app on that day; null for `d0` and after `d30`.",
    }),
  })
  .nullable()
  .meta({ description: "Up to that day after the install. Null while the cohort is not that old." });

const figures = {
  installs: z.string(),
  spend: z.string().nullable(),
  payback: z
    .enum(ageNames as [AgeName, ...AgeName[]])
    .nullable()
    .meta({ description: "The first of these ages at which revenue had reached spend; null if it has not." }),
  ages: z.object(Object.fromEntries(ageNames.map((name) => [name, age])) as Record<AgeName, typeof age>),
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
  granularity: z.enum(granularities),
  by: z.enum(breakdownNames as [CohortBreakdown, ...CohortBreakdown[]]).nullable(),
  no_spend_reason: z
    .string()
    .nullable()
    .meta({ description: "Why spend, ROAS and payback of the cohorts are unknown; null if they are known." }),
  display_currency: z.string(),
});
