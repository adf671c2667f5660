import { LRUCache } from "lru-cache";
import type { ClickRow } from "@/lib/traffic/clicks/queries";
import { adNetworkOf, publisherOfClick, type ReadParams, storableOrNull } from "@/lib/traffic/links/params";
import type { LinkedCampaignRow } from "@/lib/traffic/links/site-queries";
import type { VisitOrigin } from "@/lib/traffic/visits/origin";
import type { Visit } from "@/lib/traffic/visits/visit";

export type Click = {
  kind: "click" | "view";
  visit: Visit;
  campaign: Pick<LinkedCampaignRow, "id" | "network">;
  origin: VisitOrigin;
  read: ReadParams;
  notCounted: string | null;
  isTest: boolean;
  /** An Android phone gets another page than Google Play. */
  noReferrer: boolean;
  /** The name of the destination that a rule chose. */
  variant: string | null;
  /** The website visitor who made the click. */
  webId: string | null;
};

/** The row that is stored for a click. */
export function clickRow(click: Click): ClickRow {
  const { visit, campaign, origin, read } = click;
  const { visitor } = visit;
  const { agent, params } = visitor;
  const { ad } = read;
  const network = adNetworkOf(campaign.network, params, visitor.referrerHost, visit.site.customClicks ?? []);
  // A duplicate has a web ID too, because the store may pass on either click's ID.
  const isPersons = (click.notCounted ?? "duplicate") === "duplicate" && !click.isTest;
  // One literal with every field gives all rows the same shape, because a batch reads them column by column.
  const row: ClickRow = {
    project_id: visit.site.projectId,
    id: visit.id,
    clicked_at: visit.at,
    kind: click.kind,
    campaign_id: campaign.id,
    not_counted: click.notCounted ?? undefined,
    is_test: click.isTest || undefined,
    network: network ?? undefined,
    ad_set_id: ad.adSetId ?? undefined,
    ad_set_name: ad.adSetName ?? undefined,
    creative_id: ad.creativeId ?? undefined,
    creative_name: ad.creativeName ?? undefined,
    keyword_id: ad.keywordId ?? undefined,
    keyword_name: ad.keywordName ?? undefined,
    publisher_id: publisherOfClick(network, params, visit.site, ad.publisherId) ?? undefined,
    platform: agent.platform,
    os_version: storableOrNull(agent.osVersion, 64) ?? undefined,
    device_model: storableOrNull(agent.model, 128) ?? undefined,
    browser: agent.inApp ?? agent.browser ?? undefined,
    country: origin.country ?? undefined,
    language: storableOrNull(visitor.language, 35) ?? undefined,
    user_agent: storableOrNull(visitor.userAgent, 1024) ?? undefined,
    referrer: storableOrNull(visitor.referrer, 1024) ?? undefined,
    address_key: origin.addressKey ?? undefined,
    address_list: origin.addressList ?? undefined,
    block_entry_id: origin.blockEntry ?? undefined,
    advertising_id: read.advertisingId ?? undefined,
    no_referrer: click.noReferrer || undefined,
    link_variant: click.variant ?? undefined,
    web_id: (isPersons && click.webId) || undefined,
    params: params.length > 0 ? Object.fromEntries(params) : undefined,
    warnings: read.warnings.length > 0 ? read.warnings : undefined,
    names: undefined,
  };
  if (click.notCounted === null) {
    const names = newNames(row);
    if (names.length > 0) row.names = names;
  }
  return row;
}

/**
 * Names that this process has stored already. Storing a name with every click would make all clicks of an ad wait for
 * the same row.
 */
const stored = new LRUCache<string, string>({ max: 50_000 });

function newNames(row: ClickRow): NonNullable<ClickRow["names"]> {
  const names: NonNullable<ClickRow["names"]> = [];
  const noteName = (
    level: "ad_set" | "creative" | "keyword",
    id: string | undefined,
    name: string | undefined,
  ) => {
    if (id === undefined || name === undefined) return;
    const key = `${row.project_id} ${row.campaign_id} ${level} ${id}`;
    if (stored.get(key) === name) return;
    stored.set(key, name);
    names.push({ level, id, name });
  };
  noteName("ad_set", row.ad_set_id, row.ad_set_name);
  noteName("creative", row.creative_id, row.creative_name);
  noteName("keyword", row.keyword_id, row.keyword_name);
  return names;
}
