/** Campaigns that a network itself reports for an install: in referrers and in Apple's answer. Pure. */

import type { Evidence } from "@/lib/attribution/evidence/install";
import type { AdIds, TouchSource } from "@/lib/attribution/touches/touches";
import { type Network, networks, unnamedCampaign, unnamedCampaignLabel } from "@/lib/campaigns/networks";

/** An ad with its network's IDs and names. */
export type NetworkClaim = AdIds & {
  source: TouchSource;
  kind: "click" | "view";
  at: Date;
  network: string;
  /** The network's ID of its campaign, and its name. */
  id: string;
  name: string | null;
  isTest: boolean;
};

/** The columns of a touch that names no ad. */
export const noAd = {
  adSetId: null,
  adSetName: null,
  creativeId: null,
  creativeName: null,
  keywordId: null,
  keywordName: null,
  publisherId: null,
  isTest: false,
};

export function networkClaimsOf(evidence: Evidence): NetworkClaim[] {
  const claims = [byMeta, byGoogle, byTags, byApple, byGoogleAnswer].map((claimOf) => claimOf(evidence));
  return claims.filter((claim) => claim !== null);
}

function byMeta({ meta }: Evidence): NetworkClaim | null {
  if (!meta?.reported.campaignId) return null;
  const { reported: decrypted, at, view } = meta;
  return {
    ...noAd,
    source: view ? "view" : "meta_referrer",
    kind: view ? "view" : "click",
    at,
    network: "META",
    id: meta.reported.campaignId,
    name: decrypted.campaignName,
    adSetId: decrypted.adSetId,
    adSetName: decrypted.adSetName,
    creativeId: decrypted.creativeId,
    creativeName: decrypted.creativeName,
  };
}

/** A Google click: its campaign by number, else by the name in the tags. */
function byGoogle({ referrer, referrerAt }: Evidence): NetworkClaim | null {
  if (referrer.kind !== "google_ads") return null;
  const id = referrer.googleCampaignId ?? referrer.utmCampaign;
  return {
    ...noAd,
    source: "gclid",
    kind: "click",
    at: referrerAt,
    network: "GOOGLE",
    id: (id ?? unnamedCampaign).slice(0, 128),
    name: referrer.utmCampaign ?? (id ? null : unnamedCampaignLabel("GOOGLE")),
    ...adIn(referrer),
  };
}

const byUtmSource = new Map<string, Network>(
  networks.flatMap((network) => network.utmSources.map((name) => [name, network] as const)),
);

/** Media without an ad: store, search, or links that people sent. */
const unpaid = new Set(["organic", "referral", "email", "social", "(none)", "(not set)"]);

/** Links made by hand for a known network. */
function byTags({ referrer, referrerAt }: Evidence): NetworkClaim | null {
  if (referrer.kind !== "utm" || !referrer.utmCampaign || unpaid.has(referrer.utmMedium ?? "")) return null;
  const network = byUtmSource.get(referrer.utmSource?.toLowerCase() ?? "");
  if (!network) return null;
  return {
    ...noAd,
    source: "tags",
    kind: "click",
    at: referrerAt,
    network: network.code,
    id: referrer.utmCampaign.slice(0, 128),
    name: referrer.utmCampaign,
    ...adIn(referrer),
  };
}

function adIn({ utmContent, utmTerm }: Evidence["referrer"]) {
  return {
    creativeId: utmContent?.slice(0, 128) ?? null,
    creativeName: utmContent?.slice(0, 256) ?? null,
    keywordId: utmTerm?.slice(0, 128) ?? null,
    keywordName: utmTerm?.slice(0, 256) ?? null,
  };
}

function byApple({ apple, facts }: Evidence): NetworkClaim | null {
  if (!apple) return null;
  // Apple sends no time unless the user allows tracking, and has applied its own window.
  const at = apple.at && apple.at < facts.at ? apple.at : facts.at;
  return {
    ...noAd,
    source: apple.isView ? "view" : "apple",
    kind: apple.isView ? "view" : "click",
    at,
    network: "APPLE_SEARCH_ADS",
    id: apple.campaignId,
    name: null,
    adSetId: apple.adGroupId,
    creativeId: apple.adId,
    keywordId: apple.keywordId,
    isTest: apple.isTest,
  };
}

function byGoogleAnswer({ google, facts }: Evidence): NetworkClaim | null {
  if (!google) return null;
  const at = google.at && google.at < facts.at ? google.at : facts.at;
  return {
    ...noAd,
    source: google.isView ? "view" : "google_claim",
    kind: google.isView ? "view" : "click",
    at,
    network: "GOOGLE",
    id: google.campaignId,
    name: google.campaignName,
    adSetId: google.adGroupId,
    creativeId: google.creativeId,
    keywordName: google.keyword,
  };
}
