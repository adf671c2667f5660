/** Parses and verifies postbacks of both Apple frameworks. Pure. */
import { createHash } from "node:crypto";
import { parseJws, readAak, verifyAak } from "@/lib/apple/postbacks/aak";
import { type AppleKeys, appleKeys } from "@/lib/apple/postbacks/keys";
import {
  type Framework,
  NotAPostback,
  type Postback,
  type SignedPostback,
  type UnsignedFields,
} from "@/lib/apple/postbacks/postback";
import { readSkan, verifySkan } from "@/lib/apple/postbacks/skan";

type Json = Record<string, unknown>;

/** The result without any valid field. */
const nothing: SignedPostback & UnsignedFields = {
  uid: "",
  sequence: 0,
  version: null,
  networkId: "",
  sourceIdentifier: null,
  appId: null,
  publisherAppId: null,
  sourceDomain: null,
  marketplace: null,
  conversionType: "download",
  fidelity: null,
  didWin: false,
  fine: null,
  coarse: null,
  country: null,
  interaction: null,
};

export function readPostback(framework: Framework, raw: Json, keys: AppleKeys = appleKeys): Postback {
  try {
    const read = framework === "skan" ? ofSkan(raw, keys) : ofAak(raw, keys);
    return { ...read, framework, raw, digest: digestOf(read, raw) };
  } catch (error) {
    if (!(error instanceof NotAPostback)) throw error;
    const read = { ...nothing, appId: appNamedIn(framework, raw), kid: null, isTest: false };
    const why = error.message;
    return { ...read, framework, raw, verdict: "malformed", why, digest: digestOf(read, raw) };
  }
}

type Read = Omit<Postback, "framework" | "raw" | "digest">;

function ofSkan(raw: Json, keys: AppleKeys): Read {
  const read = readSkan(raw);
  // Development devices report 0 for the app that showed the ad.
  return { ...read, ...verifySkan(raw, keys.skan), kid: null, isTest: read.publisherAppId === "0" };
}

function ofAak(raw: Json, keys: AppleKeys): Read {
  const jws = parseJws(raw);
  return { ...readAak(raw, jws), ...verifyAak(jws, keys.aak) };
}

/** The named app, so that its team sees invalid postbacks as well. */
function appNamedIn(framework: Framework, raw: Json): string | null {
  let named: unknown = raw["app-id"];
  try {
    if (framework === "aak") named = parseJws(raw).payload["advertised-item-identifier"];
  } catch (error) {
    if (!(error instanceof NotAPostback)) throw error;
    return null;
  }
  if (typeof named !== "number" && typeof named !== "string") return null;
  return /^\d{1,16}$/.test(String(named)) ? String(Number(named)) : null;
}

/** The signature is included, so that a forged postback does not replace the real one. */
function digestOf(read: Partial<Read>, raw: Json): string {
  const { why: _, verdict: __, ...values } = read;
  const signature = raw["attribution-signature"] ?? raw["jws-string"] ?? null;
  const hashedFields = read.uid === "" ? raw : values;
  return createHash("sha256")
    .update(JSON.stringify([hashedFields, signature]))
    .digest("hex");
}
