/** Signatures of calls that apps make. Pure. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** How far an app's clock may be from ours. */
export const windowMs = 5 * 60_000;

export type SigningKey = { id: number; keyId: string; secret: string; expiresAt: Date | null };

export type SigningSettings = { required: boolean; bodyOnly: boolean };

/** Projects that required signatures when there was but the first version go on accepting it, until they say otherwise. */
export function signingSettings(settings: Record<string, unknown>): SigningSettings {
  const stored = (settings.signing ?? {}) as { required?: unknown; body_only?: unknown };
  const required = stored.required === true;
  return { required, bodyOnly: stored.body_only === undefined ? required : stored.body_only === true };
}

export type SentSignature = {
  authorization: string | null;
  keyId: string | null;
  timestamp: string | null;
  signature: string | null;
  /** `2` signs method and path as well. The first version, which clients out in the world have, names none. */
  version: string | null;
};

/** What was signed, as it arrived: the path without its query. */
export type Signed = { method: string; path: string; body: Uint8Array };

export const signatureProblems = {
  missing: "Signature missing!",
  version: "x-signature-version must be 2!",
  timestamp: "x-timestamp must be the time in milliseconds!",
  key: "Signing key unknown!",
  invalid: "Signature invalid!",
  path: "This signature was sent to another path already!",
  time: "x-timestamp is more than 5 minutes away from the server's time!",
} as const;
type Problem = (typeof signatureProblems)[keyof typeof signatureProblems];

const hashOf = (body: Uint8Array) =>
  body.byteLength === 0 ? "" : createHash("sha256").update(body).digest("base64");
const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest();

/** HMAC-SHA256 over time, method, path and the hash of the very bytes that are sent; no bytes, no hash. */
export const signatureOf = (secret: string, timestamp: string, { method, path, body }: Signed): Buffer =>
  hmac(secret, `${timestamp}\n${method}\n${path}\n${hashOf(body)}`);

/** The first version: whoever sees such a call can send its body to another path. */
export const bodySignatureOf = (secret: string, timestamp: string, body: Uint8Array): Buffer =>
  hmac(secret, `${timestamp}\n${hashOf(body)}`);

type Accepting = {
  keys: readonly SigningKey[];
  /** Whether the first version is accepted, too. */
  bodyOnly: boolean;
  /** Which path a signature of the first version was first sent to; remembered as long as it may come again. */
  pathOf(signature: string, path: string): string;
  now: Date;
};

/**
 * Whether the holder of a key made exactly this call, just now. The same call may come again within the window: apps
 * repeat what they got no answer to, byte by byte, and every call is safe to repeat.
 */
export function checkSignature(
  sent: SentSignature,
  signed: Signed,
  { keys, bodyOnly, pathOf, now }: Accepting,
): { key: SigningKey; problem: null } | { key: null; problem: Problem } {
  const refuse = (problem: Problem) => ({ key: null, problem });
  const { authorization, keyId, timestamp, signature } = sent;
  if (!/^hmac$/i.test(authorization?.trim() ?? "") || !keyId || !timestamp || !signature)
    return refuse(signatureProblems.missing);
  const version = sent.version?.trim() || "1";
  if (version !== "2" && !(version === "1" && bodyOnly)) return refuse(signatureProblems.version);
  if (!/^\d{1,15}$/.test(timestamp)) return refuse(signatureProblems.timestamp);
  const key = keys.find(
    (each) => each.keyId === keyId.trim() && (each.expiresAt === null || each.expiresAt > now),
  );
  if (!key) return refuse(signatureProblems.key);
  const claimed = Buffer.from(signature.slice(0, 100), "base64");
  const right =
    version === "2"
      ? signatureOf(key.secret, timestamp, signed)
      : bodySignatureOf(key.secret, timestamp, signed.body);
  if (claimed.length !== right.length || !timingSafeEqual(claimed, right))
    return refuse(signatureProblems.invalid);
  // Only those with the key are told about their clock.
  if (Math.abs(Number(timestamp) - now.getTime()) > windowMs) return refuse(signatureProblems.time);
  if (version === "1" && pathOf(right.toString("base64"), signed.path) !== signed.path)
    return refuse(signatureProblems.path);
  return { key, problem: null };
}
