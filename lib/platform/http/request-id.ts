import { randomBase62 } from "@/lib/base/ids";

const boot = randomBase62(8);
let serial = 0;

/** Letters, digits and separators of ids. An email address cannot be written with them. */
const sane = /^[\w.:=/+-]{8,128}$/;

/**
 * The id under which logs record a call. An id from a trusted proxy is kept, because the proxy's own log has it; an id
 * from anybody else is ignored.
 */
export function requestIdOf(header: string | string[] | undefined, fromTrustedProxy: boolean): string {
  if (fromTrustedProxy && typeof header === "string" && sane.test(header)) return header;
  return `${boot}${(serial++).toString(36)}`;
}
