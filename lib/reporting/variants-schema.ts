/** How the named destinations of a campaign's rules did. */
import { z } from "zod";

export const variants = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  variants: z.array(
    z.object({
      name: z.string(),
      clicks: z.number().int(),
      /** The installs that these clicks led to, whenever they came. */
      installs: z.number().int(),
    }),
  ),
  /** The newest clicks that were counted, where there are more than can be read at once; else null. */
  of_latest: z.number().int().nullable(),
});
export type Variants = z.output<typeof variants>;
