/** The results of the named destinations in a campaign's rules. */
import { z } from "zod";

const variant = z.object({
  name: z.string(),
  clicks: z.number().int(),
  /** The installs from these clicks, at any time. */
  installs: z.number().int(),
  /** The sign-ups on these installs. */
  signups: z.number().int(),
  /** Payments of these installs minus refunds, in minor units. */
  revenue: z.number().int(),
});
export type Variant = z.output<typeof variant>;

const outcome = z.object({
  /** The variants that one rule splits its visitors between. */
  among: z.array(z.string()),
  /** `early`: too few clicks or installs. `unclear`: the difference may be chance. */
  verdict: z.enum(["early", "unclear", "better"]),
  /** The variants with the most installs per click, and the next; null while it is early. */
  best: z.string().nullable(),
  next: z.string().nullable(),
  /** The confidence that the best is better than the next, from 0 to 1; null while it is early. */
  sure: z.number().nullable(),
});
export type VariantTestOutcome = z.output<typeof outcome>;

export const variants = z.object({
  from: z.string().nullable(),
  to: z.string().nullable(),
  currency: z.string(),
  variants: z.array(variant),
  /** One for each rule that splits its visitors. */
  outcomes: z.array(outcome),
  /** The number of counted clicks if only the newest were counted; otherwise null. */
  of_latest: z.number().int().nullable(),
});
export type Variants = z.output<typeof variants>;
