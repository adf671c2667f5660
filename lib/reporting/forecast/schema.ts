/** Projected revenue of cohorts, as the dashboard shows it. Runs in the browser too. */
import { z } from "zod";

/** At an age that some of the cohorts have not reached: actual revenue of the others, and projected revenue. */
export const projectedCellSchema = z.object({
  installs: z.number(),
  revenue: z.number(),
  /** Contains the actual revenue in four of five cases. */
  low: z.number(),
  high: z.number(),
  spend: z.number().nullable(),
  /** How far projections of older cohorts were off, as a share of their revenue. */
  error: z.number().nullable(),
});
export type ProjectedCell = z.output<typeof projectedCellSchema>;

export const cohortProjection = z.object({
  /** In the order of the ages; null at ages that the cohort has reached, or without a projection. */
  cells: z.array(projectedCellSchema.nullable()),
  /** The day since the install on which revenue reaches spend; null if it does not up to D180. */
  break_even_day: z.number().nullable(),
  /** Why there is no projection; null if there is one. */
  refused: z.string().nullable(),
});
export type CohortProjection = z.output<typeof cohortProjection>;

/** A projected figure of a row of the report. */
export const projectedFigure = z.object({
  value: z.number().nullable(),
  /** Contain the actual value in four of five cases; null for days and actual values. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  error: z.number().nullable(),
  /** The installs that the value covers, and all of the row. */
  installs: z.number(),
  of_installs: z.number(),
  /** Why there is no value; null if there is one. */
  refused: z.string().nullable(),
});
export type ProjectedFigure = z.output<typeof projectedFigure>;

/** By ID of the column. */
export const projectedFigures = z.record(z.string(), projectedFigure);
export type ProjectedFigures = z.output<typeof projectedFigures>;
