import { z } from "zod";
import { line, timestamp } from "@/lib/fields";

export const signingInput = z.object({
  required: z.boolean({ error: "Required must be true or false." }),
});

export const signingKeyInput = z.object({ name: line("Name") });

const key = z.object({
  id: z.number().int(),
  name: z.string(),
  /** What the app sends as x-key-id. */
  key_id: z.string(),
  created_by: z.string().nullable(),
  created_at: timestamp,
  /** When a call was last signed with it, whether signatures are required or not. */
  last_used_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  /** `replaced`: rotated, and still good until it expires. `unreadable`: sealed with another ENCRYPTION_KEY. */
  state: z.enum(["active", "replaced", "expired", "revoked", "unreadable"]),
});

export const signing = z.object({ required: z.boolean(), keys: z.array(key) });
export const signingRequired = z.object({ required: z.boolean() });
export const newSigningKey = z.object({ key, secret: z.string() });
