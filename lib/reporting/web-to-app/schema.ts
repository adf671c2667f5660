/** The funnel from a customer's website into the app. Runs in the browser too. */
import { z } from "zod";
import { checkDayRange, day } from "@/lib/base/day-params";
import { webGroupings } from "@/lib/reporting/web-to-app/steps";

/** The default is the last thirty days. */
export const webToAppQuery = z
  .object({
    from: day("from"),
    to: day("to"),
    by: z.enum(webGroupings, { error: `by must be one of ${webGroupings.join(", ")}.` }).default("source"),
  })
  .superRefine(checkDayRange);

const steps = {
  visited: z.number().int(),
  clicked: z.number().int(),
  installed: z.number().int(),
  signed_up: z.number().int(),
  paid: z.number().int(),
};

export const webToAppData = z.object({
  from: z.string(),
  to: z.string(),
  by: z.enum(webGroupings),
  /** True once a website has sent data. */
  has_visitors: z.boolean(),
  /** Visitors whose first visit was on these days, with the steps that they have reached since. */
  funnel: z.object(steps),
  /** The groups with the most visitors. */
  rows: z.array(
    z.object({
      /** A network's code, a `utm_source` or a campaign's ID; `DIRECT` or `none` without one. */
      key: z.string(),
      /** The campaign's name. */
      name: z.string().nullable(),
      deleted: z.boolean(),
      ...steps,
    }),
  ),
  /** More groups exist than are listed. */
  more: z.boolean(),
  events: z.array(z.object({ name: z.string(), events: z.number().int(), visitors: z.number().int() })),
});
export type WebToApp = z.output<typeof webToAppData>;
