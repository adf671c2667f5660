/**
 * One ENCRYPTION_KEY for a database: credentials are sealed with it, and people and addresses are recognised by it. A
 * process with another one would read nothing of that, and decide differently without a word.
 */
import { hkdfSync } from "node:crypto";
import { signingKeyContext } from "@/lib/accounts/access/callers";
import { metaKeyContext } from "@/lib/attribution/meta-key/about";
import { CannotStart } from "@/lib/base/cannot-start";
import { env } from "@/lib/base/env";
import { aboutAccount } from "@/lib/facts/spend/pull/about";
import { decrypt } from "@/lib/platform/encryption";
import {
  countErased,
  findFingerprint,
  findSealed,
  keepFingerprint,
  replaceFingerprint,
  type SealedRow,
} from "@/lib/privacy/secrets/queries";

/** Tells two keys apart, and nothing else about either. */
export function fingerprint(key = env.ENCRYPTION_KEY ?? env.NEXTAUTH_SECRET ?? ""): string {
  return Buffer.from(hkdfSync("sha256", key, "", "cairn fingerprint of ENCRYPTION_KEY", 16)).toString("hex");
}

const otherKey = () =>
  new CannotStart(
    "ENCRYPTION_KEY is not the one that this database was first used with. Start with that one: it is a setting, or " +
      "stands in secrets.json in the data folder of the server that made it. If it is lost, " +
      "npm run --silent admin -- secrets accept says what that costs, and goes on with this one.",
  );

/** At each start: the first one decides which key it is. */
export async function holdKey(): Promise<void> {
  if ((await findFingerprint()) === null) {
    // From before keys were looked after: what is stored tells which one it was.
    const { stored, unreadable } = await countSealed();
    if (stored > 0 && unreadable === stored) throw otherKey();
  }
  if ((await keepFingerprint(fingerprint())) !== fingerprint()) throw otherKey();
}

/** For commands, which decide nothing. */
export async function checkKey(): Promise<void> {
  const kept = await findFingerprint();
  if (kept !== null && kept !== fingerprint()) throw otherKey();
}

const about = ({ kind, project_id, of }: SealedRow) => {
  if (kind === "signing") return signingKeyContext(project_id, of);
  return kind === "meta" ? metaKeyContext(project_id) : aboutAccount(project_id, Number(of));
};

async function countSealed(): Promise<{ stored: number; unreadable: number }> {
  const rows = await findSealed();
  const unreadable = rows.filter((row) => decrypt(row.sealed, about(row)) === null).length;
  return { stored: rows.length, unreadable };
}

/** What a backup says of its key, so that whoever restores it with another one knows what that costs. */
export type KeyFacts = { key: string | null; credentials: number; erased: number };

export async function keyFacts(): Promise<KeyFacts> {
  const [key, { stored }, erased] = await Promise.all([findFingerprint(), countSealed(), countErased()]);
  return { key, credentials: stored, erased };
}

/** What is lost by going on with this key; null where nothing is. */
export async function lossNow(): Promise<string | null> {
  const kept = await findFingerprint();
  if (kept === null || kept === fingerprint()) return null;
  const [{ unreadable }, erased] = await Promise.all([countSealed(), countErased()]);
  return lossOf({ credentials: unreadable, erased });
}

export const isOwnKey = (key: string | null) => key === null || key === fingerprint();

export function lossOf({ credentials, erased }: Pick<KeyFacts, "credentials" | "erased">): string {
  const stored = credentials === 1 ? "1 stored credential" : `${credentials} stored credentials`;
  const ids = erased === 1 ? "1 id of somebody who was erased" : `${erased} ids of people who were erased`;
  return (
    `${stored} (signing keys, keys and tokens of networks) cannot be read any more and must be set anew; ${ids} will not ` +
    "be recognised when something comes of them again; no install from now on is matched by its address with a click from before."
  );
}

/** For good: processes with the other key are refused from now on. */
export const acceptKey = () => replaceFingerprint(fingerprint());
