/** Signatures of calls that apps make. Pure. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** How far an app's clock may be from ours. */
const windowMs = 5 * 60_000;

export type SigningKey = { id: number; keyId: string; secret: string; expiresAt: Date | null };

export type SentSignature = {
  authorization: string | null;
  keyId: string | null;
  timestamp: string | null;
  signature: string | null;
};

export const signatureProblems = {
  missing: "Signature missing!",
  timestamp: "x-timestamp must be the time in milliseconds!",
  key: "Signing key unknown!",
  invalid: "Signature invalid!",
  time: "x-timestamp is more than 5 minutes away from the server's time!",
} as const;
type Problem = (typeof signatureProblems)[keyof typeof signatureProblems];

/** HMAC-SHA256 over the time and the hash of the very bytes that are sent; no bytes, no hash. */
export function signatureOf(secret: string, timestamp: string, body: Uint8Array): Buffer {
  const contentHash = body.byteLength === 0 ? "" : createHash("sha256").update(body).digest("base64");
  return createHmac("sha256", secret).update(`${timestamp}\n${contentHash}`).digest();
}

/**
 * Whether the holder of a key sent exactly this body, just now. The same call may come again within the window: apps
 * repeat what they got no answer to, byte by byte, and every call is safe to repeat.
 */
export function checkSignature(
  sent: SentSignature,
  body: Uint8Array,
  keys: readonly SigningKey[],
  now: Date,
): { key: SigningKey; problem: null } | { key: null; problem: Problem } {
  const refuse = (problem: Problem) => ({ key: null, problem });
  const { authorization, keyId, timestamp, signature } = sent;
  if (!/^hmac$/i.test(authorization?.trim() ?? "") || !keyId || !timestamp || !signature)
    return refuse(signatureProblems.missing);
  if (!/^\d{1,15}$/.test(timestamp)) return refuse(signatureProblems.timestamp);
  const key = keys.find(
    (each) => each.keyId === keyId.trim() && (each.expiresAt === null || each.expiresAt > now),
  );
  if (!key) return refuse(signatureProblems.key);
  const claimed = Buffer.from(signature.slice(0, 100), "base64");
  const right = signatureOf(key.secret, timestamp, body);
  if (claimed.length !== right.length || !timingSafeEqual(claimed, right))
    return refuse(signatureProblems.invalid);
  // Last, so that only those with the key are told about their clock.
  if (Math.abs(Number(timestamp) - now.getTime()) > windowMs) return refuse(signatureProblems.time);
  return { key, problem: null };
}
