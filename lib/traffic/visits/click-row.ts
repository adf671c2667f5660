import { LRUCache } from "lru-cache";
import type { ClickRow } from "@/lib/traffic/clicks/queries";
import { adNetworkOf, type ReadParams, storableOrNull } from "@/lib/traffic/links/params";
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
  const row: ClickRow = {
    project_id: visit.site.projectId,
    id: visit.id,
    clicked_at: visit.at,
    kind: click.kind,
    campaign_id: campaign.id,
    platform: agent.platform,
  };
  if (click.notCounted !== null) row.not_counted = click.notCounted;
  if (click.isTest) row.is_test = true;
  if (click.noReferrer) row.no_referrer = true;
  const set = <Name extends keyof ClickRow>(name: Name, value: ClickRow[Name] | null) => {
    if (value !== null) row[name] = value as ClickRow[Name];
  };
  set("network", adNetworkOf(campaign.network, params, visitor.referrerHost, visit.site.customClicks ?? []));
  set("ad_set_id", ad.adSetId);
  set("ad_set_name", ad.adSetName);
  set("creative_id", ad.creativeId);
  set("creative_name", ad.creativeName);
  set("keyword_id", ad.keywordId);
  set("keyword_name", ad.keywordName);
  set("os_version", storableOrNull(agent.osVersion, 64));
  set("device_model", storableOrNull(agent.model, 128));
  set("browser", agent.inApp ?? agent.browser);
  set("country", origin.country);
  set("language", storableOrNull(visitor.language, 35));
  set("user_agent", storableOrNull(visitor.userAgent, 1024));
  set("referrer", storableOrNull(visitor.referrer, 1024));
  set("address_key", origin.addressKey);
  set("address_list", origin.addressList);
  set("advertising_id", read.advertisingId);
  set("link_variant", click.variant);
  // A duplicate has it too, because the store may pass on either click's ID.
  if ((click.notCounted ?? "duplicate") === "duplicate" && !click.isTest) set("web_id", click.webId);
  if (params.length > 0) row.params = Object.fromEntries(params);
  if (read.warnings.length > 0) row.warnings = read.warnings;
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
