import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { pushKinds } from "@/lib/facts/uninstalls/push-kinds";

export const pushKindParam = z.object({ kind: z.enum(pushKinds) });

/** By the names of the kind's fields: `service_account`, or `key`, `key_id`, `team_id` and `topic`. */
export const pushCredentialsBody = z.object({
  credentials: z.record(
    z.string().max(64),
    z.string("This must be text.").trim().max(16_000, "This is too long."),
  ),
});

const shownService = z.object({
  kind: z.enum(pushKinds),
  /** Ids and names of the credentials, which are no secret. */
  named: z.record(z.string(), z.string()),
  connected_at: timestamp,
  /** Waiting: nothing was answered yet. Later: it is left alone for a while. Refused: nobody asks it any more. */
  state: z.enum(["waiting", "good", "later", "refused"]),
  /** In the service's words. */
  problem: z.string().nullable(),
  problem_at: timestamp.nullable(),
  next_at: timestamp.nullable(),
  /** The last answer about a token. */
  answered_at: timestamp.nullable(),
});

const tokens = z.object({
  kind: z.enum(pushKinds),
  tokens: z.number().int(),
  /** Of those, the ones that can't be asked about, and the ones of uninstalled apps. */
  ended: z.number().int(),
  gone: z.number().int(),
});

export const uninstallSettings = z.object({
  services: z.array(shownService),
  tokens: z.array(tokens),
  /** There are more tokens than were counted. */
  more: z.boolean(),
});
export type UninstallSettings = z.output<typeof uninstallSettings>;

export const pushTested = z.object({
  accepted: z.boolean(),
  /** It doesn't take the credentials; where neither is true, it could not be asked. */
  refused: z.boolean(),
  /** In the service's words. */
  words: z.string(),
});
export type PushTested = z.output<typeof pushTested>;
