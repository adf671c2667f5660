/** Reads the values of entries in the spelling of the list. Pure. */
import type { BlockKind } from "@/lib/attribution/fraud/blocks";
import { isCountryCode } from "@/lib/base/text/country-name";
import { notBrokenDownPublisher, unknownPublisher } from "@/lib/ledger/ad-ids/publishers";
import { readAddressRanges } from "@/lib/traffic/ip-lists/ranges";

/** A range with so many addresses would match nearly everyone. */
const shortestPrefix = { v4: 8, v6: 19 };

type ReadValue = { value: string } | { problem: string };

/** The value of an entry; networks are looked up elsewhere. */
export function readBlockValue(kind: BlockKind, text: string): ReadValue {
  const value = text.trim();
  if (kind === "publisher")
    return value === notBrokenDownPublisher || value === unknownPublisher
      ? { problem: "Enter the ID of one publisher." }
      : { value };
  if (kind === "country") {
    const code = value.toUpperCase();
    return isCountryCode(code)
      ? { value: code }
      : { problem: "Enter the two letters of a country, such as DE." };
  }
  if (kind === "address") return readRange(value);
  if (kind === "app_version")
    return /^[^*\s]+\*?$/.test(value)
      ? { value }
      : { problem: "Enter a version such as 2.1.0, or 2.1.* for all that begin with it." };
  if (kind === "os") return readSystem(value);
  return { value };
}

function readRange(value: string): ReadValue {
  const [prefix] = readAddressRanges(value).ranges;
  if (prefix === undefined || prefix !== value)
    return { problem: "Enter an IP address or a range such as 203.0.113.0/24 or 2001:db8::/32." };
  const [address = "", bits] = value.split("/");
  const shortest = address.includes(":") ? shortestPrefix.v6 : shortestPrefix.v4;
  return bits !== undefined && Number(bits) < shortest
    ? { problem: `The range is too large. Use a prefix of at least /${shortest}.` }
    : { value };
}

function readSystem(value: string): ReadValue {
  const [, system, version] = /^(android|ios)(?:\s+(\d{1,3}(?:\.\d{1,4}){0,3}))?$/i.exec(value) ?? [];
  return system
    ? { value: [system.toUpperCase(), version].filter(Boolean).join(" ") }
    : { problem: "Enter Android or iOS, or one with a version, such as Android 9." };
}
