/** The parts of a link that decide whether it belongs to the project. Null if the link cannot be read. */
export type ReadLink = {
  scheme: string;
  host: string;
  displayId: string | null;
  params: Record<string, string>;
};

const displayId = /^[A-Za-z0-9_-]{1,64}$/;

export function readLink(text: string): ReadLink | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const params: Record<string, string> = Object.create(null);
  for (const [name, value] of url.searchParams) params[name] ??= value;
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  const segment = url.pathname.replace(/^\/|\/$/g, "");
  const id =
    url.searchParams.getAll("c").find((sent) => sent !== "") ??
    (isWeb && !segment.includes("/") ? segment : "");
  return {
    scheme: url.protocol.slice(0, -1),
    host: isWeb ? url.hostname.toLowerCase() : "",
    displayId: displayId.test(id) ? id : null,
    params,
  };
}

/**
 * Whether a link opens a campaign's own deep link. It must have the same host, or for links without a host the same
 * scheme. On a web site it also needs `c`, because a path is a page and not a campaign's ID.
 */
export function opensDeeplinkOf(deeplink: string | null, link: ReadLink): boolean {
  const own = deeplink === null ? null : readLink(deeplink);
  if (own === null || own.host !== link.host) return false;
  return own.host === "" ? own.scheme === link.scheme : Boolean(link.params.c);
}
