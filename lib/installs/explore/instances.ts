import type { Project } from "@/lib/access/project";
import { installsNamed } from "@/lib/installs/explore/list";
import { findCampaignInstances, findInstances } from "@/lib/installs/explore/queries";

/**
 * Beyond these a campaign has so many installs that walking over everything, the newest first, soon meets enough of
 * what they sent; below, what each of them sent is looked up.
 */
const few = 2_000;

/** Which instances what is looked for was sent by, if there are few; null when it may be any. */
export async function instancesFor(
  project: Project,
  { install, campaign }: { install?: string | undefined; campaign?: number | "organic" | undefined },
): Promise<string[] | null> {
  if (install) {
    const named = (await installsNamed(project, install)).filter(({ found_by }) => found_by !== "user");
    const rows = await findInstances(
      project.id,
      named.map(({ id }) => id),
    );
    // It may have sent something before it became an install.
    return [...new Set([install, ...rows.map((row) => row.instance)])];
  }
  if (campaign === undefined || campaign === "organic") return null;
  const rows = await findCampaignInstances(project.id, campaign, few + 1);
  return rows.length > few ? null : rows.map((row) => row.instance);
}
