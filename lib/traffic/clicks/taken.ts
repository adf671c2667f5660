import { type RuleVisitor, ruledFor } from "@/lib/campaigns/link-rules/rules";
import { addressKey } from "@/lib/platform/address-key";
import { type Click, clickRow } from "@/lib/traffic/clicks/click";
import { type Follower, isDuplicate } from "@/lib/traffic/clicks/duplicates";
import { ownParameters, readParams, webIdForm } from "@/lib/traffic/clicks/params";
import type { ClickRow } from "@/lib/traffic/clicks/queries";
import { carriesReferrer, type Destination, destinationFor, knownOnSite } from "@/lib/traffic/clicks/rules";
import type { LinkedCampaignRow } from "@/lib/traffic/clicks/site-queries";
import { type Site, targetOf } from "@/lib/traffic/clicks/sites";
import { isTestMark } from "@/lib/traffic/clicks/test-mark";
import type { Visit, Visitor } from "@/lib/traffic/clicks/visit";
import { countryOf } from "@/lib/traffic/ip-lists/country";
import { addressListOf } from "@/lib/traffic/ip-lists/lists";

/** The stored facts about a visit's origin. */
export type VisitOrigin = Pick<Click, "addressKey" | "addressList" | "country">;

/** A visit, with what has been determined so far. */
export type Seen = {
  id: string;
  at: Date;
  tick: number;
  rawQuery: string;
  query: URLSearchParams;
  visitor: Visitor;
  place: VisitOrigin;
};

/** Why its links do not lead on at this time; null where they do. */
export function campaignState(campaign: LinkedCampaignRow, at: Date): "deleted" | "inactive" | null {
  if (campaign.deleted) return "deleted";
  const { active, starts_ms: start = null, ends_ms: end = null, is_used_up: isUsedUp } = campaign;
  const ms = at.getTime();
  const isOn = active && !isUsedUp && (start === null || start <= ms) && (end === null || ms < end);
  return isOn ? null : "inactive";
}

/** Returns no promise where nothing has to be loaded first. */
export function visitOriginOf(visit: Visit, visitor: Visitor): VisitOrigin | Promise<VisitOrigin> {
  const key = addressKey(visit.address);
  const list = addressListOf(visit.address, visit.tick);
  const country = visitor.country ?? countryOf(visit.address, key);
  return list instanceof Promise || country instanceof Promise
    ? Promise.all([list, country]).then(([on, inside]) => ({
        addressKey: key,
        addressList: on,
        country: inside,
      }))
    : { addressKey: key, addressList: list, country };
}

/** A click: the row to store, and the destination. */
export function clickTaken(
  site: Site,
  campaign: LinkedCampaignRow,
  seen: Seen,
): { row: ClickRow; follower: Follower; destination: Destination } {
  const { id, at, visitor, place } = seen;
  const left = visitor.automaton ?? campaignState(campaign, at);
  const { agent } = visitor;
  const read = readParams(visitor.params);
  const follower = {
    campaignId: campaign.id,
    platform: agent.platform,
    advertisingId: read.advertisingId,
    addressKey: place.addressKey,
    userAgent: visitor.userAgent,
    rawQuery: seen.rawQuery,
  };
  const notCounted = left ?? (isDuplicate(follower, seen.tick) ? "duplicate" : null);
  const target = targetOf(campaign, site);
  const ruled = target.rules.length === 0 ? null : ruledFor(target.rules, ruleVisitor(seen, follower));
  const chosen = destinationFor(
    {
      platform: agent.platform,
      inApp: agent.inApp !== null,
      page: visitor.asksForPage && visitor.automaton === null,
      params: visitor.params,
      // A duplicate gets an id too, because a visitor who taps twice installs from the second page.
      clickId: left === null ? id : null,
    },
    target.destinations,
    target.stores,
    target.website,
    ruled?.destination.url ?? null,
  );
  const destination = left === null ? knownOnSite(chosen, site.origins ?? [], id) : chosen;
  const mark = seen.query.get(ownParameters.test);
  const webId = seen.query.get(ownParameters.web);
  const row = clickRow({
    id,
    at,
    kind: "click",
    projectId: site.projectId,
    campaignId: campaign.id,
    campaignNetwork: campaign.network,
    notCounted,
    isTest: mark !== null && isTestMark(mark, site.projectId, campaign.display_id, at),
    noReferrer: agent.platform === "ANDROID" && !carriesReferrer(destination),
    variant: ruled?.destination.name ?? null,
    webId: webId !== null && webIdForm.test(webId) ? webId : null,
    visitor,
    read,
    ...place,
  });
  return { row, follower, destination };
}

/**
 * The same person has the same key for as long as address and browser stay, or always where the link names the device.
 * The campaign is part of it, so that whoever gets A of one campaign may get B of another.
 */
const ruleVisitor = ({ visitor, place }: Seen, follower: Follower): RuleVisitor => ({
  language: visitor.language,
  country: place.country,
  platform: visitor.agent.platform,
  key: `${follower.campaignId} ${follower.advertisingId ?? `${place.addressKey} ${visitor.userAgent}`}`,
});

/** A view: the row to store. */
export function viewTaken(
  site: Site,
  campaign: LinkedCampaignRow,
  { id, at, visitor, place }: Seen,
): ClickRow {
  return clickRow({
    id,
    at,
    kind: "view",
    projectId: site.projectId,
    campaignId: campaign.id,
    campaignNetwork: campaign.network,
    notCounted: visitor.automaton ?? campaignState(campaign, at),
    isTest: false,
    noReferrer: false,
    variant: null,
    webId: null,
    visitor,
    read: readParams(visitor.params),
    ...place,
  });
}
