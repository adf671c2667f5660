import { createHash, type KeyObject, verify, X509Certificate } from "node:crypto";
import { LRUCache } from "lru-cache";
import { extensionIds } from "@/lib/facts/purchases/apple/extensions";
import { appleRoot } from "@/lib/facts/purchases/apple/root";

/**
 * Verifies what the App Store signs: transactions from devices and from its server, and notifications. The header has
 * the chain of certificates, which must lead to Apple's root:
 * https://developer.apple.com/documentation/appstoreserverapi/jwsdecodedheader
 */

/** Apple's own marks of the certificates that sign for the App Store. */
const leafMark = "1.2.840.113635.100.6.11.1";
const intermediateMark = "1.2.840.113635.100.6.2.1";

/** A signed text has about 4 KB, and a notification with its two signed parts about 15 KB. */
export const maxSignedLength = 64 * 1024;

type Json = Record<string, unknown>;
export type Signed = { claims: Json } | { problem: "unreadable" | "not_signed" };

type Chain = { key: KeyObject; from: number; until: number };

/** Roots that are trusted; tests add their own. */
const trustedRoots = new Set([appleRoot]);

/** For tests: trusts another root, until the returned function is called. */
export function trustRoot(root: X509Certificate): () => void {
  trustedRoots.add(root);
  chains.clear();
  return () => {
    trustedRoots.delete(root);
    chains.clear();
  };
}

/** Apple signs with few keys, so most chains are known. A chain that is not trusted is not stored. */
const chains = new LRUCache<string, Chain>({ max: 100 });

const objectOf = (text: string): Json | null => {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
};

/** The claims, if Apple signed them with certificates that were valid at that time. */
export function readSigned(jws: string): Signed {
  const unreadable = { problem: "unreadable" } as const;
  const parts = jws.length > maxSignedLength ? [] : jws.split(".");
  if (parts.length !== 3) return unreadable;
  const [head, body, signature] = parts as [string, string, string];
  const header = objectOf(head);
  const claims = objectOf(body);
  if (!header || !claims) return unreadable;
  const notSigned = { problem: "not_signed" } as const;
  const { alg, x5c } = header;
  if (alg !== "ES256" || !Array.isArray(x5c) || x5c.length !== 3) return notSigned;
  if (!x5c.every((one) => typeof one === "string")) return notSigned;
  const chain = chainOf(x5c as string[]);
  // The root itself signed the intermediate, so the last certificate of the header is not needed.
  if (chain === null) return notSigned;
  const signedAt = typeof claims.signedDate === "number" ? claims.signedDate : Number.NaN;
  if (!(signedAt >= chain.from && signedAt <= chain.until)) return notSigned;
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key: chain.key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  return isSigned ? { claims } : notSigned;
}

function chainOf(x5c: readonly string[]): Chain | null {
  const id = createHash("sha256").update(x5c.slice(0, 2).join("\n")).digest("base64");
  const known = chains.get(id);
  if (known) return known;
  const chain = verifiedChain(x5c);
  if (chain) chains.set(id, chain);
  return chain;
}

function verifiedChain(x5c: readonly string[]): Chain | null {
  try {
    const [leaf, intermediate] = x5c
      .slice(0, 2)
      .map((one) => new X509Certificate(Buffer.from(one, "base64"))) as [X509Certificate, X509Certificate];
    const root = [...trustedRoots].find(
      (one) => intermediate.issuer === one.subject && intermediate.verify(one.publicKey),
    );
    if (!root || !intermediate.ca) return null;
    if (leaf.issuer !== intermediate.subject || !leaf.verify(intermediate.publicKey)) return null;
    if (!extensionIds(leaf.raw).includes(leafMark)) return null;
    if (!extensionIds(intermediate.raw).includes(intermediateMark)) return null;
    if (leaf.publicKey.asymmetricKeyDetails?.namedCurve !== "prime256v1") return null;
    const all = [leaf, intermediate, root];
    const times = (which: "validFrom" | "validTo") => all.map((one) => Date.parse(one[which]));
    return {
      key: leaf.publicKey,
      from: Math.max(...times("validFrom")),
      until: Math.min(...times("validTo")),
    };
  } catch {
    // Not a certificate, or with a key that can't be used.
    return null;
  }
}
