import type { UrlCodec } from "@/components/use-url-state";

/** A query in the part of an address that browsers do not send: it may be long. */
const start = "#sql=";

export const queryHref = (project: number, sql: string) =>
  `/p/${project}/report/query${start}${encodeURIComponent(sql)}`;

/** Null without a readable query. */
export function sqlOf(hash: string): string | null {
  if (!hash.startsWith(start)) return null;
  try {
    return decodeURIComponent(hash.slice(start.length));
  } catch {
    return null;
  }
}

const savedId: UrlCodec<number> = {
  fallback: 0,
  read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
  write: (value) => String(value),
};
export const queryCodecs = { query: savedId };
