import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from "node:crypto";

/** Certificates like Apple's, and what they sign. X.509 is written by hand, because Node only reads it. */

const tlv = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), body]);
  const size = length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
  return Buffer.concat([Buffer.of(tag), size, body]);
};
const sequence = (...parts: Uint8Array[]) => tlv(0x30, ...parts);

function objectId(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((number) => {
    const groups = [number & 0x7f];
    for (let left = number >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return tlv(0x06, Buffer.from(bytes));
}

const nameOf = (name: string) =>
  sequence(tlv(0x31, sequence(objectId("2.5.4.3"), tlv(0x0c, Buffer.from(name)))));
const time = (at: Date) => tlv(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));
const ecdsaWithSha256 = () => sequence(objectId("1.2.840.10045.4.3.2"));
const extension = (id: string, value: Uint8Array) => sequence(objectId(id), tlv(0x04, value));

export type TestCertificate = { name: string; key: KeyObject; der: Buffer };

type CertificateOptions = {
  issuer?: TestCertificate;
  marks?: string[];
  ca?: boolean;
  from?: Date;
  until?: Date;
};

export function aCertificate(name: string, options: CertificateOptions = {}): TestCertificate {
  const { issuer, marks = [], ca = false } = options;
  const { from = new Date("2020-01-01"), until = new Date("2040-01-01") } = options;
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const extensions = [
    ...(ca ? [extension("2.5.29.19", sequence(tlv(0x01, Buffer.of(0xff))))] : []),
    ...marks.map((id) => extension(id, Buffer.of(0x05, 0x00))),
  ];
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.of(2))),
    tlv(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256(),
    nameOf(issuer?.name ?? name),
    sequence(time(from), time(until)),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    ...(extensions.length > 0 ? [tlv(0xa3, sequence(...extensions))] : []),
  );
  const signature = sign("sha256", body, issuer?.key ?? privateKey);
  const der = sequence(body, ecdsaWithSha256(), tlv(0x03, Buffer.of(0), signature));
  return { name, key: privateKey, der };
}

export const leafMark = "1.2.840.113635.100.6.11.1";
export const intermediateMark = "1.2.840.113635.100.6.2.1";

/** A chain like Apple's, of which one certificate may be replaced. */
export function aChain(
  with_: { root?: TestCertificate; intermediate?: CertificateOptions; leaf?: CertificateOptions } = {},
): TestCertificate[] {
  const root = with_.root ?? testRoot;
  const intermediate = aCertificate("Worldwide Developer Relations", {
    issuer: root,
    marks: [intermediateMark],
    ca: true,
    ...with_.intermediate,
  });
  const leaf = aCertificate("Receipt Signing", { issuer: intermediate, marks: [leafMark], ...with_.leaf });
  return [leaf, intermediate, root];
}

const testRoot = aCertificate("Test Root CA", { ca: true });
export const testRootCertificate = new X509Certificate(testRoot.der);
const defaultChain = aChain();

type Json = Record<string, unknown>;

export function signAsApple(claims: Json, chain: readonly TestCertificate[] = defaultChain): string {
  const part = (value: Json) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const head = part({ alg: "ES256", x5c: chain.map(({ der }) => der.toString("base64")) });
  const text = `${head}.${part(claims)}`;
  const signature = sign("sha256", Buffer.from(text), { key: chain[0]!.key, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

/** The claims of a transaction, in the form of Apple's documentation. */
export function aTransaction(claims: Json = {}): Json {
  const transactionId = String(2_000_000_000_000 + (randomBytes(4).readUInt32BE() % 1_000_000_000));
  return {
    transactionId,
    originalTransactionId: claims.transactionId ?? transactionId,
    bundleId: "com.example.trails",
    productId: "com.example.trails.year",
    purchaseDate: Date.parse("2026-03-02T10:00:00Z"),
    originalPurchaseDate: Date.parse("2026-03-02T10:00:00Z"),
    quantity: 1,
    type: "Auto-Renewable Subscription",
    inAppOwnershipType: "PURCHASED",
    signedDate: Date.parse("2026-03-02T10:00:05Z"),
    environment: "Production",
    transactionReason: "PURCHASE",
    storefront: "USA",
    storefrontId: "143441",
    price: 49_990,
    currency: "USD",
    ...claims,
  };
}
