import { z } from "zod";
import { timestamp } from "@/lib/base/fields";

export const credentialsBody = z.object({
  credentials: z.record(
    z.string().max(64),
    z.string("This must be text.").trim().max(8_000, "This is too long."),
  ),
});

const pulled = z.object({
  id: z.number().int(),
  network: z.string(),
  name: z.string(),
  external_id: z.string().nullable(),
  currency: z.string().nullable(),
  status: z.string(),
  /** Off: no credentials. Paused: the account is not active. Waiting: not pulled yet. */
  state: z.enum(["off", "paused", "waiting", "pulling", "failed", "good"]),
  started_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  succeeded_at: timestamp.nullable(),
  /** The time of the next automatic pull. */
  next_at: timestamp.nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Rows of the last successful sync. */
  rows: z.number().int(),
  /** Finished days of the pull in progress. */
  done: z.number().int(),
  total: z.number().int(),
  problem: z.string().nullable(),
  /** Campaigns of the network without a campaign in Cairn: their cost is not counted. */
  unknown: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      currency: z.string(),
      amount_minor: z.number().int(),
      /** The campaign with the same name that it probably belongs to. */
      suggested: z.object({ id: z.number().int(), name: z.string() }).nullable(),
    }),
  ),
  import: z.number().int().nullable(),
});

export const pullList = z.object({ accounts: z.array(pulled) });
export const onePull = z.object({ account: pulled });
export type PullState = z.output<typeof pulled>;
