import type { Project } from "@/lib/access/project";
import { linksOfRow } from "@/lib/campaigns/present";
import { findByDisplayId, type NamedCampaign } from "@/lib/campaigns/queries";
import { displayIdForm } from "@/lib/campaigns/rules";

export type FoundCampaign = NamedCampaign & { link: string };

export async function campaignNamed(project: Project, displayId: string): Promise<FoundCampaign | null> {
  if (!displayIdForm.test(displayId)) return null;
  const row = await findByDisplayId(project.id, displayId);
  return row && { ...row, link: linksOfRow(row).link };
}
