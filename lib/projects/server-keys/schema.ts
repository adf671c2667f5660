import { z } from "zod";
import { keyScopeNames } from "@/lib/accounts/access/scopes";
import { requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { overlapInput } from "@/lib/projects/schema";

const expiresAt = z.iso
  .datetime({ offset: true, error: t("The expiry must be a time such as 2030-01-31T00:00:00Z.") })
  .nullable()
  .optional();

export const serverKeyInput = z.object({
  name: requiredLine(t("Name")),
  /** Without an expiry the key is valid until it is revoked. */
  expires_at: expiresAt,
  scopes: z
    .array(
      z.enum(keyScopeNames, {
        error: t("A permission must be one of {keyScopeNames}.", { keyScopeNames: keyScopeNames.join(", ") }),
      }),
    )
    .min(1, t("Choose at least one permission."))
    .default(["api"])
    .transform((scopes) => [...new Set(scopes)])
    .refine((scopes) => !scopes.includes("personal") || scopes.includes("raw") || scopes.includes("mcp"), {
      error: t("Personal data is only read as raw data or by assistants. Choose one of them, too."),
    }),
});

/** If absent, the new key expires when the old one would have; null means until it is revoked. */
export const rotateInput = overlapInput.extend({ expires_at: expiresAt });

const key = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The beginning of the key; the whole key is shown only once. */
  prefix: z.string(),
  created_by: z.string().nullable(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  scopes: z.array(z.string()),
  /** `replaced`: rotated, and still valid until it expires. */
  state: z.enum(["active", "replaced", "expired", "revoked"]),
});
export type ShownServerKey = z.output<typeof key>;

export const serverKeyList = z.object({ server_keys: z.array(key) });
export const createdServerKey = z.object({ server_key: key, key: z.string() });
export type NewServerKey = z.output<typeof createdServerKey>;
