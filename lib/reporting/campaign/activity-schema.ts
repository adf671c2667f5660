import { z } from "zod";
import { checkDayRange, day } from "@/lib/base/day-params";
import { rejectValue } from "@/lib/base/params";

/** The figures next to the campaigns of a page. */
export const activityMetrics = [
  "clicks",
  "installs",
  "signups",
  "spend",
  "revenue",
  "cost_per_install",
  "roas",
] as const;

/** The default is the last thirty days. */
export const activityQuery = z
  .object({
    from: day("from"),
    to: day("to"),
    ids: z.string({ error: "ids must be campaign IDs, separated by commas." }).transform((text, context) => {
      const ids = text.split(",").map(Number);
      if (ids.length <= 200 && ids.every((id) => Number.isSafeInteger(id) && id > 0)) return ids;
      return rejectValue(context, "ids must be at most 200 campaign IDs, separated by commas.");
    }),
  })
  .superRefine(checkDayRange);
export type ActivityQuery = z.output<typeof activityQuery>;

const value = z.number().nullable();

export const campaignActivity = z.object({
  from: z.string(),
  to: z.string(),
  currency: z.string(),
  campaigns: z.array(
    z.object({
      id: z.number().int(),
      metrics: z.object(
        Object.fromEntries(activityMetrics.map((name) => [name, value])) as Record<
          (typeof activityMetrics)[number],
          typeof value
        >,
      ),
      /** Installs of the last 14 days, today last. */
      installs_by_day: z.array(z.number()),
      /** Null without clicks in the last 90 days. */
      last_click_day: z.string().nullable(),
    }),
  ),
});
export type CampaignActivity = z.output<typeof campaignActivity>;
