import { Resolver } from "node:dns/promises";
import { withDeadline } from "@/lib/deadline";
import type { DnsRecord } from "@/lib/projects/domains/rules";

/** What DNS said about a host, as far as it matters; kept so that people see what to mend. */
export type DnsFindings = {
  verified: boolean;
  /** Which record was right. */
  by: "txt" | "cname" | "address" | "local" | null;
  txt: string[];
  cname: string[];
  addresses: string[];
};

export type DnsLookup = {
  txt(name: string): Promise<string[]>;
  cname(name: string): Promise<string[]>;
  addresses(name: string): Promise<string[]>;
};

const patience = 3_000;
const most = 10;
const longest = 255;

/** Only questions to the machine's own resolver: nothing is connected to that a member entered. */
export function systemDns(): DnsLookup {
  const resolver = new Resolver({ timeout: patience, tries: 1 });
  return {
    txt: async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join("")),
    cname: (name) => resolver.resolveCname(name),
    addresses: async (name) => {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return found.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    },
  };
}

/** A record that is missing, or a resolver that does not answer in time, is a record that was not seen. */
async function seen(question: Promise<string[]>): Promise<string[]> {
  const answers = await withDeadline(question, patience).catch(() => []);
  return answers.slice(0, most).map((text) => text.slice(0, longest));
}

/**
 * Whether a host is proved: by the TXT record that only its owner can make, or because it leads here already, by
 * name or by address.
 */
export async function findRecords(
  [proof, route]: [DnsRecord, DnsRecord],
  dns: DnsLookup,
): Promise<DnsFindings> {
  const [txt, cname, addresses, own] = await Promise.all([
    seen(dns.txt(proof.name)),
    seen(dns.cname(route.name)),
    seen(dns.addresses(route.name)),
    route.type === "CNAME" ? seen(dns.addresses(route.value)) : [route.value],
  ]);
  const plain = (name: string) => name.replace(/\.$/, "").toLowerCase();
  const by = txt.includes(proof.value)
    ? "txt"
    : cname.some((name) => plain(name) === plain(route.value))
      ? "cname"
      : addresses.length > 0 && addresses.every((address) => own.includes(address))
        ? "address"
        : null;
  return { verified: by !== null, by, txt, cname, addresses };
}
