import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";

/** Google's keys have 2048 bits; a key of many more bits would block the process while it signs. */
const rsaBits = { min: 2_048, max: 4_096 };

/** Null if the key is not a private key of that type, or cannot sign. The pasted text is never returned. */
export function readPrivateKey(pem: string, type: "rsa" | "ec"): KeyObject | null {
  try {
    const key = createPrivateKey(pem.replaceAll("\\n", "\n"));
    if (!isOfType(key, type)) return null;
    sign("sha256", Buffer.from("a damaged key can be read"), key);
    return key;
  } catch {
    return null;
  }
}

function isOfType({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject, type: "rsa" | "ec"): boolean {
  if (type === "ec") return asymmetricKeyDetails?.namedCurve === "prime256v1";
  const length = asymmetricKeyDetails?.modulusLength ?? 0;
  return asymmetricKeyType === "rsa" && length >= rsaBits.min && length <= rsaBits.max;
}

/** Signs with RS256 or ES256, depending on the key. */
export const signJwt = (header: { kid?: string; typ?: string }, claims: JWTPayload, key: KeyObject) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: key.asymmetricKeyType === "rsa" ? "RS256" : "ES256", ...header })
    .sign(key);
