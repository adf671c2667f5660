/** The way of visitors from a customer's website into the app. Runs in the browser too. */
import { z } from "zod";
import { bothOrNeither, day } from "@/lib/base/day-params";
import { webGroupings } from "@/lib/reporting/web-to-app/steps";

/** Without dates it is the last thirty days. */
export const webToAppQuery = z
  .object({
    from: day("from"),
    to: day("to"),
    by: z.enum(webGroupings, { error: `by must be one of ${webGroupings.join(", ")}.` }).default("source"),
  })
  .superRefine(bothOrNeither);

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
  /** False until a website has ever sent something. */
  has_visitors: z.boolean(),
  /** People who first came on these days, and how many of them got so far until now. */
  funnel: z.object(steps),
  /** Those with the most visitors. */
  rows: z.array(
    z.object({
      /** A network's code, a `utm_source` or a campaign's id; `DIRECT` or `none` where there was none. */
      key: z.string(),
      /** Of a campaign. */
      name: z.string().nullable(),
      deleted: z.boolean(),
      ...steps,
    }),
  ),
  /** There are more groups than are listed. */
  more: z.boolean(),
  events: z.array(z.object({ name: z.string(), events: z.number().int(), visitors: z.number().int() })),
});
export type WebToApp = z.output<typeof webToAppData>;
