/** A parsed postback with its verification result. Runs in the browser too. */
import type { CoarseValue } from "@/lib/apple/conversion-values/rules";
import { t } from "@/lib/base/languages/texts";

export const frameworks = ["skan", "aak"] as const;
export type Framework = (typeof frameworks)[number];

export const frameworkNames: Record<Framework, string> = {
  skan: "SKAdNetwork",
  aak: t("AdAttributionKit"),
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
  verified: t("Verified"),
  bad_signature: t("Signature doesn't match"),
  unknown_key: t("Unknown key"),
  unsupported_version: t("Version not supported"),
  malformed: t("Not a postback"),
};

export const conversionTypes = ["download", "redownload", "re-engagement"] as const;
export type ConversionType = (typeof conversionTypes)[number];

export const conversionTypeNames: Record<ConversionType, string> = {
  download: t("Install"),
  redownload: t("Redownload"),
  "re-engagement": t("Re-engagement"),
};

/** The fields that Apple signs. */
export type SignedPostback = {
  /** The ID of the conversion; all postbacks of one install share it. */
  uid: string;
  /** The index of Apple's three windows, from 0. */
  sequence: number;
  version: string | null;
  /** Without the ending of its framework. */
  networkId: string;
  /** Two to four digits; before SKAdNetwork 4 the campaign ID, up to 100. */
  sourceIdentifier: string | null;
  /** App Store IDs, which may be larger than 32 bits. */
  appId: string | null;
  publisherAppId: string | null;
  sourceDomain: string | null;
  marketplace: string | null;
  conversionType: ConversionType;
  /** 1 for a click or a shown store page, 0 for a view. */
  fidelity: number | null;
  didWin: boolean;
};

/** The device adds these fields, which the signature does not cover. */
export type UnsignedFields = {
  fine: number | null;
  coarse: CoarseValue | null;
  country: string | null;
  interaction: "click" | "view" | null;
};

export type Postback = SignedPostback &
  UnsignedFields & {
    framework: Framework;
    verdict: SignatureVerdict;
    /** Why it is not verified. */
    why: string | null;
    /** The `kid` of the signing key, only in AdAttributionKit. */
    kid: string | null;
    isTest: boolean;
    /** Distinguishes copies of a postback from similar postbacks. */
    digest: string;
    raw: Record<string, unknown>;
  };

/** A network has the same ID in both frameworks, each with its own suffix. */
export const plainNetworkId = (id: string): string =>
  id.toLowerCase().replace(/\.(skadnetwork|adattributionkit)$/, "");

/** A field does not match Apple's documentation. */
export class NotAPostback extends Error {}
