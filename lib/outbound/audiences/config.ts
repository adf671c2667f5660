import type { Project } from "@/lib/accounts/access/project";
import type { AudienceConfig, AudienceKind } from "@/lib/outbound/audiences/kinds/kind";
import { audienceKindOf } from "@/lib/outbound/audiences/kinds/kinds";
import type { AudienceRow } from "@/lib/outbound/audiences/queries";
import { addressesOf, audienceContext } from "@/lib/outbound/requests/decrypt";
import { decrypt, encrypt } from "@/lib/platform/encryption";

export type OpenedAudience = {
  kind: AudienceKind;
  config: Omit<AudienceConfig<unknown, unknown>, "token">;
};

export const encryptAudienceSecrets = (project: Pick<Project, "id">, id: number, secrets: object): Buffer =>
  encrypt(JSON.stringify(secrets), audienceContext(project.id, id));

/** The receiver with its decrypted secrets, or why it can't be called. */
export function openAudience(
  project: Pick<Project, "id">,
  row: Pick<AudienceRow, "id" | "kind" | "settings" | "credentials">,
): OpenedAudience | { problem: string } {
  const kind = audienceKindOf(row.kind);
  if (kind === null) return { problem: "This version of Cairn has no such receiver." };
  const text = row.credentials && decrypt(row.credentials, audienceContext(project.id, row.id));
  if (row.credentials !== null && text === null)
    return {
      problem:
        "The credentials can't be decrypted: they were encrypted with a different ENCRYPTION_KEY, or were not moved with the project. Enter them again.",
    };
  const settings = kind.settings.safeParse(row.settings);
  const secrets = kind.secrets.safeParse(text ? JSON.parse(text) : {});
  if (!settings.success || !secrets.success)
    return { problem: "The settings are incomplete. Enter them again." };
  const addresses = kind.service ? addressesOf(kind.service) : { base: "", tokenUrl: "" };
  return { kind, config: { settings: settings.data, secrets: secrets.data, ...addresses } };
}
