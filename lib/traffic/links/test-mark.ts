import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/base/env";
import type { ProjectId } from "@/lib/base/ids";

/**
 * Marks a link so that following it makes a test click. The mark is signed, because a forged one could exclude visits
 * from the figures. It is valid for one day.
 */
const goodForMs = 24 * 60 * 60_000;

function signatureOf(projectId: ProjectId, displayId: string, expiresAt: number): string {
  return createHmac("sha256", env.ENCRYPTION_KEY ?? env.NEXTAUTH_SECRET ?? "")
    .update(`test click ${projectId} ${displayId} ${expiresAt}`)
    .digest("base64url")
    .slice(0, 16);
}

export function testMark(projectId: ProjectId, displayId: string, now: Date): string {
  const expiresAt = now.getTime() + goodForMs;
  return `${expiresAt.toString(36)}.${signatureOf(projectId, displayId, expiresAt)}`;
}

export function isTestMark(mark: string, projectId: ProjectId, displayId: string, now: Date): boolean {
  const [time = "", signature = ""] = mark.split(".");
  const expiresAt = Number.parseInt(time, 36);
  if (!Number.isSafeInteger(expiresAt) || expiresAt < now.getTime()) return false;
  const sent = Buffer.from(signature);
  const right = Buffer.from(signatureOf(projectId, displayId, expiresAt));
  return sent.byteLength === right.byteLength && timingSafeEqual(sent, right);
}
