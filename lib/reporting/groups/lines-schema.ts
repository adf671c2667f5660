/** One figure of the report over a range of days, as lines. Runs in the browser too. */
import { z } from "zod";
import { dayCount } from "@/lib/base/days";
import { type Dimension, dimensionNames, dimensions } from "@/lib/reporting/groups/dimensions";
import { reportFilter } from "@/lib/reporting/groups/schema";
import { metricNames } from "@/lib/reporting/metrics/metrics";

const longest = 731;

/** The dimensions that a line chart can show. */
const lineDimensions = dimensionNames.filter((name) => !("isTime" in dimensions[name]));

export const linesQuery = reportFilter
  .extend({
    metric: z.enum(metricNames, { error: "This metric does not exist." }),
    by: z
      .enum(lineDimensions as [Dimension, ...Dimension[]], {
        error: `by must be one of ${lineDimensions.join(", ")}.`,
      })
      .optional()
      .meta({
        description: "One line for each of the top five. If missing, one line in total.",
      }),
  })
  .transform(({ from, to, ...query }, context) => {
    const wrong = (message: string) => {
      context.addIssue({ code: "custom", message, params: { status: 422 } });
      return z.NEVER;
    };
    if (from === null || to === null) return wrong("Set both from and to.");
    if (from > to) return wrong("from must not be after to.");
    if (dayCount(from, to) > longest) return wrong(`Choose at most ${longest} days.`);
    return { ...query, from, to };
  });
export type LinesQuery = z.output<typeof linesQuery>;

export const linesData = z.object({
  from: z.string(),
  to: z.string(),
  today: z.string(),
  currency: z.string(),
  metric: z.enum(metricNames),
  by: z.enum(dimensionNames as [Dimension, ...Dimension[]]).nullable(),
  /** Null if a day has no value, is before the first figure, or is in the future. */
  lines: z.array(z.object({ key: z.string(), label: z.string(), days: z.array(z.number().nullable()) })),
});
export type LinesData = z.output<typeof linesData>;
