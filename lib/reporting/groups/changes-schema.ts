/** The changes of the figures in the report's rows. Runs in the browser too. */
import { z } from "zod";
import { groupsQuery } from "@/lib/reporting/groups/schema";
import { comparisonMeaning, comparisons } from "@/lib/reporting/metrics/compare";
import { comparedPeriod } from "@/lib/reporting/overview/schema";

export const changesQuery = groupsQuery
  .omit({ page: true, limit: true, sort_field: true, sort_order: true })
  .extend({
    compare: z
      .enum(comparisons, { error: `compare must be one of ${comparisons.join(", ")}.` })
      .meta({ description: comparisonMeaning }),
    ads_of: z
      .string()
      .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,199}$/, "campaign must be a list of campaign IDs.")
      .transform((text) => text.split(",").map(Number))
      .optional()
      .meta({
        description:
          "Campaign IDs, separated by commas. The rows are then their ad sets, creatives and keywords, by the keys of the report's table.",
      }),
  })
  .transform(({ from, to, ...query }, context) => {
    if (from !== null && to !== null && from <= to) return { ...query, from, to };
    const message = from === null || to === null ? "Set both from and to." : "from must not be after to.";
    context.addIssue({ code: "custom", message, params: { status: 422 } });
    return z.NEVER;
  });
export type ChangesQuery = z.output<typeof changesQuery>;

/** As ratios: 0.12 is a growth of 12 %. By column; one without a comparison is left out. */
const changes = z.record(z.string(), z.number());
export type Changes = z.output<typeof changes>;

export const changesData = z.object({
  /** Null if the earlier days have no figures. */
  compared: comparedPeriod,
  total: changes,
  rows: z.array(z.object({ keys: z.array(z.string()), changes })),
});
export type ChangesData = z.output<typeof changesData>;
