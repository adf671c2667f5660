/** Texts for the findings of the domain check. Pure. */
import type { DomainFinding } from "@/lib/traffic/domain-check/schema";
import type { AddressVisibility } from "@/lib/traffic/public-addresses";

const titles = {
  dns: "DNS",
  tls: "Certificate",
  reaches: "Leads to this server",
  visitors: "Addresses of visitors",
  apple_file: "apple-app-site-association",
  android_file: "assetlinks.json",
  apple_copy: "Apple's copy",
} as const;

export function newDomainFinding(
  check: keyof typeof titles,
  state: DomainFinding["state"],
  text: string,
  remedy: string | null = null,
): DomainFinding {
  return { check, title: titles[check], state, text, remedy };
}

/** Applies to every domain: without addresses that identify visitors, matching by address is impossible. */
export function visitorsFinding(addresses: AddressVisibility): DomainFinding {
  if (addresses === "none yet")
    return newDomainFinding("visitors", "skipped", "There are no clicks or installs yet.");
  return addresses === "known"
    ? newDomainFinding("visitors", "ok", "Clicks and installs come from public addresses.")
    : newDomainFinding(
        "visitors",
        "warning",
        "The latest clicks and installs have no public address. They seem to come from this machine or a private network, so matching by IP address is not possible.",
        "Set TRUSTED_PROXY_HOPS to the number of proxies in front of Cairn.",
      );
}
