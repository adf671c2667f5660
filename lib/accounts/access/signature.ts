/** Signatures of calls from apps. Pure. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** The largest accepted difference between an app's clock and ours. */
export const windowMs = 5 * 60_000;

export type SigningKey = { id: number; keyId: string; secret: string; expiresAt: Date | null };

export type SigningSettings = { required: boolean; bodyOnly: boolean };

/**
 * Projects that required signatures when only the first version existed still accept it until they change that setting.
 */
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
  /** `2` signs method and path as well. Clients of the first version, which are in use, send no version. */
  version: string | null;
};

/** The signed parts of a call as they arrived. The path is without its query. */
export type SignedRequest = { method: string; path: string; body: Uint8Array };

/** The problem of a signature, by error code. */
export const signatureProblems = {
  signature_missing: "Signature missing!",
  signature_version_invalid: "x-signature-version must be 2!",
  signature_timestamp_invalid: "x-timestamp must be the time in milliseconds!",
  signature_key_unknown: "Signing key unknown!",
  signature_invalid: "Signature invalid!",
  signature_path_changed: "This signature was already used for another path!",
  signature_expired: "x-timestamp is more than 5 minutes away from the server's time!",
} as const;
type Problem = keyof typeof signatureProblems;

const hashOf = (body: Uint8Array) =>
  body.byteLength === 0 ? "" : createHash("sha256").update(body).digest("base64");
const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest();

/** HMAC-SHA256 over time, method, path and the hash of the exact bytes sent. Without a body there is no hash. */
export const requestSignature = (
  secret: string,
  timestamp: string,
  { method, path, body }: SignedRequest,
): Buffer => hmac(secret, `${timestamp}\n${method}\n${path}\n${hashOf(body)}`);

/** Version 1 does not sign the path: an intercepted call can be replayed against another path. */
export const bodySignatureOf = (secret: string, timestamp: string, body: Uint8Array): Buffer =>
  hmac(secret, `${timestamp}\n${hashOf(body)}`);

type Accepting = {
  keys: readonly SigningKey[];
  /** True if the first version is accepted too. */
  bodyOnly: boolean;
  /** The first path of a version 1 signature, remembered as long as the signature may be repeated. */
  pathOf(signature: string, path: string): string;
  now: Date;
};

/**
 * Checks that the holder of a key made exactly this call, recently. The same call may be repeated within the window:
 * apps resend unanswered calls byte by byte, and every call is idempotent.
 */
export function checkSignature(
  sent: SentSignature,
  signed: SignedRequest,
  { keys, bodyOnly, pathOf, now }: Accepting,
): { key: SigningKey; problem: null } | { key: null; problem: Problem } {
  const refuse = (problem: Problem) => ({ key: null, problem });
  const { authorization, keyId, timestamp, signature } = sent;
  if (!/^hmac$/i.test(authorization?.trim() ?? "") || !keyId || !timestamp || !signature)
    return refuse("signature_missing");
  const version = sent.version?.trim() || "1";
  if (version !== "2" && !(version === "1" && bodyOnly)) return refuse("signature_version_invalid");
  if (!/^\d{1,15}$/.test(timestamp)) return refuse("signature_timestamp_invalid");
  const key = keys.find(
    (each) => each.keyId === keyId.trim() && (each.expiresAt === null || each.expiresAt > now),
  );
  if (!key) return refuse("signature_key_unknown");
  const claimed = Buffer.from(signature.slice(0, 100), "base64");
  const right =
    version === "2"
      ? requestSignature(key.secret, timestamp, signed)
      : bodySignatureOf(key.secret, timestamp, signed.body);
  if (claimed.length !== right.length || !timingSafeEqual(claimed, right)) return refuse("signature_invalid");
  // Only callers with a correct signature get the error about the clock.
  if (Math.abs(Number(timestamp) - now.getTime()) > windowMs) return refuse("signature_expired");
  if (version === "1" && pathOf(right.toString("base64"), signed.path) !== signed.path)
    return refuse("signature_path_changed");
  return { key, problem: null };
}
