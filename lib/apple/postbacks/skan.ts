/** SKAdNetwork: values joined by an invisible separator, under a DER signature. Pure. */
import { type KeyObject, verify } from "node:crypto";
import {
  digitsField,
  domainField,
  flagField,
  optionalField,
  readUnsignedFields,
  storeIdField,
  textField,
  uuid,
  wholeField,
} from "@/lib/apple/postbacks/fields";
import {
  NotAPostback,
  plainNetworkId,
  type SignatureVerdict,
  type SignedPostback,
  type UnsignedFields,
} from "@/lib/apple/postbacks/postback";

type Json = Record<string, unknown>;

const separator = "\u2063";

const before4 = ["version", "ad-network-id", "campaign-id", "app-id", "transaction-id", "redownload"];
const ad4 = ["version", "ad-network-id", "source-identifier", "app-id", "transaction-id", "redownload"];

/** The signed fields of each version, in order; a question mark follows an optional field. */
const signedFields: Record<string, readonly string[]> = {
  "2.1": [...before4, "source-app-id?"],
  "2.2": [...before4, "source-app-id?", "fidelity-type"],
  "3.0": [...before4, "source-app-id?", "fidelity-type", "did-win"],
  "4.0": [...ad4, "source-app-id?", "source-domain?", "fidelity-type", "did-win", "postback-sequence-index"],
};

/** Cairn has no key for versions 1 and 2.0; other versions are unknown. */
const isSupported = (version: string): boolean => Object.hasOwn(signedFields, version);

const isReported = (postback: Json, field: string) =>
  postback[field] !== undefined && postback[field] !== null;

export function signedText(postback: Json): string {
  const fields = signedFields[String(postback.version)] ?? [];
  return fields
    .map((field) => field.replace("?", ""))
    .filter((field) => isReported(postback, field))
    .map((field) => String(postback[field]))
    .join(separator);
}

export function readSkan(raw: Json): SignedPostback & UnsignedFields {
  const version = optionalField(raw, "version", textField) ?? "1.0";
  const is4 = Number.parseFloat(version) >= 4;
  const wins = Number.parseFloat(version) >= 3;
  const unsigned = readUnsignedFields(raw);
  const fidelity = optionalField(raw, "fidelity-type", wholeField(0, 1));
  return {
    ...unsigned,
    interaction: unsigned.interaction ?? (fidelity === null ? null : fidelity === 1 ? "click" : "view"),
    uid: uuid(raw, "transaction-id"),
    sequence: is4 ? wholeField(0, 2)(raw, "postback-sequence-index") : 0,
    version,
    networkId: plainNetworkId(textField(raw, "ad-network-id")),
    sourceIdentifier: is4
      ? digitsField(raw, "source-identifier")
      : String(wholeField(0, 100)(raw, "campaign-id")),
    appId: storeIdField(raw, "app-id"),
    publisherAppId: optionalField(raw, "source-app-id", storeIdField),
    sourceDomain: optionalField(raw, "source-domain", domainField),
    marketplace: null,
    conversionType: (optionalField(raw, "redownload", flagField) ?? false) ? "redownload" : "download",
    fidelity,
    didWin: wins ? flagField(raw, "did-win") : true,
  };
}

export function verifySkan(raw: Json, key: KeyObject): { verdict: SignatureVerdict; why: string | null } {
  const version = optionalField(raw, "version", textField) ?? "1.0";
  if (!isSupported(version))
    return { verdict: "unsupported_version", why: `Version ${version} is not checked here.` };
  // A missing value must not let the next value take its position, because Apple never signed that.
  const left = signedFields[version]!.find((field) => !field.endsWith("?") && !isReported(raw, field));
  if (left) throw new NotAPostback(`${left} is missing.`);
  const signature = Buffer.from(textField(raw, "attribution-signature", 500), "base64");
  return verify("sha256", Buffer.from(signedText(raw), "utf8"), key, signature)
    ? { verdict: "verified", why: null }
    : { verdict: "bad_signature", why: "Apple's signature doesn't match these values." };
}
