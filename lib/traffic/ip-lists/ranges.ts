/** Parses lists of address ranges, and looks up addresses in them. Pure. */
import { isIPv4, isIPv6 } from "node:net";

type Range = { first: bigint; last: bigint; list: string };
/** Sorted by first address; if ranges overlap, the first list wins. */
export type AddressRanges = { v4: Range[]; v6: Range[] };

/** The prefixes in a text: one per line, or the first of comma-separated columns; `#` begins a comment. */
export function readAddressRanges(text: string): { ranges: string[]; refused: string[] } {
  const ranges: string[] = [];
  const refused: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const word = line
      .replace(/[#;].*$/, "")
      .split(",")[0]!
      .trim();
    if (word === "") continue;
    if (rangeOf(word)) ranges.push(word);
    else refused.push(word);
  }
  return { ranges, refused };
}

export function sortedRanges(lists: { name: string; ranges: string[] }[]): AddressRanges {
  const sorted: AddressRanges = { v4: [], v6: [] };
  for (const { name, ranges } of lists)
    for (const text of ranges) {
      const range = rangeOf(text);
      if (range) sorted[range.version].push({ first: range.first, last: range.last, list: name });
    }
  return { v4: withoutOverlap(sorted.v4), v6: withoutOverlap(sorted.v6) };
}

export function ipListOf(address: string, ranges: AddressRanges): string | null {
  if (ranges.v4.length + ranges.v6.length === 0) return null;
  const read = numberOf(address);
  if (!read) return null;
  const all = ranges[read.version];
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (all[middle]!.first <= read.value) low = middle + 1;
    else high = middle;
  }
  const found = all[low - 1];
  return found && read.value <= found.last ? found.list : null;
}

/** A range that overlaps an earlier one is shortened or dropped. */
function withoutOverlap(ranges: Range[]): Range[] {
  ranges.sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : a.last > b.last ? -1 : 1));
  const merged: Range[] = [];
  for (const range of ranges) {
    const before = merged.at(-1);
    if (!before || range.first > before.last) merged.push({ ...range });
    else if (range.last > before.last) merged.push({ ...range, first: before.last + 1n });
  }
  return merged;
}

function rangeOf(text: string) {
  const [address = "", bits, rest] = text.split("/");
  const read = numberOf(address);
  if (!read || rest !== undefined || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null;
  const length = read.version === "v4" ? 32 : 128;
  const prefix = bits === undefined ? length : Number(bits);
  if (prefix > length) return null;
  const size = 1n << BigInt(length - prefix);
  const first = (read.value / size) * size;
  return { version: read.version, first, last: first + size - 1n };
}

function numberOf(text: string): { version: "v4" | "v6"; value: bigint } | null {
  if (isIPv4(text)) return { version: "v4", value: fourOf(text) };
  const plain = text.replace(/%.*$/, "");
  if (!isIPv6(plain)) return null;
  const dotted = /(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  const mapped = dotted
    ? plain.slice(0, -dotted.length) +
      [fourOf(dotted) >> 16n, fourOf(dotted) & 0xffffn].map((n) => n.toString(16)).join(":")
    : plain;
  const [head = "", tail] = mapped.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill("0");
  const value = [...left, ...zeros, ...right].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
  // ::ffff:192.0.2.1 contains an IPv4 address.
  return value >> 32n === 0xffffn ? { version: "v4", value: value & 0xffffffffn } : { version: "v6", value };
}

const fourOf = (text: string) => text.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
