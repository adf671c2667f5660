import { z } from "zod";
import type { MetricName } from "@/lib/reporting/metrics/metrics";

/** A campaign's daily figures, in order. */
export const dayFigures = [
  "clicks",
  "installs",
  "signups",
  "revenue",
  "spend",
] as const satisfies readonly MetricName[];
export type DayFigure = (typeof dayFigures)[number];

/** Counts or minor units. Null before the campaign existed, and for future days. */
const values = z.array(z.number().nullable());

const figure = z.object({ days: values, previous_days: values });

export const campaignDays = z.object({
  from: z.string(),
  to: z.string(),
  today: z.string(),
  currency: z.string(),
  /** The comparison days; null for all time, or without a comparison. */
  previous: z.object({ from: z.string(), to: z.string() }).nullable(),
  figures: z.object(
    Object.fromEntries(dayFigures.map((name) => [name, figure])) as Record<DayFigure, typeof figure>,
  ),
  /**
   * For installs of these days, by day since the install, in minor units. Revenue is null if too few installs are old
   * enough to represent all.
   */
  since_install: z.array(
    z.object({
      age: z.number(),
      /** The number of installs that are old enough. */
      installs: z.number(),
      /** Their revenue on that day since the install. */
      revenue: z.number().nullable(),
      /** The revenue of one install up to that day. */
      so_far: z.number().nullable(),
    }),
  ),
});

export type CampaignDays = z.output<typeof campaignDays>;
