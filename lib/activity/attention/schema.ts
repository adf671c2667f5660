import { z } from "zod";

/** What somebody of the project should look after. `count` is of whatever the kind is about. */
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
  /** The account, domain, destination, campaign or currency, where one can be named. */
  name: z.string().nullable(),
  /** The campaign of `macros` and `unclicked`. */
  campaign_id: z.number().int().nullable(),
  /** The last call of `app_quiet`; since when a destination is paused or accepts nothing. */
  since: z.string().nullable(),
});
export type AttentionItem = z.output<typeof item>;

/** The most pressing first. */
export const attention = z.object({ items: z.array(item) });
export type Attention = z.output<typeof attention>;
