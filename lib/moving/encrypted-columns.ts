import { hkdfSync, scryptSync } from "node:crypto";
import { signingKeyContext } from "@/lib/accounts/access/callers";
import { metaKeyContext } from "@/lib/attribution/evidence/meta-key";
import { env } from "@/lib/base/env";
import { aboutPurchases } from "@/lib/facts/purchases/encryption-context";
import { aboutPushService } from "@/lib/facts/uninstalls/encryption-context";
import { aboutFileExport } from "@/lib/outbound/file-storage-context";
import { audienceContext, encryptionContext } from "@/lib/outbound/requests/decrypt";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import { aboutAccount } from "@/lib/spend/pull/encryption-context";

export type EncryptedColumn = {
  table: string;
  column: string;
  /** The column that names the row in its project. */
  of: string;
  about(project: number, of: string): string;
};

/**
 * Columns that only this instance's ENCRYPTION_KEY can decrypt. A test compares the list with the database's catalogue.
 */
export const encryptedColumns: EncryptedColumn[] = [
  { table: "signing_keys", column: "secret", of: "key_id", about: signingKeyContext },
  {
    table: "network_accounts",
    column: "credentials",
    of: "id",
    about: (project, id) => aboutAccount(project, Number(id)),
  },
  { table: "push_services", column: "credentials", of: "kind", about: aboutPushService },
  { table: "purchase_connections", column: "credentials", of: "source", about: aboutPurchases },
  {
    table: "file_exports",
    column: "credentials",
    of: "id",
    about: (project, id) => aboutFileExport(project, Number(id)),
  },
  {
    table: "audiences",
    column: "credentials",
    of: "id",
    about: (project, id) => audienceContext(project, Number(id)),
  },
  {
    table: "destinations",
    column: "credentials",
    of: "id",
    about: (project, id) => encryptionContext(project, Number(id)),
  },
];

/** Byte columns that hold no secrets: hashes, and pictures. */
export const unencryptedColumns = [
  "clicks.address_key",
  "installs.address_key",
  "purchase_connections.secret_hash",
  "server_keys.hash",
  "share_links.token_hash",
  "store_listings.app_icon",
  "store_listings.app_pictures",
];

/** This key is stored in the project's settings. */
export const metaKeyColumn: EncryptedColumn = {
  table: "projects",
  column: "settings",
  of: "id",
  about: (project) => metaKeyContext(project),
};

/** An exported secret: readable with the passphrase, or with the same ENCRYPTION_KEY. */
export type EncryptedSecret = { table: string; of: string; encrypted: string };

const saltOf = (exportId: string) => `cairn project ${exportId}`;

/** The key of one export. A passphrase is stretched, because people choose weak ones. */
export const keyOfPassphrase = (passphrase: string, exportId: string): Buffer =>
  scryptSync(passphrase.normalize("NFC"), saltOf(exportId), 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 });

export const keyOfInstance = (exportId: string): Buffer =>
  Buffer.from(
    hkdfSync(
      "sha256",
      env.ENCRYPTION_KEY ?? env.NEXTAUTH_SECRET ?? "",
      saltOf(exportId),
      "cairn project export",
      32,
    ),
  );

const aboutSecret = ({ table, of }: Pick<EncryptedSecret, "table" | "of">) => `export ${table} ${of}`;

/** Null for a secret encrypted with an earlier ENCRYPTION_KEY, which can't be decrypted. */
export function encryptForExport(
  column: EncryptedColumn,
  { of, sealed: encrypted }: { of: string; sealed: Buffer },
  project: number,
  key: Buffer,
): EncryptedSecret | null {
  const text = decrypt(encrypted, column.about(project, of));
  if (text === null) return null;
  const secret = { table: column.table, of };
  return { ...secret, encrypted: encrypt(text, aboutSecret(secret), key).toString("base64") };
}

/** The secret, encrypted with this instance's key for the row's new place; null if the export was changed. */
export function encryptForImport(
  column: EncryptedColumn,
  secret: EncryptedSecret,
  { project, of }: { project: number; of: string },
  key: Buffer,
): Buffer | null {
  const text = decrypt(Buffer.from(secret.encrypted, "base64"), aboutSecret(secret), key);
  return text === null ? null : encrypt(text, column.about(project, of));
}

const proof = "cairn";

export const proofOfKey = (exportId: string, key: Buffer) =>
  encrypt(proof, aboutSecret({ table: "export", of: exportId }), key).toString("base64");

export const provesKey = (encrypted: string, exportId: string, key: Buffer) =>
  decrypt(Buffer.from(encrypted, "base64"), aboutSecret({ table: "export", of: exportId }), key) === proof;
