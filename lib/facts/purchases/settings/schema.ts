import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { checkModes, checkStates, purchaseSources } from "@/lib/facts/payments/store-purchases";
import { noticeStates } from "@/lib/facts/purchases/notices/queries";

const optionalLine = (max: number) =>
  z
    .string("This must be text.")
    .trim()
    .max(max, "This is too long.")
    .nullish()
    .transform((text) => text || null);

/** Google signs a token for each push; its audience and its service account may be required. */
const pushToken = z.object({
  /** Null: the address for notifications, which is Google's default. */
  audience: optionalLine(512),
  service_account: optionalLine(256).refine(
    (text) => text === null || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
    "Enter the email address of the service account.",
  ),
});

export const purchaseSourceParam = z.object({ source: z.enum(purchaseSources) });

/** Credentials by the names of the store's fields; without them, the stored ones are kept. */
export const connectionBody = z.object({
  mode: z.enum(checkModes, "Choose the effect of checks."),
  app_id: z.string("This must be text.").trim().max(256, "This is too long."),
  credentials: z
    .record(z.string().max(64), z.string("This must be text.").trim().max(16_000, "This is too long."))
    .optional(),
  /** Null accepts notifications without a token; absent leaves the stored requirement. */
  push_token: pushToken.nullish(),
});
export type ConnectionInput = z.output<typeof connectionBody>;

const shownConnection = z.object({
  source: z.enum(purchaseSources),
  mode: z.enum(checkModes),
  app_id: z.string().nullable(),
  /** IDs and names of the credentials, which are not secret; null without credentials. */
  named: z.record(z.string(), z.string()).nullable(),
  has_address: z.boolean(),
  /** The required token of Google's notifications; null if none is required. */
  push_token: z
    .object({ audience: z.string().nullable(), service_account: z.string().nullable() })
    .nullable(),
  connected_at: timestamp,
  /** Waiting: no answer yet. Later: queries are paused. Refused: queries have stopped. Null without credentials. */
  state: z.enum(["waiting", "good", "later", "refused"]).nullable(),
  /** The store's text. */
  problem: z.string().nullable(),
  problem_at: timestamp.nullable(),
  answered_at: timestamp.nullable(),
  notified_at: timestamp.nullable(),
});

const shownNotice = z.object({
  source: z.enum(purchaseSources),
  id: z.string(),
  received_at: timestamp,
  kind: z.string(),
  state: z.enum(noticeStates),
  reason: z.string().nullable(),
  /** The reason in words. */
  text: z.string().nullable(),
});

export const purchaseSettings = z.object({
  connections: z.array(shownConnection),
  /** Payments of the last 30 days by the result of their check. */
  states: z.array(z.object({ state: z.enum(checkStates), payments: z.number().int() })),
  /** The newest notifications. */
  notices: z.array(shownNotice),
});
export type PurchaseSettings = z.output<typeof purchaseSettings>;

export const storeTested = z.object({
  accepted: z.boolean(),
  /** The store rejects the credentials. If neither this nor `accepted` is true, it was not reachable. */
  refused: z.boolean(),
  /** The store's text. */
  text: z.string(),
});
export type StoreTested = z.output<typeof storeTested>;

export const noticeAddress = z.object({ address: z.string() });
