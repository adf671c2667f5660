import { z } from "zod";

/** Problems that a member should fix. The kind determines the meaning of `count`. */
export const attentionKinds = [
  "failed_sync",
  "push_stopped",
  "destination_paused",
  "destination_failing",
  "unmatched_spend",
  "payments_unpriced",
  "suspicious",
  "unclicked",
  "domain_unproved",
  "domain_unrouted",
  "app_quiet",
  "macros",
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

const item = z.object({
  kind: z.enum(attentionKinds),
  count: z.number().int(),
  /** The account, domain, destination, campaign or currency, if there is one. */
  name: z.string().nullable(),
  /** The campaign of `macros` and `unclicked`. */
  campaign_id: z.number().int().nullable(),
  /** The last call for `app_quiet`; for destinations, the start of the pause or of the failures. */
  since: z.string().nullable(),
});
export type AttentionItem = z.output<typeof item>;

/** The most urgent first. */
export const attention = z.object({ items: z.array(item) });
export type Attention = z.output<typeof attention>;
