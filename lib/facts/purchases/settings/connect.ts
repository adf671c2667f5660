import { randomBytes } from "node:crypto";
import { hashOfSecret } from "@/lib/accounts/access/credentials";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import type { PurchaseSource, Store } from "@/lib/facts/payments/store-purchases";
import { resumeChecks } from "@/lib/facts/purchases/check-queries";
import {
  findConnection,
  recordAnswered,
  removeConnection,
  saveConnection,
  saveSecret,
} from "@/lib/facts/purchases/connection-queries";
import { aboutPurchases } from "@/lib/facts/purchases/encryption-context";
import { appleServer, readAppleKey } from "@/lib/facts/purchases/servers/apple";
import { googleServer } from "@/lib/facts/purchases/servers/google";
import type { ReadStoreCredentials, StoreServer } from "@/lib/facts/purchases/servers/server";
import type { ConnectionInput, PurchaseSettings, StoreTested } from "@/lib/facts/purchases/settings/schema";
import { showPurchases } from "@/lib/facts/purchases/settings/show";
import { readServiceAccount } from "@/lib/facts/uninstalls/fcm";
import { decrypt, encrypt } from "@/lib/platform/encryption";

export const undecryptableText =
  "The credentials can't be decrypted: they were encrypted with a different ENCRYPTION_KEY, or were not moved with the project. Enter them again.";

const isStore = (source: PurchaseSource): source is Store => source === "apple" || source === "google";

const appIdForm = /^[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)+$/;
const appIdProblem: Record<Store, string> = {
  apple: "The bundle ID must look like com.example.app.",
  google: "The package name must look like com.example.app.",
};

const readCredentials = (store: Store, given: Record<string, string>): ReadStoreCredentials =>
  store === "apple" ? readAppleKey(given) : readServiceAccount(given.service_account ?? "");

export const openStore = (store: Store, secret: Record<string, string>, appId: string): StoreServer =>
  store === "apple" ? appleServer(secret, appId) : googleServer(secret, appId);

export function decryptStoreCredentials(
  project: { id: number },
  store: Store,
  encrypted: Buffer,
): Record<string, string> | null {
  const opened = decrypt(encrypted, aboutPurchases(project.id, store));
  return opened === null ? null : (JSON.parse(opened) as Record<string, string>);
}

/** Stores how purchases of a store are checked, with its credentials encrypted. */
export async function connectStore(
  project: Project,
  source: PurchaseSource,
  { mode, app_id, credentials, push_token: pushToken }: ConnectionInput,
  by: Actor,
  now: Date,
): Promise<PurchaseSettings> {
  if (!isStore(source)) throw new Refusal("not_found", "Not found.");
  const fields: Record<string, string> = {};
  if (!appIdForm.test(app_id)) fields.app_id = appIdProblem[source];
  const read = credentials && readCredentials(source, credentials);
  if (read && "problems" in read)
    for (const [name, message] of Object.entries(read.problems)) fields[`credentials.${name}`] = message;
  if (pushToken && source !== "google") fields.push_token = "Only Google's notifications have a token.";
  const [first] = Object.values(fields);
  if (first !== undefined) throw new Refusal("invalid_request", first, { fields });
  const encrypted =
    read && "secret" in read
      ? {
          encrypted: encrypt(JSON.stringify(read.secret), aboutPurchases(project.id, source)),
          named: read.named,
        }
      : undefined;
  await saveConnection(
    project.accountId,
    project.id,
    { source, mode, appId: app_id, pushToken, at: now },
    encrypted,
    by,
  );
  if (encrypted) await resumeChecks(project.id, source, now);
  return showPurchases(project, now);
}

export async function disconnectSource(
  project: Project,
  source: PurchaseSource,
  by: Actor,
  now: Date,
): Promise<PurchaseSettings> {
  if (!(await removeConnection(project.accountId, project.id, source, by)))
    throw new Refusal("not_found", "Not found.");
  return showPurchases(project, now);
}

const noticeAddressOf = (project: number, source: PurchaseSource, secret: string) =>
  `${new URL(env.APP_URL).origin}/api/purchases/${project}/${source}/${secret}`;

/** A new address for notifications. Only its hash is stored, so it is shown once. */
export async function makeAddress(
  project: Project,
  source: PurchaseSource,
  by: Actor,
  now: Date,
): Promise<{ address: string }> {
  const secret = randomBytes(24).toString("base64url");
  await saveSecret(project.accountId, project.id, { source, hash: hashOfSecret(secret), at: now }, by);
  return { address: noticeAddressOf(project.id, source, secret) };
}

/** Checks the credentials with a purchase that does not exist. If the store accepts them, its checks resume. */
export async function testStore(project: Project, source: PurchaseSource, now: Date): Promise<StoreTested> {
  const row = await findConnection(project.id, source);
  if (!row?.credentials || !isStore(source)) throw new Refusal("not_found", "Not found.");
  const secret = decryptStoreCredentials(project, source, row.credentials);
  if (secret === null) return { accepted: false, refused: true, text: undecryptableText };
  const answer = await openStore(source, secret, row.app_id ?? "").test(now);
  if (answer.is === "refused" || answer.is === "later")
    return { accepted: false, refused: answer.is === "refused", text: answer.text };
  await recordAnswered(project.id, source, row.connected_at, now);
  await resumeChecks(project.id, source, now);
  return { accepted: true, refused: false, text: "The store accepts the credentials." };
}
