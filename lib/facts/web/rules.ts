/** Reads which ad brought a visitor of a website, from what stood in the page's address. Pure. */
import { networkNamed, networks } from "@/lib/campaigns/networks";
import { adNetworkOf, networkClickIn, type Param } from "@/lib/traffic/links/params";

/** A touch as it is stored: what of the address is about an ad, where, and when by the visitor's clock. */
export type WebTouch = { params: Record<string, string>; page: string | null; at: string | null };

export type WebOrigin = {
  /** A click on a link of ours that led to the website. */
  clickId: string | null;
  /** The campaign that the address names. */
  displayId: string | null;
  network: string | null;
  /** What the network calls its campaign. */
  networkCampaignId: string | null;
  source: string | null;
};

const noOrigin: WebOrigin = {
  clickId: null,
  displayId: null,
  network: null,
  networkCampaignId: null,
  source: null,
};

const touchNames = { click: "cairn_click", campaign: "cairn_campaign" } as const;

const maxParams = 30;
const maxName = 64;
const maxValue = 500;

const adNames = new Set(
  [
    ...Object.values(touchNames),
    "gad_source",
    ...networks.flatMap(({ clickIds, campaignIds }) => [...clickIds, ...campaignIds]),
  ].map((name) => name.toLowerCase()),
);

/** Whatever else stood in the address may be about the visitor, and is nobody's business here. */
const isAdParam = (name: string) => adNames.has(name.toLowerCase()) || /^utm_[a-z_]{1,20}$/i.test(name);

export function adParamsOf(sent: Record<string, unknown>): Record<string, string> {
  const allowed = Object.entries(sent).filter(
    (pair): pair is [string, string] =>
      typeof pair[1] === "string" &&
      pair[1] !== "" &&
      pair[1].length <= maxValue &&
      pair[0].length <= maxName &&
      isAdParam(pair[0]),
  );
  return Object.fromEntries(allowed.slice(0, maxParams));
}

/** The path alone: a query may hold anything. */
export const pathOf = (page: string) => page.replace(/[?#].*$/s, "").slice(0, 500);

const freeMedia = /^(organic|referral|social|email)$/i;

export function visitOrigin(touch: WebTouch | null): WebOrigin {
  if (!touch) return noOrigin;
  const params: Param[] = Object.entries(touch.params);
  const named = new Map(params.map(([name, value]) => [name.toLowerCase(), value]));
  const clicked = networkClickIn(params);
  // A search engine's name with the word that no ad was paid for is no ad network.
  const isFree = !clicked && freeMedia.test(named.get("utm_medium")?.trim() ?? "");
  const network = isFree ? null : adNetworkOf(null, params, "");
  const utm = named.get("utm_source")?.trim().slice(0, 100).toLowerCase() || null;
  return {
    clickId: named.get(touchNames.click) ?? null,
    displayId: named.get(touchNames.campaign) ?? null,
    network,
    networkCampaignId: clicked?.campaignId ?? null,
    source: network ?? (utm && ((!isFree && networkNamed(utm)?.code) || utm)),
  };
}
