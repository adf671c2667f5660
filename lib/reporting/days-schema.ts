import { z } from "zod";
import type { MetricName } from "@/lib/reporting/metrics";

/** The figures of a campaign that are drawn over days, in their order. */
export const dayFigures = [
  "clicks",
  "installs",
  "signups",
  "revenue",
  "spend",
] as const satisfies readonly MetricName[];
export type DayFigure = (typeof dayFigures)[number];

/** Counts or minor units. Null: the campaign was not there yet, or the day is still to come. */
const values = z.array(z.number().nullable());

const figure = z.object({ days: values, previous_days: values });

export const campaignDays = z.object({
  from: z.string(),
  to: z.string(),
  today: z.string(),
  currency: z.string(),
  /** Behind each day, whole weeks before; null for all time. */
  previous: z.object({ from: z.string(), to: z.string() }).nullable(),
  figures: z.object(
    Object.fromEntries(dayFigures.map((name) => [name, figure])) as Record<DayFigure, typeof figure>,
  ),
  /**
   * By day since the install, of installs of these days, in minor units. Revenue is null where too few are old enough
   * to speak for all.
   */
  since_install: z.array(
    z.object({
      age: z.number(),
      /** Old enough. */
      installs: z.number(),
      /** What they brought on that day of theirs. */
      revenue: z.number().nullable(),
      /** What one install has brought by then. */
      so_far: z.number().nullable(),
    }),
  ),
});

export type CampaignDays = z.output<typeof campaignDays>;
