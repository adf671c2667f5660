/** Links without a campaign ID from a network's ad, to which the network appended its IDs. */

import { withDeadline } from "@/lib/base/deadline";
import type { ProjectId } from "@/lib/base/ids";
import { networkCampaign } from "@/lib/campaigns/network-campaign";
import { unnamedCampaign, unnamedCampaignLabel } from "@/lib/campaigns/networks";
import { StaleCache } from "@/lib/platform/stale-cache";
import { findAccountOfProject, findNetworkCampaign } from "@/lib/traffic/links/network-queries";
import { type NetworkClick, networkClickIn, type Param } from "@/lib/traffic/links/params";
import type { LinkedCampaignRow } from "@/lib/traffic/links/site-queries";
import { type LinkHost, linkCacheTimes, linkedCampaign } from "@/lib/traffic/links/sites";

const answerMs = 5_000;

/** The campaign's display ID. */
type Known = { displayId: string };

const known = new StaleCache<Known>({
  ...linkCacheTimes,
  maxKeys: 20_000,
  async load(key) {
    const [project = "", network = "", id = ""] = key.split(/ ([^ ]+) ?(.*)/s);
    return withDeadline(find(Number(project) as ProjectId, network, id || null), answerMs);
  },
});

/**
 * An unknown network ID creates no campaign, because anyone can write one into a link. Such clicks count for one
 * placeholder campaign per network.
 */
async function find(projectId: ProjectId, network: string, id: string | null): Promise<Known | null> {
  const findCampaign = () =>
    findNetworkCampaign(projectId, network, { claimed: id, unnamed: unnamedCampaign });
  let row = await findCampaign();
  const accountId = row === null ? await findAccountOfProject(projectId) : null;
  if (accountId !== null) {
    const name = unnamedCampaignLabel(network);
    await networkCampaign({ id: projectId, accountId }, { network, id: unnamedCampaign, name });
    row = await findCampaign();
  }
  // A deleted campaign gets no more clicks.
  return row && !row.deleted ? { displayId: row.display_id } : null;
}

/** The same lookup without creating the placeholder campaign. */
export async function knownOfNetwork(
  site: LinkHost,
  { network, campaignId }: NetworkClick,
): Promise<string | null> {
  const ids = { claimed: campaignId, unnamed: unnamedCampaign };
  const row = await findNetworkCampaign(site.projectId, network, ids);
  return row && !row.deleted ? row.display_id : null;
}

/** The campaign of the click's network; null if the click is not from a network's ad. */
export async function campaignOfNetwork(
  site: LinkHost,
  params: readonly Param[],
  tick: number,
): Promise<LinkedCampaignRow | null> {
  const click = networkClickIn(params, site.customClicks ?? []);
  if (!click) return null;
  const key = `${site.projectId} ${click.network}${click.campaignId === null ? "" : ` ${click.campaignId}`}`;
  const found = await known.get(key, tick);
  return found && linkedCampaign(site, found.displayId, tick);
}
