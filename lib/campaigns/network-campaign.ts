/** Campaigns that exist in an ad network and were not created here by a member. */
import { createHash } from "node:crypto";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { findStoredNetworkCampaign, insertNetworkCampaign } from "@/lib/campaigns/network-campaign-queries";

/**
 * The display ID is derived from the network's ID, so that concurrent calls create the campaign once. Null if every
 * possible display ID is taken.
 */
export async function networkCampaign(
  project: { id: ProjectId; accountId: AccountId },
  named: { network: string; id: string; name: string },
): Promise<number | null> {
  const digest = createHash("sha256").update(`${named.network} ${named.id}`).digest("hex").slice(0, 16);
  const slug = /^[A-Za-z0-9_-]{1,32}$/.test(named.id) ? named.id : digest;
  for (const tail of new Set([slug, digest])) {
    const displayId = `${named.network.toLowerCase()}-${tail}-${project.id}`;
    const made = await insertNetworkCampaign(project, { ...named, displayId });
    if (made !== null) return made;
    const known = await findStoredNetworkCampaign(project.id, named.network, named.id);
    if (known !== null) return known;
  }
  return null;
}
