import { z } from "zod";
import { noChangesText, requireChange, requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";

export const signingInput = z
  .object({
    required: z.boolean({ error: t("Required must be true or false.") }).optional(),
    body_only: z.boolean({ error: "body_only must be true or false." }).optional().meta({
      description:
        "Whether signatures of version 1 are accepted. They cover the body, but neither method nor path.",
    }),
  })
  .refine(requireChange, noChangesText);

export const signingKeyInput = z.object({ name: requiredLine(t("Name")) });

const key = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The value that the app sends as x-key-id. */
  key_id: z.string(),
  created_by: z.string().nullable(),
  created_at: timestamp,
  /** The time of the last call signed with it, even while signatures are not required. */
  last_used_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  /** `replaced`: rotated, and still valid until it expires. `unreadable`: encrypted with another ENCRYPTION_KEY. */
  state: z.enum(["active", "replaced", "expired", "revoked", "unreadable"]),
});
export type ShownSigningKey = z.output<typeof key>;

const settings = { required: z.boolean(), body_only: z.boolean() };

export const signingState = z.object({ ...settings, keys: z.array(key) });
export const signingAnswer = z.object(settings);
export const newSigningKeyAnswer = z.object({ key, secret: z.string() });
export type NewSigningKey = z.output<typeof newSigningKeyAnswer>;
