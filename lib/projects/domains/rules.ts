import { isIP } from "node:net";
import { randomBase62 } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import type { DnsRecord } from "@/lib/projects/domains/schema";

/** The message is the same for every owner, because the domain's owner is confidential. */
export function hostTakenRefusal(field: string): Refusal {
  const message = "This domain is already in use.";
  return new Refusal("already_exists", message, { status: 400, fields: { [field]: message } });
}

export function refuseAppHost(host: string, appUrl: string, field: string): void {
  if (host !== new URL(appUrl).hostname) return;
  const own = "The dashboard runs on this domain; links need a separate one.";
  throw new Refusal("invalid_request", own, { fields: { [field]: own } });
}

/** The two records to enter with the DNS provider: one proves the domain, the other sends its visitors here. */
export function dnsRecordsFor(host: string, verification: string, appUrl: string): [DnsRecord, DnsRecord] {
  const here = new URL(appUrl).hostname.replace(/^\[|\]$/g, "");
  const type = ({ 0: "CNAME", 4: "A", 6: "AAAA" } as const)[isIP(here) as 0 | 4 | 6];
  return [
    { purpose: "proof", type: "TXT", name: `_cairn.${host}`, value: `cairn-verification=${verification}` },
    { purpose: "route", type, name: host, value: here },
  ];
}

/**
 * A name below this server's that only the claim's project was given. A CNAME record to it proves the domain. It also
 * sends the domain's visitors here, if the operator made `*.` of the server's name resolve to this server.
 */
export const claimAlias = (verification: string, route: DnsRecord) =>
  route.type === "CNAME" ? `${verification}.${route.value}`.toLowerCase() : null;

/** The content of the DNS record that proves a domain. */
export const newVerification = () => randomBase62(24);
