import { Resolver } from "node:dns/promises";
import { withDeadline } from "@/lib/base/deadline";
import { claimAlias } from "@/lib/projects/domains/rules";
import type { DnsRecord } from "@/lib/projects/domains/schema";

/** The relevant DNS records of a host; stored so that members see what to correct. */
export type DnsFindings = {
  verified: boolean;
  /**
   * The record that proved the domain. `address` occurs in older results, when resolving to this server was sufficient
   * proof.
   */
  by: "txt" | "cname" | "address" | "local" | null;
  /** True if DNS leads the host's visitors to this server. A proxy in between has its own addresses. */
  routed?: boolean;
  txt: string[];
  cname: string[];
  addresses: string[];
  /** The addresses of this server's name, for domains that can have no CNAME record. */
  own?: string[];
};

export type DnsLookup = {
  txt(name: string): Promise<string[]>;
  cname(name: string): Promise<string[]>;
  addresses(name: string): Promise<string[]>;
};

const timeoutMs = 3_000;
const max = 10;
const longest = 255;

/** Queries only the machine's own resolver; it never connects to a host that a member entered. */
export function systemDns(): DnsLookup {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  return {
    txt: async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join("")),
    cname: (name) => resolver.resolveCname(name),
    addresses: async (name) => {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return found.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    },
  };
}

/** A missing record and a resolver that does not answer in time are treated alike: the record was not seen. */
async function seen(question: Promise<string[]>): Promise<string[]> {
  const answers = await withDeadline(question, timeoutMs).catch(() => []);
  return answers.slice(0, max).map((text) => text.slice(0, longest));
}

/**
 * Checks if a host is proved by a record with the word that only this project was given. Resolving to this server
 * proves nothing: a host does so for any project that its owner means, and every project could claim it.
 */
export async function findRecords(
  claim: { verification: string; records: [DnsRecord, DnsRecord] },
  dns: DnsLookup,
): Promise<DnsFindings> {
  const [proof, route] = claim.records;
  const [txt, cname, addresses, own] = await Promise.all([
    seen(dns.txt(proof.name)),
    seen(dns.cname(route.name)),
    seen(dns.addresses(route.name)),
    route.type === "CNAME" ? seen(dns.addresses(route.value)) : [route.value],
  ]);
  const names = cname.map((name) => name.replace(/\.$/, "").toLowerCase());
  const alias = claimAlias(claim.verification, route);
  const aliased = alias !== null && names.includes(alias);
  const by = txt.includes(proof.value) ? "txt" : aliased ? "cname" : null;
  const routed =
    aliased ||
    names.includes(route.value.toLowerCase()) ||
    (addresses.length > 0 && addresses.every((address) => own.includes(address)));
  return { verified: by !== null, by, routed, txt, cname, addresses, own };
}
