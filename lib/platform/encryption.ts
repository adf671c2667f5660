import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { env } from "@/lib/base/env";

/** The version of the format, so that the format can change later. */
const form = 1;
const ivBytes = 12;
const tagBytes = 16;

const ownKey = () =>
  createHash("sha256")
    .update("sealed ")
    .update(env.ENCRYPTION_KEY ?? env.NEXTAUTH_SECRET ?? "")
    .digest();

/**
 * Encrypts a secret that has to be used again and therefore cannot be stored as a hash. `about` names its row: copied
 * into another row it cannot be decrypted. `key` is this instance's, except for exports.
 */
export function encrypt(secret: string, about: string, key: Uint8Array = ownKey()): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(about));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(form), iv, cipher.getAuthTag(), text]);
}

/** Null for a value that was encrypted with another key, for another row, or was changed since. */
export function decrypt(encrypted: Uint8Array, about: string, key: Uint8Array = ownKey()): string | null {
  const start = 1 + ivBytes + tagBytes;
  if (encrypted[0] !== form || encrypted.length < start) return null;
  try {
    const opened = createDecipheriv("aes-256-gcm", key, encrypted.subarray(1, 1 + ivBytes))
      .setAAD(Buffer.from(about))
      .setAuthTag(encrypted.subarray(1 + ivBytes, start));
    return Buffer.concat([opened.update(encrypted.subarray(start)), opened.final()]).toString("utf8");
  } catch {
    return null;
  }
}
