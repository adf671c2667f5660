import type { Project } from "@/lib/accounts/access/project";
import { Refusal } from "@/lib/base/refusal";
import { normalizeHost } from "@/lib/base/web/hosts";
import { linksOfRow } from "@/lib/campaigns/present";
import { findByDisplayId, findCampaignDomain, type NamedCampaign } from "@/lib/campaigns/queries";
import { displayIdForm } from "@/lib/campaigns/rules";

export type FoundCampaign = NamedCampaign & { link: string };

export async function campaignNamed(project: Project, displayId: string): Promise<FoundCampaign | null> {
  if (!displayIdForm.test(displayId)) return null;
  const row = await findByDisplayId(project.id, displayId);
  return row && { ...row, link: linksOfRow(row).link };
}

/** The error is the same for another project's domain and for an unknown one. */
export async function domainNamed(project: Project, domain: string) {
  const host = normalizeHost(domain);
  const found = host === null ? null : await findCampaignDomain(project.id, host);
  if (!found)
    throw new Refusal("domain_unknown", `Invalid domain '${domain}'. Domain not found for this project.`);
  return found;
}
