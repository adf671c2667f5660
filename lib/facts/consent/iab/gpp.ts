/** Reads GPP strings, of the IAB's Global Privacy Platform, and US Privacy strings. Pure. */
import { type Bits, bitsOf, maxConsentString } from "@/lib/facts/consent/iab/bits";
import { readTcString } from "@/lib/facts/consent/iab/tcf";

export type UsChoice = {
  /** The user opted out of sale, sharing or targeted ads. Null if not applicable. */
  us_opt_out: boolean | null;
  /** The user is a known child, and nobody consented for them. */
  is_child: boolean | null;
};

export type GppString = UsChoice & { tc_string: string | null };

const europe = 2;
const usPrivacy = 6;

/**
 * The sections of the United States: the bit at which `SaleOptOut` begins; the number of opt-outs; then the numbers of
 * choices about sensitive data and about children. All choices have two bits: 0 not applicable, 1 opted out or no
 * consent, 2 not opted out or consent.
 */
const usSections: Record<number, [start: number, optOuts: number, sensitive: number, children: number]> = {
  7: [18, 3, 16, 3],
  8: [12, 2, 9, 2],
  9: [12, 2, 8, 1],
  10: [12, 2, 7, 1],
  11: [14, 2, 8, 1],
  12: [12, 2, 8, 3],
  13: [12, 2, 8, 3],
  14: [12, 2, 8, 3],
  15: [12, 2, 11, 3],
  16: [12, 2, 8, 1],
  17: [12, 2, 9, 5],
  18: [14, 2, 8, 1],
  19: [12, 2, 8, 1],
  20: [12, 2, 8, 3],
  21: [12, 2, 10, 5],
  22: [12, 2, 8, 1],
  23: [12, 2, 8, 1],
  24: [16, 2, 0, 0],
  25: [16, 2, 0, 1],
  26: [16, 2, 0, 1],
  27: [16, 2, 0, 1],
};
const national = 7;
const firstNational: (typeof usSections)[number] = [18, 3, 12, 2];

/** Null if the text is not a GPP string, or if a section that Cairn reads is not valid. */
export function readGppString(text: string): GppString | null {
  if (text.length > maxConsentString) return null;
  const [header = "", ...sections] = text.split("~");
  const ids = sectionIdsOf(header);
  if (ids === null || ids.length !== sections.length) return null;
  const read: GppString = { us_opt_out: null, is_child: null, tc_string: null };
  for (const [n, id] of ids.entries()) {
    const section = sections[n]!;
    if (id === europe) {
      if (readTcString(section) === null) return null;
      read.tc_string = section;
      continue;
    }
    const choice = id === usPrivacy ? readUsPrivacy(section) : readUsSection(id, section);
    if (choice === null) return null;
    // One refusal is enough: sections can contradict each other.
    read.us_opt_out = strictest(read.us_opt_out, choice.us_opt_out);
    read.is_child = strictest(read.is_child, choice.is_child);
  }
  return read;
}

const strictest = (one: boolean | null, other: boolean | null) =>
  one === true || other === true ? true : (one ?? other);

/** The version, whether the user got a notice, whether the user opted out of the sale of their data, and one more. */
export function readUsPrivacy(text: string): UsChoice | null {
  const [, optOut] = /^1[YN-]([YN-])[YN-]$/i.exec(text) ?? [];
  if (optOut === undefined) return null;
  return { us_opt_out: optOut === "-" ? null : optOut.toUpperCase() === "Y", is_child: null };
}

const notApplicable: UsChoice = { us_opt_out: null, is_child: null };

/** Sections of other regions are ignored. */
function readUsSection(id: number, section: string): UsChoice | null {
  const layout = usSections[id];
  if (layout === undefined) return notApplicable;
  const [core = "", ...more] = section.split(".");
  const bits = bitsOf(core);
  if (bits === null) return null;
  const version = bits.take(6);
  if (version !== 1 && !(id === national && version === 2)) return null;
  const [start, ...counts] = id === national && version === 1 ? firstNational : layout;
  bits.take(start - 6);
  const [optOuts, sensitive, children] = counts.map((count) => choicesIn(bits, count)) as [
    number[],
    number[],
    number[],
  ];
  const segments = more.map(bitsOf);
  if (bits.isShort() || segments.includes(null)) return null;
  // The browser's Global Privacy Control is an opt-out.
  const hasControl = segments.some((segment) => segment?.take(2) === 1 && segment.flag());
  // Parents who consent for a child agree to less than an adult does.
  const isOut = [...optOuts, ...sensitive].includes(1) || children.includes(2) || hasControl;
  const isIn = optOuts.includes(2);
  return {
    us_opt_out: isOut ? true : isIn ? false : null,
    is_child: children.includes(1) ? true : null,
  };
}

const choicesIn = (bits: Bits, count: number) => Array.from({ length: count }, () => bits.take(2));

/** The IDs of the sections, in order. Null if the text is not a header of version 1. */
function sectionIdsOf(header: string): number[] | null {
  const bits = bitsOf(header);
  if (bits === null || bits.take(6) !== 3 || bits.take(6) !== 1) return null;
  const ids: number[] = [];
  const groups = bits.take(12);
  let last = 0;
  for (let n = 0; n < groups && !bits.isShort(); n += 1) {
    const isRange = bits.flag();
    const first = last + fibonacciIn(bits);
    last = isRange ? first + fibonacciIn(bits) : first;
    if (last > maxSectionId) return null;
    for (let id = first; id <= last; id += 1) ids.push(id);
  }
  return bits.isShort() ? null : ids;
}

/** Higher IDs are not assigned. */
const maxSectionId = 1_000;

/** A number as a sum of Fibonacci numbers, which ends with two set bits. */
function fibonacciIn(bits: Bits): number {
  let value = 0;
  let [one, next] = [1, 2];
  for (let wasSet = false; !bits.isShort(); [one, next] = [next, one + next]) {
    const isSet = bits.flag();
    if (isSet && wasSet) break;
    if (isSet) value += one;
    wasSet = isSet;
  }
  return value;
}
