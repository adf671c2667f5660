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

export function isServerClickKey(key: string, projectId: ProjectId, network: string): boolean {
  const sent = Buffer.from(key);
  const right = Buffer.from(serverClickKey(projectId, network));
  return sent.byteLength === right.byteLength && timingSafeEqual(sent, right);
}
