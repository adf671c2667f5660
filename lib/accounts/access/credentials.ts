import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { randomBase62, toBase62 } from "@/lib/base/ids";

const keyPrefix = "cairn";
const keyForm = /^cairn_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;
const tokenForm = /^ct_[0-9A-Za-z]{24}$/;

/**
 * A server key is 32 random letters and digits followed by a checksum. So a mistyped or invented key is refused without
 * a query. Only its hash is stored; it is shown once.
 */
export function newServerKey(): { key: string; prefix: string; hash: Buffer } {
  const secret = randomBase62(32);
  const key = `${keyPrefix}_${secret}${checksum(secret)}`;
  return { key, prefix: key.slice(0, keyPrefix.length + 5), hash: hashOfSecret(key) };
}

export function isServerKey(text: string): boolean {
  const match = keyForm.exec(text);
  return match !== null && checksum(match[1]!) === match[2];
}

/** The ID is public and the secret is in the app, which signs its calls with it. */
export const newSigningKey = () => ({ keyId: `sig_${randomBase62(16)}`, secret: randomBase62(43) });

export const hashOfSecret = (secret: string) => createHash("sha256").update(secret).digest();

const checksum = (text: string) => toBase62(crc32(text), 6);

/** The app token is a public identifier: every copy of the app contains it. */
export const newProjectToken = () => `ct_${randomBase62(24)}`;

const siteTokenForm = /^cw_[0-9A-Za-z]{24}$/;

/** As public as an app token: it is in the source of the customer's pages. */
export const newSiteToken = () => `cw_${randomBase62(24)}`;

export const isSiteToken = (text: string) => siteTokenForm.test(text);

export const isProjectToken = (text: string) => tokenForm.test(text);
