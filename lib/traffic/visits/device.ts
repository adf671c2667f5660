/** Safari on an iPad reports a Mac. If the two have different destinations, a small page detects the device. */

import type { VisitorPlatform } from "@/lib/platform/user-agent";
import { cairnParameters } from "@/lib/traffic/links/params";
import { destinationFor } from "@/lib/traffic/links/rules";
import type { LinkedCampaignRow } from "@/lib/traffic/links/site-queries";
import { type LinkTarget, linkTargetOf } from "@/lib/traffic/links/sites";
import { visitorBrandOf } from "@/lib/traffic/pages/brand";
import { devicePage } from "@/lib/traffic/pages/page";
import type { LinkAnswer } from "@/lib/traffic/pages/responses";
import { endedBecause } from "@/lib/traffic/visits/campaign";
import type { LinkRequest } from "@/lib/traffic/visits/request";
import { retryLink } from "@/lib/traffic/visits/retry";
import type { Visit } from "@/lib/traffic/visits/visit";

/** Null if the device is known, or if both have the same destinations. */
export function requestDevice(visit: Visit, campaign: LinkedCampaignRow): LinkAnswer | null {
  const { site, request, visitor } = visit;
  const mustRequest =
    visitor.agent.maybeIpad &&
    visitor.automaton === null &&
    endedBecause(campaign, visit.at) === null &&
    runsScripts(request) &&
    differsOnIpad(linkTargetOf(campaign, site));
  return mustRequest
    ? devicePage(visitorBrandOf(site, "DESKTOP"), retryLink(request, `${cairnParameters.device}=mac`))
    : null;
}

/** A browser that opens a page for a person; programs do not send this header. */
const runsScripts = (request: LinkRequest) =>
  request.method === "GET" && request.header("sec-fetch-mode") === "navigate";

const differing = new WeakMap<LinkTarget, boolean>();

function differsOnIpad(target: LinkTarget): boolean {
  let differs = differing.get(target);
  if (differs === undefined) {
    const on = (platform: VisitorPlatform) =>
      destinationFor(
        { platform, inApp: false, page: true, params: [], clickId: null },
        target.destinations,
        target.stores,
        target.website,
      );
    const hasRule = target.rules.some(
      ({ platforms }) => platforms !== null && platforms.has("IOS") !== platforms.has("DESKTOP"),
    );
    differs = hasRule || JSON.stringify(on("IOS")) !== JSON.stringify(on("DESKTOP"));
    differing.set(target, differs);
  }
  return differs;
}
