import { z } from "zod";
import { type MetricName, metrics } from "@/lib/reporting/metrics";
import { day } from "@/lib/reporting/schema";

/** Without dates: all time. Both days are included. */
export const figuresQuery = z
  .object({ from: day("from"), to: day("to") })
  .superRefine(({ from, to }, context) => {
    if (from === null || to === null || from <= to) return;
    context.addIssue({ code: "custom", message: "from must not be after to.", params: { status: 422 } });
  });

export type FiguresQuery = z.output<typeof figuresQuery>;

const names = Object.keys(metrics) as [MetricName, ...MetricName[]];

/** Counts, minor units of the currency, percent or a ratio. Null: nothing can be said. */
const values = z.record(z.enum(names), z.number().nullable());

export const figures = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  currency: z.string(),
  figures: values,
  /** The same of as many days before; null when the campaign was not there through all of them. */
  previous: values.nullable(),
});

export type Figures = z.output<typeof figures>;
