/** Links of campaigns, as values. */

/** Also what a path segment of a short link may look like. */
export const displayIdForm = /^[A-Za-z0-9_-]{1,64}$/;

const mostLinkLength = 4096;
const schemeForm = /^([a-z][a-z0-9+.-]*):\/\//i;
/**
 * Schemes that make a browser run or show what the link itself holds, open what lies on the device or inside of the
 * browser, or hand the link to whichever app it names.
 */
const refusedSchemes = new Set([
  ...["javascript", "vbscript", "data", "blob", "filesystem", "file", "content", "jar", "mhtml"],
  ...["intent", "android-app", "view-source", "about", "resource", "shell", "search", "search-ms"],
  ...["chrome", "chrome-extension", "edge", "opera", "brave", "moz-extension", "safari-web-extension"],
  ...["ftp", "ftps", "sftp", "smb", "nfs", "ws", "wss", "ldap", "telnet", "ssh"],
]);
/** Handlers of Windows, some of which run what the link says. */
const isRefused = (scheme: string) => refusedSchemes.has(scheme) || scheme.startsWith("ms-");

/** An absolute web address, or an address of an app's own scheme. */
export function isDestination(text: string): boolean {
  const scheme = schemeForm.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || isRefused(scheme)) return false;
  return isWeb(scheme) ? isWebAddress(text) : isPlain(text);
}

/** What a browser may be sent to. A name before the host would be taken for the host by whoever reads the link. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/\\]/i.test(text) || !isPlain(text) || !URL.canParse(text)) return false;
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? "";
  return !/[@\\]/.test(authority);
}

/** Where links lead whose campaign is over: one of these words, or an address of its own. */
export const endedWords = ["page", "website", "store"] as const;
export const isEndedWord = (text: string): text is (typeof endedWords)[number] =>
  endedWords.some((word) => word === text);

const isWeb = (scheme: string) => scheme === "http" || scheme === "https";

/** `URL` drops tabs and line breaks without a word; a header would be cut there. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const isPlain = (text: string) => text.length <= mostLinkLength && !/[\u0000-\u0020\u007f-\u009f]/.test(text);

/** The deeplink with `c` in its query exactly once. Works on the text: an app's scheme has no rules of its own. */
export function withCampaign(deeplink: string, displayId: string): string {
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

export type Linked = { displayId: string; isShortlink: boolean; deeplink: string | null };

/** `base` is where the campaign's domain is served; a project that has no domain yet has no short links. */
export function linksOf(campaign: Linked, base: string | null): { link: string; shareable: string } {
  const { displayId, isShortlink, deeplink } = campaign;
  const shareable = base === null ? "" : `${base}/${displayId}`;
  if (!isShortlink && deeplink !== null) return { link: withCampaign(deeplink, displayId), shareable };
  return { link: base === null ? "" : `${base}/?c=${displayId}`, shareable };
}

/** What somebody who pastes a link means by it: the campaign it names, and where it leads. */
export type NamedLink = { displayId: string; host: string | null; address: string };

/**
 * Reads a link leniently: `https://d/?c=ID` and `https://d/ID`, with or without a scheme, of a project's domain, of
 * a web site or of an app. Null when it names no campaign.
 */
export function readLink(text: string): NamedLink | null {
  const trimmed = text.trim();
  const link = schemeForm.test(trimmed) ? trimmed : `https://${trimmed.replace(/^\/\//, "")}`;
  const { address, query } = parts(link);
  const scheme = schemeForm.exec(link)?.[1]?.toLowerCase() ?? "";
  const url = isWeb(scheme) && URL.canParse(link) ? new URL(link) : null;
  if (isWeb(scheme) && !url) return null;
  const named = new URLSearchParams(query).getAll("c").find((id) => id !== "");
  const segment = url && /^\/([^/]+)\/?$/.exec(url.pathname)?.[1];
  const displayId = named ?? segment ?? "";
  if (!displayIdForm.test(displayId)) return null;
  return { displayId, host: url ? url.hostname.replace(/\.$/, "") : null, address };
}

/** Where a deeplink leads, without what may be added to it: the host of a web address, else scheme and path. */
export function placeOf(link: NamedLink): string {
  return link.host ?? link.address.toLowerCase();
}

/** The same for a campaign's deeplink. */
export function placeOfDeeplink(deeplink: string): string {
  const { address } = parts(deeplink);
  return isWebAddress(deeplink) ? new URL(deeplink).hostname.replace(/\.$/, "") : address.toLowerCase();
}

/**
 * The value of `link` in a query whose sender did not encode it: what stands between `link=` and the next parameter
 * that is ours belongs to the link.
 */
export function rawLink(rawQuery: string, ours: readonly string[]): string | null {
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
