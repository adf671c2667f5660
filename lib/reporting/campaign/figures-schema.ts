import { z } from "zod";
import { day } from "@/lib/base/day-params";
import { metricNames } from "@/lib/reporting/metrics/metrics";
import { comparedPeriod, compareParam } from "@/lib/reporting/overview/schema";

/** Both days are included; all time without dates. */
export const figuresQuery = z
  .object({ from: day("from"), to: day("to"), compare: compareParam })
  .superRefine(({ from, to }, context) => {
    if (from === null || to === null || from <= to) return;
    context.addIssue({ code: "custom", message: "from must not be after to.", params: { status: 422 } });
  });

export type FiguresQuery = z.output<typeof figuresQuery>;

/** Counts, minor units of the currency, percent or a ratio. Null if there is no value. */
const values = z.record(z.enum(metricNames), z.number().nullable());

export const figures = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  currency: z.string(),
  figures: values,
  /**
   * The figures of the days of `compared`, and of the previous days. Null if the campaign did not exist during all of
   * the previous days.
   */
  over: values.nullable(),
  previous: values.nullable(),
  compared: comparedPeriod,
});

export type FigureSums = z.output<typeof figures>;
