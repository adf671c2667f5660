import { timingSafeEqual } from "node:crypto";
import { hashOfSecret } from "@/lib/accounts/access/credentials";
import type { Project } from "@/lib/accounts/access/project";
import type { PurchaseSource } from "@/lib/facts/payments/store-purchases";
import { type ConnectionRow, findConnection, recordNotified } from "@/lib/facts/purchases/connection-queries";
import { readAppleNotice } from "@/lib/facts/purchases/notices/apple";
import { readGoogleNotice } from "@/lib/facts/purchases/notices/google";
import type { Notice } from "@/lib/facts/purchases/notices/notice";
import { insertNotice } from "@/lib/facts/purchases/notices/queries";
import { readAdapty, readRevenueCat } from "@/lib/facts/purchases/notices/webhooks";

type Json = Record<string, unknown>;

/** The connection of the address; null unless it has the secret of this project and source. */
export async function findNoticeConnection(
  project: Project,
  source: PurchaseSource,
  secret: string,
): Promise<ConnectionRow | null> {
  const connection = await findConnection(project.id, source);
  const hash = connection?.secret_hash;
  return hash && timingSafeEqual(hash, hashOfSecret(secret)) ? connection : null;
}

const readers: Record<PurchaseSource, (body: Json, appId: string) => Notice | null> = {
  apple: ({ signedPayload }, appId) =>
    typeof signedPayload === "string" ? readAppleNotice(signedPayload, appId) : null,
  google: readGoogleNotice,
  revenuecat: readRevenueCat,
  adapty: readAdapty,
};

/** Stores a notification; a background task processes it. Null if it is not valid. */
export async function receiveNotice(
  project: Project,
  { source, app_id }: Pick<ConnectionRow, "source" | "app_id">,
  body: Json,
  now: Date,
): Promise<"stored" | "repeat" | null> {
  const notice = readers[source](body, app_id ?? "");
  if (notice === null) return null;
  const { id, kind } = notice;
  const row = { source, id, kind, body: notice, key: "key" in notice ? notice.key : null, at: now };
  const isNew =
    notice.does === "nothing"
      ? await insertNotice(project.id, { ...row, body: {} }, { state: "ignored", reason: notice.why })
      : await insertNotice(project.id, row, { state: "waiting", reason: null });
  await recordNotified(project.id, source, now);
  return isNew ? "stored" : "repeat";
}
