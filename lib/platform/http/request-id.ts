import { randomBase62 } from "@/lib/base/ids";

const boot = randomBase62(8);
let serial = 0;

/** Letters, digits and separators of IDs. An email address cannot be written with them. */
const sane = /^[\w.:=/+-]{8,128}$/;

/**
 * The ID of a call in the logs. An ID from a trusted proxy is kept, because the proxy's own log has it; other callers'
 * IDs are ignored.
 */
export function requestIdOf(header: string | string[] | undefined, fromTrustedProxy: boolean): string {
  if (fromTrustedProxy && typeof header === "string" && sane.test(header)) return header;
  return `${boot}${(serial++).toString(36)}`;
}
