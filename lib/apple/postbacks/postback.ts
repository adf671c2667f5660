/** A postback as it was read, with what its signature is worth. Runs in the browser too. */
import type { Coarse } from "@/lib/apple/conversion-values/rules";

export const frameworks = ["skan", "aak"] as const;
export type Framework = (typeof frameworks)[number];

export const frameworkNames: Record<Framework, string> = {
  skan: "SKAdNetwork",
  aak: "AdAttributionKit",
};

export const verdicts = [
  "verified",
  "bad_signature",
  "unknown_key",
  "unsupported_version",
  "malformed",
] as const;
export type SignatureVerdict = (typeof verdicts)[number];

export const verdictNames: Record<SignatureVerdict, string> = {
  verified: "Verified",
  bad_signature: "Signature doesn't match",
  unknown_key: "Unknown key",
  unsupported_version: "Version not supported",
  malformed: "Not a postback",
};

export const conversionTypes = ["download", "redownload", "re-engagement"] as const;
export type ConversionType = (typeof conversionTypes)[number];

export const conversionTypeNames: Record<ConversionType, string> = {
  download: "Install",
  redownload: "Redownload",
  "re-engagement": "Re-engagement",
};

/** What Apple signs, so that nobody else can have written it. */
export type SignedPostback = {
  /** Names the conversion; all postbacks of one install share it. */
  uid: string;
  /** Which of Apple's three windows it is about, from 0. */
  sequence: number;
  version: string | null;
  /** Without the ending of its framework. */
  networkId: string;
  /** Two to four digits; before SKAdNetwork 4 the campaign id, up to 100. */
  sourceIdentifier: string | null;
  /** App Store ids, which may be larger than 32 bits. */
  appId: string | null;
  publisherAppId: string | null;
  sourceDomain: string | null;
  marketplace: string | null;
  conversionType: ConversionType;
  /** 1 for a click or a shown store page, 0 for a view. */
  fidelity: number | null;
  didWin: boolean;
};

/** What the device adds, and a signature does not cover. */
export type Unsigned = {
  fine: number | null;
  coarse: Coarse | null;
  country: string | null;
  interaction: "click" | "view" | null;
};

export type Postback = SignedPostback &
  Unsigned & {
    framework: Framework;
    verdict: SignatureVerdict;
    /** Why it is not verified. */
    why: string | null;
    /** The key that it names, of AdAttributionKit alone. */
    kid: string | null;
    isTest: boolean;
    /** Tells copies of one postback from others that only look alike. */
    digest: string;
    raw: Record<string, unknown>;
  };

/** Both frameworks give a network the same id, each with an ending of its own. */
export const plainNetworkId = (id: string): string =>
  id.toLowerCase().replace(/\.(skadnetwork|adattributionkit)$/, "");

/** A field that is not what Apple documents. */
export class NotAPostback extends Error {}
