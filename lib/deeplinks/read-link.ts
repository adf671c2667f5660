/** The parts of a link that decide whether it is one of ours. Null for what cannot be read as a link. */
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
  const id = params.c ?? (isWeb && !segment.includes("/") ? segment : "");
  return {
    scheme: url.protocol.slice(0, -1),
    host: isWeb ? url.hostname.toLowerCase() : "",
    displayId: displayId.test(id) ? id : null,
    params,
  };
}
