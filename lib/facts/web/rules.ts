/** Finds the ad that led a visitor to a website, from the page's address. Pure. */
import { networkNamed, networks } from "@/lib/campaigns/networks";
import { adNetworkOf, networkClickIn, type Param } from "@/lib/traffic/links/params";

/** A stored touch: the address's ad parameters, the page, and the time on the visitor's clock. */
export type WebTouch = { params: Record<string, string>; page: string | null; at: string | null };

export type WebOrigin = {
  /** The click on a Cairn link that led to the website. */
  clickId: string | null;
  /** The campaign in the address. */
  displayId: string | null;
  network: string | null;
  /** The network's ID of its campaign. */
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

/** Other parameters may be about the visitor, so they are not stored. */
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

/** The path alone: a query may contain personal data. */
export const pagePath = (page: string) => page.replace(/[?#].*$/s, "").slice(0, 500);

const freeMedia = /^(organic|referral|social|email)$/i;

export function visitOrigin(touch: WebTouch | null): WebOrigin {
  if (!touch) return noOrigin;
  const params: Param[] = Object.entries(touch.params);
  const named = new Map(params.map(([name, value]) => [name.toLowerCase(), value]));
  const clicked = networkClickIn(params);
  // A search engine's name with an unpaid medium is not an ad network.
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
