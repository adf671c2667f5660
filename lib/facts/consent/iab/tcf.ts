/** Reads TC strings of version 2, of IAB Europe's Transparency and Consent Framework. Pure. */
import { type Bits, bitsOf, maxConsentString } from "@/lib/facts/consent/iab/bits";

export type TcString = {
  updatedAt: Date;
  /** The purposes with consent. */
  purposes: ReadonlySet<number>;
  /** Users were not asked about purpose 1, because the publisher's country does not require it. */
  skipsFirstPurpose: boolean;
  /** The vendors with consent. */
  vendors: Vendors;
  /** Vendors that the publisher forbids a purpose. */
  forbidden: readonly { purpose: number; vendors: Vendors }[];
};

/** Ranges stay ranges: a short string can name millions of vendors. */
export type Vendors = { has(vendor: number): boolean };

/** The numbers of the purposes that Cairn reads. */
const storage = 1;
const createProfile = 3;
const selectPersonalizedAds = 4;
const measureAds = 7;

const purposeCount = 24;
const notAllowed = 0;

/** Null if the text is not a TC string of version 2. */
export function readTcString(text: string): TcString | null {
  if (text.length > maxConsentString) return null;
  const [core = ""] = text.split(".");
  const bits = bitsOf(core);
  if (bits === null || bits.take(6) !== 2) return null;
  // Created, in tenths of seconds.
  bits.take(36);
  const updatedAt = new Date(bits.take(36) * 100);
  // Consent platform, its version, screen, language, vendor list, policy version, two flags, special features.
  bits.take(12 + 12 + 6);
  bits.take(12 + 12 + 6 + 2 + 12);
  const purposes = numbersIn(bits, purposeCount);
  // Legitimate interests are not consent.
  numbersIn(bits, purposeCount);
  const skipsFirstPurpose = bits.flag();
  bits.take(12);
  const vendors = vendorsIn(bits);
  vendorsIn(bits);
  const forbidden = forbiddenIn(bits);
  return bits.isShort() ? null : { updatedAt, purposes, skipsFirstPurpose, vendors, forbidden };
}

/** The numbers of the bits that are set, from 1. A short string can claim any count, so its end ends the loop, too. */
function numbersIn(bits: Bits, count: number): Set<number> {
  const found = new Set<number>();
  for (let n = 1; n <= count && !bits.isShort(); n += 1) if (bits.flag()) found.add(n);
  return found;
}

function forbiddenIn(bits: Bits): TcString["forbidden"] {
  const found: { purpose: number; vendors: Vendors }[] = [];
  const count = bits.take(12);
  for (let n = 0; n < count && !bits.isShort(); n += 1) {
    const purpose = bits.take(6);
    const type = bits.take(2);
    const vendors = rangesIn(bits);
    if (type === notAllowed) found.push({ purpose, vendors });
  }
  return found;
}

function vendorsIn(bits: Bits): Vendors {
  const max = bits.take(16);
  return bits.flag() ? rangesIn(bits) : numbersIn(bits, max);
}

function rangesIn(bits: Bits): Vendors {
  const ranges: [first: number, last: number][] = [];
  const count = bits.take(12);
  for (let n = 0; n < count && !bits.isShort(); n += 1) {
    const isRange = bits.flag();
    const first = bits.take(16);
    ranges.push([first, isRange ? bits.take(16) : first]);
  }
  return { has: (vendor) => ranges.some(([first, last]) => first <= vendor && vendor <= last) };
}

/** The answers for ads, as Google maps the purposes to its consent mode. */
export function answersOfTcString({ purposes, skipsFirstPurpose }: TcString) {
  const adStorage = skipsFirstPurpose ? null : purposes.has(storage);
  return {
    ad_storage: adStorage,
    ad_user_data: adStorage !== false && purposes.has(measureAds),
    ad_personalization: purposes.has(createProfile) && purposes.has(selectPersonalizedAds),
  };
}

/** True if the user consented to this vendor, and the publisher does not forbid it to measure ads. */
export const allowsVendor = ({ vendors, forbidden }: TcString, vendor: number): boolean =>
  vendors.has(vendor) &&
  !forbidden.some(
    ({ purpose, vendors }) => (purpose === storage || purpose === measureAds) && vendors.has(vendor),
  );
