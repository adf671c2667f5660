/** The step after the visitor: the campaign of the link, and whether the visit is a click or a view. */

import { displayIdForm } from "@/lib/campaigns/rules";
import { campaignOfNetwork } from "@/lib/traffic/links/network-links";
import type { LinkedCampaignRow } from "@/lib/traffic/links/site-queries";
import { linkedCampaign } from "@/lib/traffic/links/sites";
import type { Visit } from "@/lib/traffic/visits/visit";

export type VisitedCampaign =
  | { kind: "view"; campaign: LinkedCampaignRow }
  | { kind: "no view" }
  | { kind: "click"; campaign: LinkedCampaignRow | null; displayId: string };

/** Returns a promise only if data must be loaded first. */
export function findVisitedCampaign(visit: Visit): VisitedCampaign | Promise<VisitedCampaign> {
  const { path } = visit.request;
  if (path.startsWith("/i/")) return viewedCampaign(visit);
  const displayId = displayIdIn(path, visit.query);
  const campaign = campaignWithId(visit, displayId);
  return campaign === null || campaign instanceof Promise
    ? clickedCampaign(visit, displayId, campaign)
    : { kind: "click", campaign, displayId };
}

const campaignWithId = ({ site, request }: Visit, displayId: string) =>
  displayIdForm.test(displayId) ? linkedCampaign(site, displayId, request.tick) : null;

async function viewedCampaign(visit: Visit): Promise<VisitedCampaign> {
  const { path } = visit.request;
  const viewed = await campaignWithId(visit, idInPath(path.slice(2)));
  if (viewed) return { kind: "view", campaign: viewed };
  // A deep link's path may begin like the path of a view.
  if (!visit.query.getAll("c").some((id) => id !== "")) return { kind: "no view" };
  const displayId = displayIdIn(path, visit.query);
  return clickedCampaign(visit, displayId, campaignWithId(visit, displayId));
}

async function clickedCampaign(
  { site, request: { tick }, visitor }: Visit,
  displayId: string,
  found: ReturnType<typeof campaignWithId>,
): Promise<VisitedCampaign> {
  const campaign =
    (await found) ??
    (await campaignOfNetwork(site, visitor.params, tick)) ??
    (displayId === "" && site.defaultCampaign
      ? await linkedCampaign(site, site.defaultCampaign, tick)
      : null);
  return { kind: "click", campaign, displayId };
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
