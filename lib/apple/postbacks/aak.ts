/** AdAttributionKit: a compact JWS with ES256, whose signature is two concatenated numbers. Pure. */
import { verify } from "node:crypto";
import {
  choiceField,
  digitsField,
  domainField,
  flagField,
  isPlainText,
  optionalField,
  readUnsignedFields,
  storeIdField,
  textField,
  uuid,
  wholeField,
} from "@/lib/apple/postbacks/fields";
import type { AppleKeys } from "@/lib/apple/postbacks/keys";
import {
  conversionTypes,
  NotAPostback,
  plainNetworkId,
  type SignatureVerdict,
  type SignedPostback,
  type UnsignedFields,
} from "@/lib/apple/postbacks/postback";

type Json = Record<string, unknown>;
type Jws = { header: Json; payload: Json; signed: string; signature: Buffer };

const maxJws = 32 * 1024;

function json(part: string, name: string): Json {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // Handled below, like any other value that is not an object.
  }
  throw new NotAPostback(`The ${name} of jws-string must be a JSON object.`);
}

export function parseJws(raw: Json): Jws {
  const jws = textField(raw, "jws-string", maxJws);
  const parts = jws.split(".");
  const [header, payload, signature] = parts;
  if (parts.length !== 3 || parts.some((part) => !/^[\w-]+$/.test(part)))
    throw new NotAPostback("jws-string must be three parts of base64url.");
  return {
    header: json(header!, "header"),
    payload: json(payload!, "payload"),
    signed: `${header}.${payload}`,
    signature: Buffer.from(signature!, "base64url"),
  };
}

export function readAak(raw: Json, { payload }: Jws): SignedPostback & UnsignedFields {
  return {
    ...readUnsignedFields(raw),
    uid: uuid(payload, "postback-identifier"),
    sequence: wholeField(0, 2)(payload, "postback-sequence-index"),
    version: null,
    networkId: plainNetworkId(textField(payload, "ad-network-identifier")),
    sourceIdentifier: optionalField(payload, "source-identifier", digitsField),
    appId: storeIdField(payload, "advertised-item-identifier"),
    publisherAppId: optionalField(payload, "publisher-item-identifier", storeIdField),
    sourceDomain: optionalField(payload, "source-domain", domainField),
    marketplace: optionalField(payload, "marketplace-identifier", textField),
    conversionType: choiceField(conversionTypes)(payload, "conversion-type"),
    fidelity: null,
    didWin: flagField(payload, "did-win"),
  };
}

type Judged = { verdict: SignatureVerdict; why: string | null; kid: string | null; isTest: boolean };

/** Looks up the key by the parsed header's `kid`, because devices may escape its slash. */
export function verifyAak({ header, signed, signature }: Jws, keys: AppleKeys["aak"]): Judged {
  const kid = typeof header.kid === "string" && isPlainText(header.kid) ? header.kid.slice(0, 200) : null;
  const known = keys.get(kid ?? "");
  const judged = { kid, isTest: known?.isTest ?? false };
  if (header.alg !== "ES256")
    return { ...judged, verdict: "bad_signature", why: "The postback is not signed with ES256." };
  if (!known) return { ...judged, verdict: "unknown_key", why: `There is no key ${kid ?? "named"} here.` };
  const isGood = verify(
    "sha256",
    Buffer.from(signed),
    { key: known.key, dsaEncoding: "ieee-p1363" },
    signature,
  );
  return isGood
    ? { ...judged, verdict: "verified", why: null }
    : { ...judged, verdict: "bad_signature", why: "Apple's signature doesn't match these values." };
}
