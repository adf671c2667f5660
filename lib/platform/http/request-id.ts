import { randomBase62 } from "@/lib/base/ids";

const boot = randomBase62(8);
let serial = 0;

/** Letters, digits and what ids are joined with; nothing that an address of a person could be written with. */
const sane = /^[\w.:=/+-]{8,128}$/;

/**
 * By what a call is found again in logs. A trusted proxy may have given it one already, under which its own log knows
 * it; what anybody else says is not believed.
 */
export function requestIdOf(said: string | string[] | undefined, fromTrustedProxy: boolean): string {
  if (fromTrustedProxy && typeof said === "string" && sane.test(said)) return said;
  return `${boot}${(serial++).toString(36)}`;
}
