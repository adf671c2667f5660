/** The key and the limit of a network's server. Runs in the browser too. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";

export const serverClickLimits = { usual: 500, max: 5_000, overlapHours: 720 };

const count = (what: string, max: number) =>
  z
    .number({ error: `${what} must be a number.` })
    .int(`${what} must be a whole number.`)
    .max(max, t("{what} must be at most {max}.", { what, max: max.toLocaleString("en-US") }));

export const rotateInput = z.object({
  hours: count("Hours", serverClickLimits.overlapHours).min(0, "Hours must be at least 0.").meta({
    description: "The hours for which the previous key stays valid; 0 ends it immediately.",
  }),
});

export const serverLimitInput = z.object({
  calls_per_second: count("Calls per second", serverClickLimits.max)
    .min(1, "Calls per second must be at least 1.")
    .nullable()
    .default(null)
    .meta({ description: `Null for the default of ${serverClickLimits.usual}.` }),
});

export const serverClicks = z.object({
  network: z.string(),
  key: z.string(),
  /** Increases with each rotation. */
  generation: z.number().int(),
  rotated_at: timestamp.nullable(),
  /** The previous key is valid until then; null without one. */
  previous_until: timestamp.nullable(),
  calls_per_second: z.number().int(),
  is_default_limit: z.boolean(),
  /** Noted rejected calls of the last seven days by reason, the most frequent first. */
  rejected: z.array(z.object({ reason: z.string(), count: z.number().int(), last_at: timestamp })),
});
export type ServerClicks = z.output<typeof serverClicks>;
export const oneServerClicks = z.object({ server_clicks: serverClicks });
