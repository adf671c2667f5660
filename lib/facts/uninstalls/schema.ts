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
  /** IDs and names of the credentials, which are not secret. */
  named: z.record(z.string(), z.string()),
  connected_at: timestamp,
  /** Waiting: no response yet. Later: queries are paused. Refused: queries have stopped. */
  state: z.enum(["waiting", "good", "later", "refused"]),
  /** The service's text. */
  problem: z.string().nullable(),
  problem_at: timestamp.nullable(),
  next_at: timestamp.nullable(),
  /** The last response about a token. */
  answered_at: timestamp.nullable(),
});

const tokens = z.object({
  kind: z.enum(pushKinds),
  tokens: z.number().int(),
  /** Tokens that can't be checked, and tokens of uninstalled apps. */
  ended: z.number().int(),
  uninstalled: z.number().int(),
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
  /** The service rejects the credentials. If neither this nor `accepted` is true, it was not reachable. */
  refused: z.boolean(),
  /** The service's text. */
  text: z.string(),
});
export type PushTested = z.output<typeof pushTested>;
