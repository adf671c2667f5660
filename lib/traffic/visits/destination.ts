/** The step after the campaign: decides whether the click counts, and its destination. */

import { matchRules, type RuleVisitor } from "@/lib/campaigns/link-rules/rules";
import { isDuplicate, type RecentClick } from "@/lib/traffic/clicks/duplicates";
import type { ClickRow } from "@/lib/traffic/clicks/queries";
import { cairnParameters, readParams, webIdForm } from "@/lib/traffic/links/params";
import {
  type ClickDestination,
  carriesReferrer,
  destinationFor,
  knownOnSite,
} from "@/lib/traffic/links/rules";
import type { LinkedCampaignRow } from "@/lib/traffic/links/site-queries";
import { linkTargetOf } from "@/lib/traffic/links/sites";
import { isTestMark } from "@/lib/traffic/links/test-mark";
import { endedBecause } from "@/lib/traffic/visits/campaign";
import { clickRow } from "@/lib/traffic/visits/click-row";
import type { VisitOrigin } from "@/lib/traffic/visits/origin";
import type { Visit } from "@/lib/traffic/visits/visit";

/** The row to store, the visitor for the detection of duplicates, and the destination. */
export type ResolvedClick = { row: ClickRow; follower: RecentClick; destination: ClickDestination };

export function resolveClick(visit: Visit, campaign: LinkedCampaignRow, origin: VisitOrigin): ResolvedClick {
  const { id, at, site, request, query, visitor } = visit;
  const { agent } = visitor;
  const read = readParams(visitor.params);
  const follower = {
    campaignId: campaign.id,
    platform: agent.platform,
    advertisingId: read.advertisingId,
    addressKey: origin.addressKey,
    userAgent: visitor.userAgent,
    rawQuery: request.rawQuery,
  };
  const excluded = visitor.automaton ?? endedBecause(campaign, at);
  const notCounted = excluded ?? (isDuplicate(follower, visit.tick) ? "duplicate" : null);
  const target = linkTargetOf(campaign, site);
  const ruled =
    target.rules.length === 0 ? null : matchRules(target.rules, ruleVisitor(visit, follower, origin));
  const chosen = destinationFor(
    {
      platform: agent.platform,
      inApp: agent.inApp !== null,
      page: visitor.wantsPage && visitor.automaton === null,
      params: visitor.params,
      // A duplicate also gets an ID, because a visitor who taps twice installs from the second page.
      clickId: excluded === null ? id : null,
    },
    target.destinations,
    target.stores,
    target.website,
    ruled?.destination.url ?? null,
  );
  const destination = excluded === null ? knownOnSite(chosen, site.origins ?? [], id) : chosen;
  const mark = query.get(cairnParameters.test);
  const webId = query.get(cairnParameters.web);
  const row = clickRow({
    kind: "click",
    visit,
    campaign,
    origin,
    read,
    notCounted,
    isTest: mark !== null && isTestMark(mark, site.projectId, campaign.display_id, at),
    noReferrer: agent.platform === "ANDROID" && !carriesReferrer(destination),
    variant: ruled?.destination.name ?? null,
    webId: webId !== null && webIdForm.test(webId) ? webId : null,
  });
  return { row, follower, destination };
}

/**
 * A person's key is the same while address and browser do not change, or always if the link has a device ID. The
 * campaign is part of the key, so that variants of different campaigns are independent.
 */
const ruleVisitor = ({ visitor }: Visit, follower: RecentClick, origin: VisitOrigin): RuleVisitor => ({
  language: visitor.language,
  country: origin.country,
  platform: visitor.agent.platform,
  key: `${follower.campaignId} ${follower.advertisingId ?? `${origin.addressKey} ${visitor.userAgent}`}`,
});

/** The row to store for a view. */
export const viewRow = (visit: Visit, campaign: LinkedCampaignRow, origin: VisitOrigin): ClickRow =>
  clickRow({
    kind: "view",
    visit,
    campaign,
    origin,
    read: readParams(visit.visitor.params),
    notCounted: visit.visitor.automaton ?? endedBecause(campaign, visit.at),
    isTest: false,
    noReferrer: false,
    variant: null,
    webId: null,
  });
