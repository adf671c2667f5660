import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { metaKeyContext } from "@/lib/attribution/evidence/meta-key";
import { decryptMeta } from "@/lib/attribution/evidence/meta-referrer";
import { saveMetaKey } from "@/lib/attribution/meta-key/queries";
import type { metaKeyInput } from "@/lib/attribution/meta-key/schema";
import { wakeAttribution } from "@/lib/attribution/wake";
import { Refusal } from "@/lib/base/refusal";
import { encrypt } from "@/lib/platform/encryption";

type Owner = Pick<Project, "id" | "accountId">;

const day = 86_400_000;

/** The key is stored encrypted, and never returned. */
export async function setMetaKey(
  project: Owner,
  { key, sample }: z.output<typeof metaKeyInput>,
  by: Actor,
  now: Date,
) {
  const decrypted = sample ? decryptMeta(sample, key) : null;
  if (sample && !decrypted)
    throw new Refusal("invalid_request", "The key can't decrypt the sample.", {
      fields: { sample: "The key can’t decrypt it. Check that it belongs to this app and is complete." },
    });
  const stored = {
    encrypted: encrypt(key.toString("hex"), metaKeyContext(project.id)).toString("base64"),
    set_at: now.toISOString(),
    set_by: by.name,
    checked: decrypted !== null,
  };
  const since = new Date(now.getTime() - day);
  const redecided = await saveMetaKey(project, stored, { now, since }, by);
  if (redecided > 0) wakeAttribution(project.id);
  return {
    state: "set" as const,
    set_at: stored.set_at,
    set_by: stored.set_by,
    checked: stored.checked,
    sample: decrypted && {
      campaign: decrypted.campaignName ?? decrypted.campaignId,
      ad_set: decrypted.adSetName ?? decrypted.adSetId,
      ad: decrypted.creativeName ?? decrypted.creativeId,
    },
    decided_anew: redecided,
  };
}
