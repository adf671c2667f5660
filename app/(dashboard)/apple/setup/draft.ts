/** The edited rows of the screen, in order. Pure. */
import type { ChosenCampaign } from "@/app/(dashboard)/shell/facts/campaign-search";
import { type AppleSetup, type SetupInput, setupInput } from "@/lib/apple/postbacks/setup-schema";
import { t } from "@/lib/base/languages/texts";

export type SourceDraft = { network: string; source: string; campaign: ChosenCampaign | null };
export type AppleSetupDraft = {
  domain: string;
  networks: { id: string; name: string }[];
  sources: SourceDraft[];
};

export type CardProps = {
  draft: AppleSetupDraft;
  /** Keyed by field name, as the server names it. */
  problems: Record<string, string>;
  disabled: boolean;
  onChange: (patch: Partial<AppleSetupDraft>) => void;
};

export const appleSetupDraft = ({ domain, networks, sources }: AppleSetup): AppleSetupDraft => ({
  domain: domain ?? "",
  networks: Object.entries(networks).map(([id, name]) => ({ id, name })),
  sources: sources.map(({ network_id, source_identifier, campaign }) => ({
    network: network_id,
    source: source_identifier,
    campaign: { id: campaign.id, displayId: campaign.display_id, name: campaign.name },
  })),
});

/** The problems are found by the server's own schema. */
export function appleSetupInput(draft: AppleSetupDraft): {
  input: SetupInput;
  problems: Record<string, string>;
} {
  const raw = {
    domain: draft.domain.trim() === "" ? null : draft.domain,
    networks: Object.fromEntries(draft.networks.map(({ id, name }) => [id.trim(), name])),
    sources: draft.sources.map(({ network, source, campaign }) => ({
      network_id: network,
      source_identifier: source.trim(),
      campaign_id: campaign?.id,
    })),
  };
  const problems: Record<string, string> = {};
  const seen = new Set<string>();
  draft.networks.forEach(({ id, name }, at) => {
    if (id.trim() === "") problems[`networks.${at}`] = t("Enter the network's ID.");
    else if (name.trim() === "") problems[`networks.${at}`] = t("Enter a name.");
    else if (!/^[\w.-]+$/.test(id.trim()))
      problems[`networks.${at}`] = t("A network's ID has letters, digits and dots.");
    else if (seen.has(id.trim().toLowerCase()))
      problems[`networks.${at}`] = t("This network is listed twice.");
    seen.add(id.trim().toLowerCase());
  });
  const read = setupInput.safeParse(raw);
  if (read.success) return { input: read.data, problems };
  for (const { path, message } of read.error.issues) problems[path.join(".")] ??= message;
  return { input: raw as SetupInput, problems };
}
