/** The last step: the response to a stored click. */

import { env } from "@/lib/base/env";
import { linkBase } from "@/lib/base/web/hosts";
import { qrMark } from "@/lib/ledger/qr-mark";
import { cairnParameters } from "@/lib/traffic/links/params";
import type { LinkedCampaignRow } from "@/lib/traffic/links/site-queries";
import { endedLinkOf, linkTargetOf } from "@/lib/traffic/links/sites";
import { maxInCode } from "@/lib/traffic/pages/qr-path";
import { answerForPreview, answerWithout, type LinkAnswer, linkAnswer } from "@/lib/traffic/pages/responses";
import { endedBecause } from "@/lib/traffic/visits/campaign";
import type { ResolvedClick } from "@/lib/traffic/visits/destination";
import { asVisitorOfEndedLink, type Visit } from "@/lib/traffic/visits/visit";

export function answerToClick(
  visit: Visit,
  campaign: LinkedCampaignRow,
  { row, destination }: ResolvedClick,
): LinkAnswer {
  const { site, request, visitor } = visit;
  const { platform, automaton } = visitor.agent;
  const ended = endedBecause(campaign, visit.at);
  if (ended) return answerWithout(ended, site, asVisitorOfEndedLink(visit), endedLinkOf(campaign, site));
  if (automaton === "preview") return answerForPreview(campaign, site, request.host, destination);
  // Only the click ID, because parameters about the ad or the visitor must not stay on a clipboard.
  const isCarried = site.clipboard === true && platform === "IOS" && automaton === null;
  const copied = isCarried ? `${linkBase(request.host, env.APP_URL)}/?cairn_click=${row.id}` : null;
  return linkAnswer(
    destination,
    linkTargetOf(campaign, site),
    site,
    platform,
    () => linkToScan(visit, campaign),
    copied,
  );
}

/**
 * The short form of the followed link, for a phone that scans it. It keeps the ad's parameters, and marks the scan
 * unless the link already has that parameter. A link that is too long for a camera keeps only the mark.
 */
function linkToScan({ request, query }: Visit, { display_id: id }: LinkedCampaignRow): string {
  const params = new URLSearchParams(query);
  for (const name of [
    cairnParameters.campaign,
    cairnParameters.device,
    cairnParameters.from,
    cairnParameters.visit,
  ])
    params.delete(name);
  if (!params.has(qrMark.name)) params.set(qrMark.name, qrMark.value);
  const short = `${linkBase(request.host, env.APP_URL)}/${id}`;
  const link = `${short}?${params}`;
  return link.length > maxInCode ? `${short}?${qrMark.name}=${qrMark.value}` : link;
}
