/** Links of campaigns, as values. */
import { isWebAddress, isWebScheme, schemeOf } from "@/lib/base/web/web-address";

/** The path segment of a short link has the same format. */
export const displayIdForm = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Returns the deep link with exactly one `c` in its query. It edits the text, because URL does not parse apps' custom
 * schemes reliably.
 */
export function deeplinkWithCampaign(deeplink: string, displayId: string): string {
  const { address, query, fragment } = parts(deeplink);
  const others = query.split("&").filter((pair) => pair !== "" && nameOf(pair) !== "c");
  const base = /^https?:\/\/[^/]+$/i.test(address) ? `${address}/` : address;
  return `${base}?${[...others, `c=${displayId}`].join("&")}${fragment}`;
}

function parts(link: string): { address: string; query: string; fragment: string } {
  const hash = link.indexOf("#");
  const rest = hash === -1 ? link : link.slice(0, hash);
  const mark = rest.indexOf("?");
  return {
    address: mark === -1 ? rest : rest.slice(0, mark),
    query: mark === -1 ? "" : rest.slice(mark + 1),
    fragment: hash === -1 ? "" : link.slice(hash),
  };
}

const nameOf = (pair: string) => [...new URLSearchParams(pair).keys()][0];

export type CampaignLinkParts = { displayId: string; isShortlink: boolean; deeplink: string | null };

/** `base` is the address of the campaign's domain; a project without a domain has no short links. */
export function linksOf(
  campaign: CampaignLinkParts,
  base: string | null,
): { link: string; shareable: string } {
  const { displayId, isShortlink, deeplink } = campaign;
  const shareable = base === null ? "" : `${base}/${displayId}`;
  if (!isShortlink && deeplink !== null)
    return { link: deeplinkWithCampaign(deeplink, displayId), shareable };
  return { link: base === null ? "" : `${base}/?c=${displayId}`, shareable };
}

/** The parts of a pasted link: its campaign and its destination. */
export type NamedLink = { displayId: string; host: string | null; address: string };

/**
 * Reads a link leniently: `https://d/?c=ID` and `https://d/ID`, with or without a scheme, on a project's domain, on a
 * web site or of an app. Null if it has no campaign.
 */
export function parseCampaignLink(text: string): NamedLink | null {
  const trimmed = text.trim();
  const link = schemeOf(trimmed) !== undefined ? trimmed : `https://${trimmed.replace(/^\/\//, "")}`;
  const { address, query } = parts(link);
  const scheme = schemeOf(link) ?? "";
  const url = isWebScheme(scheme) && URL.canParse(link) ? new URL(link) : null;
  if (isWebScheme(scheme) && !url) return null;
  const named = new URLSearchParams(query).getAll("c").find((id) => id !== "");
  const segment = url && /^\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  const displayId = named ?? segment ?? "";
  if (!displayIdForm.test(displayId)) return null;
  return { displayId, host: url ? url.hostname.replace(/\.$/, "") : null, address };
}

/** The destination of a link without its parameters: the host of a web address, else scheme and path. */
export function destinationOfLink(link: NamedLink): string {
  return link.host ?? link.address.toLowerCase();
}

/** The destination of a campaign's deep link. */
export function destinationOfDeeplink(deeplink: string): string {
  const { address } = parts(deeplink);
  return isWebAddress(deeplink) ? new URL(deeplink).hostname.replace(/\.$/, "") : address.toLowerCase();
}

/**
 * The value of `link` in an unencoded query: all text between `link=` and the next known parameter belongs to the link.
 */
export function rawLinkParameter(rawQuery: string, ours: readonly string[]): string | null {
  const pairs = rawQuery.split("&");
  const first = pairs.findIndex((pair) => pair.startsWith("link="));
  if (first === -1) return null;
  const after = pairs.slice(first + 1);
  const end = after.findIndex((pair) => ours.includes(nameOf(pair) ?? ""));
  const rest = end === -1 ? after : after.slice(0, end);
  const text = [pairs[first]!.slice("link=".length), ...rest].join("&");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
