import { readApple, type TokenState } from "@/lib/attribution/apple/answer";
import { opensDeeplinkOf, readLink } from "@/lib/attribution/deep-links/read-link";
import { storedClickHolder, usedByInstall } from "@/lib/attribution/evidence/click-holders";
import { readGoogleClaim } from "@/lib/attribution/evidence/google-claim";
import type { Evidence, PendingInstall } from "@/lib/attribution/evidence/install";
import { decryptMeta, metaReferrerSource } from "@/lib/attribution/evidence/meta-referrer";
import { type NetworkClaim, networkClaimsOf, noAd } from "@/lib/attribution/evidence/network-claims";
import { installTime, referrerTime } from "@/lib/attribution/evidence/play-times";
import type { MatchedCampaign } from "@/lib/attribution/evidence/queries";
import { cairnClickId, clickIdNames, type Referrer, readReferrer } from "@/lib/attribution/evidence/referrer";
import { longestWindowMs, type Rules } from "@/lib/attribution/rule-sets/windows";
import type { CandidateRange } from "@/lib/attribution/touches/candidate-queries";
import type { TouchRow } from "@/lib/attribution/touches/queries";
import type { InstallTouch } from "@/lib/attribution/touches/touches";
import { timeOfId } from "@/lib/base/ids";
import {
  deviceIds,
  deviceReferrer,
  deviceText,
  modelNamesOf,
  type Platform,
  pastedLinkField,
} from "@/lib/facts/app-calls/device";
import { type ConsentPolicy, consentPermissionsOf, withholdingReason } from "@/lib/facts/consent/permissions";
import { consentSignalsOf } from "@/lib/facts/consent/signals";
import { mayBeIpad } from "@/lib/platform/user-agent";

type Known = { metaKey: Buffer | null; hosts: Set<string>; policy: ConsentPolicy };

type AppleToken = (TokenState & { answer: unknown }) | null;

/** The answers of other services about an install. */
type Reported = { token: AppleToken; google: unknown };

export function installEvidenceOf(
  install: PendingInstall,
  known: Known,
  { token, google }: Reported = { token: null, google: null },
): Evidence {
  const device = install.device_data;
  const allowed = consentPermissionsOf(install.consent ?? consentSignalsOf(device), {
    policy: known.policy,
    country: install.country,
  });
  const referrer = readReferrer(deviceReferrer(device));
  const followed = install.link ?? deviceText(device, pastedLinkField);
  const link = followed ? readLink(followed) : null;
  const linkIsOurs = link !== null && (link.host === "" || known.hosts.has(link.host));
  const clickIds: Evidence["clickIds"] = [];
  const fromReferrer = cairnClickId(referrer.clickId);
  if (fromReferrer) clickIds.push({ id: fromReferrer, source: "play_referrer" });
  const fromLink = link
    ? cairnClickId(clickIdNames.map((name) => link.params[name]).find(Boolean) ?? null)
    : null;
  if (fromLink) clickIds.push({ id: fromLink, source: "link" });

  const at = installTime(device, install.installed_at);
  const meta = metaOf(device, referrer, known.metaKey, at);
  return {
    facts: {
      platform: install.platform,
      at,
      osVersion: install.os_version,
      deviceModel: install.device_model,
      models: modelNamesOf(device, install.platform as Platform),
      language: install.language,
      advertisingIds: deviceIds(device, install.platform as Platform)
        .filter(({ kind }) => allowed.advertisingId && (kind === "gaid" || kind === "idfa"))
        .map(({ id }) => id),
      isTest: install.is_test,
      referrerKind: referrer.kind,
      namesClick: referrer.kind === "own_click" || fromLink !== null,
      namesLink: linkIsOurs && link?.displayId != null,
      appleToken: token?.state ?? null,
      addressList: install.address_list,
      consent: allowed,
      metaUnread: meta.metaUnread,
      before: null,
    },
    allowsIds: allowed.advertisingId,
    withheldId: withholdingReason(allowed),
    referrer,
    referrerAt: referrerTime(device, at),
    link,
    linkIsOurs,
    clickIds,
    googleIds: [referrer.gclid, referrer.gbraid, referrer.wbraid].filter((id) => id !== null),
    token,
    apple: readApple(token?.answer),
    google: readGoogleClaim(google),
    ...meta,
  };
}

/** The token for Apple's ad service. */
export const appleToken = (device: Record<string, unknown>): string | null => {
  const token = deviceText(device ?? {}, "adservices_attribution_token", "attribution_token");
  return token !== null && token.length <= 8_192 ? token : null;
};

/** Uses the first referrer that the key decrypts: Play's own, then those of Meta's apps. */
function metaOf(
  device: Record<string, unknown>,
  referrer: Referrer,
  key: Buffer | null,
  installed: Date,
): Pick<Evidence, "meta" | "metaUnread"> {
  const fromPlay = referrer.meta && { envelope: referrer.meta, at: referrer.meta.at, view: false };
  const sent = [fromPlay, metaReferrerSource(device.meta_install_ref ?? device.meta_install_referrer)].filter(
    (carrier) => carrier !== null,
  );
  for (const { envelope, at, view } of sent) {
    const decrypted = key && decryptMeta(envelope, key);
    if (decrypted) return { meta: { reported: decrypted, at: at ?? installed, view }, metaUnread: null };
  }
  return { meta: null, metaUnread: sent.length === 0 ? null : key ? "wrong_key" : "no_key" };
}

export function neededByEvidence(install: PendingInstall, evidence: Evidence, rules: Rules): CandidateRange {
  const until = Math.max(install.installed_at.getTime(), evidence.facts.at.getTime());
  return {
    click_ids: evidence.clickIds.map(({ id }) => id),
    advertising_ids: evidence.facts.advertisingIds,
    google_ids: evidence.googleIds,
    address_key: rules.probabilistic.on ? install.address_key : null,
    install_id: install.id,
    platform: install.platform,
    is_test: install.is_test,
    begun_at: evidence.facts.at,
    installed_at: install.installed_at,
    until: until + 1,
    since: evidence.facts.at.getTime() - longestWindowMs(rules),
    probable_since: evidence.facts.at.getTime() - rules.probabilistic.windowMs,
  };
}

/** Campaigns of clicks whose details are needed. */
export type ClickedCampaigns = ReadonlyMap<number, { deleted: boolean; is_affiliates: boolean }>;

/** All candidates and evidence of one install, as touches for the engine. */
export function touchesOf(
  install: PendingInstall,
  evidence: Evidence,
  rows: TouchRow[],
  campaigns: MatchedCampaign[],
  touched: ClickedCampaigns,
): InstallTouch[] {
  const touches = rows.map((row) => fromClick(row, install, evidence, touched));
  const byId = (id: string | null | undefined) =>
    id ? campaigns.find((campaign) => campaign.display_id === id && !campaign.deleted) : undefined;
  const named = { platform: install.platform, kind: "click" as const };
  const timed = (at: Date) => ({ at, untimed: at.getTime() === evidence.facts.at.getTime() });

  const { link } = evidence;
  const linked = byId(link?.displayId);
  if (linked && link && (evidence.linkIsOurs || opensDeeplinkOf(linked.deeplink, link)))
    touches.push({
      ...blank,
      ...named,
      ...timed(linkTime(evidence, rows)),
      source: "link",
      ...ofCampaign(linked, install.installed_at),
    });
  // A referrer with the campaign's ID but no Cairn click: a person made the link by hand.
  const tagged = evidence.referrer.clickId ? undefined : byId(evidence.referrer.utmCampaign);
  if (tagged)
    touches.push({
      ...blank,
      ...named,
      ...timed(evidence.referrerAt),
      source: "tags",
      ...ofCampaign(tagged, evidence.referrerAt),
    });

  const foundGoogle = rows.some(
    ({ found_by, not_counted, kind }) =>
      found_by === "google_id" && (not_counted ?? "duplicate") === "duplicate" && kind === "click",
  );
  for (const claim of networkClaimsOf(evidence)) {
    // The click with Google's ID and the campaign in the tags have more detail.
    if (claim.source === "gclid" && foundGoogle) continue;
    if (claim.source === "tags" && tagged) continue;
    touches.push({ ...blank, ...named, ...timed(claim.at), ...fromNetwork(claim, campaigns) });
  }
  return touches;
}

/** The time of a link is the time of the click in it; without a click ID the time is unknown. */
function linkTime({ clickIds, facts }: Evidence, rows: TouchRow[]): Date {
  const named = clickIds.find(({ source }) => source === "link");
  if (!named) return facts.at;
  const stored = rows.find(({ id }) => id === named.id)?.clicked_at;
  // Click IDs begin with their time, so the time is known even if the click is not stored yet.
  const at = stored ?? new Date(Math.min(timeOfId(named.id), facts.at.getTime()));
  return Number.isNaN(at.getTime()) ? facts.at : at;
}

/** An inactive link never attributes an install, in any report. */
const ofCampaign = ({ id, network, inactive_since }: MatchedCampaign, at: Date) => ({
  campaignId: id,
  network,
  notCounted: inactive_since !== null && inactive_since <= at ? "inactive" : null,
});

function fromNetwork({ id, name, ...claim }: NetworkClaim, campaigns: MatchedCampaign[]) {
  const tied = campaigns
    .filter((c) => c.network === claim.network && c.network_campaign_id === id)
    .sort((a, b) => Number(a.deleted) - Number(b.deleted) || a.id - b.id)[0];
  return {
    ...claim,
    campaignId: tied?.id ?? null,
    campaignDeleted: tied?.deleted ?? false,
    networkCampaign: { network: claim.network, id, name },
  };
}

const blank: Omit<InstallTouch, "source" | "at" | "untimed" | "kind" | "platform"> = {
  ...noAd,
  clickId: null,
  campaignId: null,
  networkCampaign: null,
  campaignDeleted: false,
  isAffiliates: false,
  network: null,
  advertisingId: null,
  osVersion: null,
  deviceModel: null,
  language: null,
  notCounted: null,
  country: null,
  addressList: null,
  blockEntry: null,
  byServer: false,
  engagement: 0,
  usedByOther: false,
  isUsedBySame: false,
  byAddress: false,
  crowd: null,
  noReferrer: false,
  maybeIpad: false,
};

const foundBy = {
  id: "play_referrer",
  google_id: "gclid",
  advertising_id: "advertising_id",
  address: "probabilistic",
} as const;

function fromClick(
  row: TouchRow,
  install: PendingInstall,
  evidence: Evidence,
  touched: ClickedCampaigns,
): InstallTouch {
  const campaign = row.campaign_id === null ? undefined : touched.get(row.campaign_id);
  const named = evidence.clickIds.find(({ id }) => id === row.id);
  const source = row.kind === "view" ? "view" : (named?.source ?? foundBy[row.found_by]);
  return {
    source,
    clickId: row.id,
    at: row.clicked_at,
    untimed: false,
    kind: row.kind,
    platform: row.platform,
    campaignId: row.campaign_id,
    networkCampaign: null,
    campaignDeleted: campaign?.deleted ?? false,
    isAffiliates: campaign?.is_affiliates ?? false,
    network: row.network,
    adSetId: row.ad_set_id,
    adSetName: row.ad_set_name,
    creativeId: row.creative_id,
    creativeName: row.creative_name,
    keywordId: row.keyword_id,
    keywordName: row.keyword_name,
    publisherId: row.publisher_id,
    advertisingId: row.advertising_id,
    osVersion: row.os_version,
    deviceModel: row.device_model,
    language: row.language,
    notCounted: row.not_counted,
    isTest: row.is_test,
    country: row.country,
    addressList: row.address_list,
    blockEntry: row.block_entry_id,
    byServer: row.by_server ?? false,
    engagement: row.engagement ?? 0,
    ...usedByInstall(storedClickHolder(row), install),
    byAddress: !named && row.found_by === "address",
    crowd: row.crowd,
    noReferrer: row.no_referrer ?? false,
    maybeIpad: row.platform === "DESKTOP" && mayBeIpad(row.user_agent ?? ""),
  };
}
