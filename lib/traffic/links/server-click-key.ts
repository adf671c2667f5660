import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/base/env";
import type { ProjectId } from "@/lib/base/ids";

/**
 * The key with which a network's server proves that a click is its own. It depends on the server's secret, so it is not
 * stored, and changes when that secret changes.
 */
export const serverClickKey = (projectId: ProjectId, network: string): string =>
  createHmac("sha256", env.ENCRYPTION_KEY ?? env.NEXTAUTH_SECRET ?? "")
    .update(`server click ${projectId} ${network}`)
    .digest("base64url")
    .slice(0, 32);

export const isServerClickKey = (key: string, projectId: ProjectId, network: string): boolean =>
  isEqual(key, serverClickKey(projectId, network));

/** The proof of a call that does not contain the key: its HMAC-SHA256, in hex. */
export const serverClickSignature = (text: string, projectId: ProjectId, network: string): string =>
  createHmac("sha256", serverClickKey(projectId, network)).update(text, "utf8").digest("hex");

export const isServerClickSignature = (
  signature: string,
  text: string,
  projectId: ProjectId,
  network: string,
): boolean => isEqual(signature.toLowerCase(), serverClickSignature(text, projectId, network));

function isEqual(sent: string, right: string): boolean {
  const [first, second] = [Buffer.from(sent), Buffer.from(right)];
  return first.byteLength === second.byteLength && timingSafeEqual(first, second);
}
