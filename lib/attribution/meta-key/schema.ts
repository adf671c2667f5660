import { z } from "zod";
import { parseMetaKey, readReferrerSample } from "@/lib/attribution/evidence/meta-referrer";
import { timestamp } from "@/lib/base/fields";
import { rejectValue } from "@/lib/base/params";

export const metaKeyInput = z.object({
  key: z
    .string({ error: "Paste the key." })
    .max(200, "The key must have 64 hex digits (0 to 9, a to f).")
    .transform(
      (text, context) =>
        parseMetaKey(text) ?? rejectValue(context, "The key must have 64 hex digits (0 to 9, a to f)."),
    ),
  /** An encrypted referrer from Meta, to check that the key decrypts it. */
  sample: z
    .string()
    .trim()
    .max(16_384, "The referrer is too long.")
    .transform((text, context) =>
      text === ""
        ? null
        : (readReferrerSample(text) ??
          rejectValue(context, "The referrer has no encrypted part: it needs a source with data and nonce.")),
    )
    .nullish(),
});

const state = z.object({
  /** `unreadable`: encrypted with another ENCRYPTION_KEY. The key itself is never returned. */
  state: z.enum(["none", "set", "unreadable"]),
  set_at: timestamp.nullable(),
  set_by: z.string().nullable(),
  /** The key decrypted a sample when it was set. */
  checked: z.boolean(),
});

export const metaKeyState = state;
export type MetaKey = z.output<typeof metaKeyState>;

export const metaKeySet = state.extend({
  /** The names in the sample. */
  sample: z
    .object({
      campaign: z.string().nullable(),
      ad_set: z.string().nullable(),
      ad: z.string().nullable(),
    })
    .nullable(),
  /** Installs of the last 24 hours with Meta's referrer, which are attributed again. */
  decided_anew: z.number().int(),
});
export type MetaKeySet = z.output<typeof metaKeySet>;
