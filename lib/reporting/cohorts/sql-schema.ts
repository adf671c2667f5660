/** The SQL of the report by cohort. Runs in the browser too. */
import { z } from "zod";
import { cohortsQuery } from "@/lib/reporting/cohorts/schema";
import { type CohortMetricName, cohortMetricNames } from "@/lib/reporting/metrics/cohort-metrics";

const cohortSqlRows = ["cohorts", "values", "total", "factors"] as const;
export type CohortSqlRows = (typeof cohortSqlRows)[number];

export const cohortSqlQuery = cohortsQuery.safeExtend({
  metric: z
    .enum(cohortMetricNames as [CohortMetricName, ...CohortMetricName[]], {
      error: `metric must be one of ${cohortMetricNames.join(", ")}.`,
    })
    .meta({ description: "The metric of the statement, at each age." }),
  rows: z
    .enum(cohortSqlRows, { error: `rows must be one of ${cohortSqlRows.join(", ")}.` })
    .default("cohorts")
    .meta({
      description:
        "The rows of the statement: each cohort, each value of the breakdown, the total, or the factors by which projections multiply revenue from one age to the next.",
    }),
});
export type CohortSqlQuery = z.output<typeof cohortSqlQuery>;
