import { createPrivateKey, type KeyObject, sign } from "node:crypto";

/** Null for what is no private key of that sort; what was pasted is never told again. */
export function readKey(pem: string, sort: "rsa" | "ec"): KeyObject | null {
  try {
    const key = createPrivateKey(pem.replaceAll("\\n", "\n"));
    if (sort === "rsa") return key.asymmetricKeyType === "rsa" ? key : null;
    return key.asymmetricKeyDetails?.namedCurve === "prime256v1" ? key : null;
  } catch {
    return null;
  }
}

/** RS256 or ES256, as the key is. */
export function signedToken(header: object, claims: object, key: KeyObject): string {
  const alg = key.asymmetricKeyType === "rsa" ? "RS256" : "ES256";
  const text = [{ alg, ...header }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}
