import { createPrivateKey, type KeyObject, sign } from "node:crypto";

/** Google's have 2048 bits; one of many more would hold up everything else while it signs. */
const bits = { least: 2_048, most: 4_096 };

/** Null if it is not a private key of that type, or can't sign. The pasted text is never returned. */
export function readKey(pem: string, sort: "rsa" | "ec"): KeyObject | null {
  try {
    const key = createPrivateKey(pem.replaceAll("\\n", "\n"));
    if (!isOfSort(key, sort)) return null;
    sign("sha256", Buffer.from("a damaged key can be read"), key);
    return key;
  } catch {
    return null;
  }
}

function isOfSort({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject, sort: "rsa" | "ec"): boolean {
  if (sort === "ec") return asymmetricKeyDetails?.namedCurve === "prime256v1";
  const length = asymmetricKeyDetails?.modulusLength ?? 0;
  return asymmetricKeyType === "rsa" && length >= bits.least && length <= bits.most;
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
