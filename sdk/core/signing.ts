import { base64, utf8 } from "./bytes";
import { hmacSha256, sha256 } from "./sha256";

export type SigningKey = { id: string; secret: string };

/**
 * Headers that sign exactly this call. `at` is the server's time in milliseconds as far as it is known, so that a wrong
 * clock does not invalidate the signature.
 */
export function signatureHeaders(
  { id, secret }: SigningKey,
  { method, path, body, at }: { method: string; path: string; body: string; at: number },
): Record<string, string> {
  const timestamp = String(Math.round(at));
  const hash = body === "" ? "" : base64(sha256(utf8(body)));
  return {
    authorization: "HMAC",
    "x-key-id": id,
    "x-timestamp": timestamp,
    "x-signature": base64(hmacSha256(secret, `${timestamp}\n${method}\n${path}\n${hash}`)),
    "x-signature-version": "2",
  };
}
