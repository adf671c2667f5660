/** The step after the visitor: the campaign of the link, and whether the visit is a click or a view. */

import { displayIdForm } from "@/lib/campaigns/rules";
import { campaignOfNetwork } from "@/lib/traffic/links/network-links";
import type { LinkedCampaignRow } from "@/lib/traffic/links/site-queries";
import { linkedCampaign } from "@/lib/traffic/links/sites";
import type { Visit } from "@/lib/traffic/visits/visit";

type VisitedCampaign =
  | { kind: "view"; campaign: LinkedCampaignRow }
  | { kind: "no view" }
  | { kind: "click"; campaign: LinkedCampaignRow | null; displayId: string };

export async function campaignOf({ site, request, query, visitor }: Visit): Promise<VisitedCampaign> {
  const { path, tick } = request;
  const withId = (displayId: string) =>
    displayIdForm.test(displayId) ? linkedCampaign(site, displayId, tick) : null;
  if (path.startsWith("/i/")) {
    const viewed = await withId(idInPath(path.slice(2)));
    if (viewed) return { kind: "view", campaign: viewed };
    // A deep link's path may begin like the path of a view.
    if (!query.getAll("c").some((id) => id !== "")) return { kind: "no view" };
  }
  const displayId = displayIdIn(path, query);
  const found = withId(displayId);
  const campaign = found instanceof Promise ? await found : found;
  return {
    kind: "click",
    campaign:
      campaign ??
      (await campaignOfNetwork(site, visitor.params, tick)) ??
      (displayId === "" && site.defaultCampaign
        ? await linkedCampaign(site, site.defaultCampaign, tick)
        : null),
    displayId,
  };
}

/** `/?c=ID`, `/ID`, or any path with `c=ID`. Empty if the link has no ID. */
function displayIdIn(path: string, query: URLSearchParams): string {
  return query.get("c") || query.getAll("c").find((id) => id !== "") || idInPath(path);
}

const idInPath = (path: string) => path.slice(1, path.endsWith("/") ? -1 : undefined);

/** Why the campaign's links do not redirect at this time; null if they do. Such visits are stored, but not counted. */
export function endedBecause(campaign: LinkedCampaignRow, at: Date): "deleted" | "inactive" | null {
  if (campaign.deleted) return "deleted";
  const { active, starts_ms: start = null, ends_ms: end = null, is_used_up: isUsedUp } = campaign;
  const ms = at.getTime();
  const isOn = active && !isUsedUp && (start === null || start <= ms) && (end === null || ms < end);
  return isOn ? null : "inactive";
}
