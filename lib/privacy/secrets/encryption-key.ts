/**
 * A database has one ENCRYPTION_KEY. It encrypts credentials, and hashes made with it identify users and addresses. A
 * process with another key could read none of that data, and would silently make other decisions.
 */
import { hkdfSync } from "node:crypto";
import { signingKeyContext } from "@/lib/accounts/access/callers";
import { metaKeyContext } from "@/lib/attribution/evidence/meta-key";
import { CannotStart } from "@/lib/base/cannot-start";
import { env } from "@/lib/base/env";
import { aboutPurchases } from "@/lib/facts/purchases/encryption-context";
import { aboutPushService } from "@/lib/facts/uninstalls/encryption-context";
import { aboutFileExport } from "@/lib/outbound/file-storage-context";
import { audienceContext, encryptionContext } from "@/lib/outbound/requests/decrypt";
import { decrypt } from "@/lib/platform/encryption";
import {
  countErased,
  type EncryptedRow,
  findEncryptedValues,
  findKeyFingerprint,
  replaceKeyFingerprint,
  storeKeyFingerprint,
} from "@/lib/privacy/secrets/queries";
import { aboutAccount } from "@/lib/spend/pull/encryption-context";

/** Distinguishes two keys and reveals no other information about them. */
export function keyFingerprint(key = env.ENCRYPTION_KEY ?? env.NEXTAUTH_SECRET ?? ""): string {
  return Buffer.from(hkdfSync("sha256", key, "", "cairn fingerprint of ENCRYPTION_KEY", 16)).toString("hex");
}

const otherKey = () =>
  new CannotStart(
    "ENCRYPTION_KEY differs from the key that this database was first used with. Start with that key: it is a setting, or " +
      "it is in secrets.json in the data folder of the server that created it. If it is lost, " +
      "npm run --silent admin -- secrets accept shows what will be lost, and accepts the new key.",
  );

/** Called at each start. The first start stores the fingerprint of the database's key. */
export async function loadEncryptionKey(): Promise<void> {
  if ((await findKeyFingerprint()) === null) {
    // Databases of earlier versions have no fingerprint, but their encrypted values show if this is their key.
    const { stored, unreadable } = await countEncrypted();
    if (stored > 0 && unreadable === stored) throw otherKey();
  }
  if ((await storeKeyFingerprint(keyFingerprint())) !== keyFingerprint()) throw otherKey();
}

/** For commands, which must not choose the key. */
export async function checkKey(): Promise<void> {
  const storedFingerprint = await findKeyFingerprint();
  if (storedFingerprint !== null && storedFingerprint !== keyFingerprint()) throw otherKey();
}

const about = ({ kind, project_id, of }: EncryptedRow) => {
  if (kind === "signing") return signingKeyContext(project_id, of);
  if (kind === "audience") return audienceContext(project_id, Number(of));
  if (kind === "destination") return encryptionContext(project_id, Number(of));
  if (kind === "purchases") return aboutPurchases(project_id, of);
  if (kind === "files") return aboutFileExport(project_id, Number(of));
  if (kind === "push") return aboutPushService(project_id, of);
  return kind === "meta" ? metaKeyContext(project_id) : aboutAccount(project_id, Number(of));
};

async function countEncrypted(): Promise<{ stored: number; unreadable: number }> {
  const rows = await findEncryptedValues();
  const unreadable = rows.filter((row) => decrypt(row.encrypted, about(row)) === null).length;
  return { stored: rows.length, unreadable };
}

/** The facts about the key in a backup, so that a restore with another key can report the loss. */
export type KeyFacts = { key: string | null; credentials: number; erased: number };

export async function keyFacts(): Promise<KeyFacts> {
  const [key, { stored }, erased] = await Promise.all([
    findKeyFingerprint(),
    countEncrypted(),
    countErased(),
  ]);
  return { key, credentials: stored, erased };
}

/** The loss from continuing with this key, in words; null if there is none. */
export async function keyLossText(): Promise<string | null> {
  const storedFingerprint = await findKeyFingerprint();
  if (storedFingerprint === null || storedFingerprint === keyFingerprint()) return null;
  const [{ unreadable }, erased] = await Promise.all([countEncrypted(), countErased()]);
  return keyLoss({ credentials: unreadable, erased });
}

export const isCurrentKey = (key: string | null) => key === null || key === keyFingerprint();

export function keyLoss({ credentials, erased }: Pick<KeyFacts, "credentials" | "erased">): string {
  const stored = credentials === 1 ? "1 stored credential" : `${credentials} stored credentials`;
  const ids = erased === 1 ? "1 id of somebody who was erased" : `${erased} ids of people who were erased`;
  return (
    `${stored} (signing keys, network keys and tokens) can no longer be decrypted and must be entered again; ${ids} will not ` +
    "be recognised in new data; new installs can't be matched by IP address with earlier clicks."
  );
}

/** This is permanent: processes with the other key are refused from now on. */
export const acceptCurrentKey = () => replaceKeyFingerprint(keyFingerprint());
