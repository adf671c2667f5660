import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/base/env";
import type { ProjectId } from "@/lib/base/ids";

/** The settings of a network's server, as they are cached for links. */
export type CachedServerClicks = {
  generation: number;
  /** The key of the previous generation is valid until then, in milliseconds. */
  previous_until_ms: number | null;
  calls_per_second: number | null;
};

/**
 * The key with which a network's server proves that a click is its own. It depends on the server's secret, so it is not
 * stored, and changes when that secret changes. Each rotation makes the key of the next generation.
 */
export const serverClickKey = (projectId: ProjectId, network: string, generation = 1): string =>
  createHmac("sha256", env.ENCRYPTION_KEY ?? env.NEXTAUTH_SECRET ?? "")
    .update(`server click ${projectId} ${network}${generation === 1 ? "" : ` ${generation}`}`)
    .digest("base64url")
    .slice(0, 32);

/** The keys that are valid now, the current one first. */
export function validServerClickKeys(
  projectId: ProjectId,
  network: string,
  { generation = 1, previous_until_ms: until = null }: Partial<CachedServerClicks>,
  now: Date,
): string[] {
  const hasPrevious = generation > 1 && until !== null && now.getTime() < until;
  return [generation, ...(hasPrevious ? [generation - 1] : [])].map((one) =>
    serverClickKey(projectId, network, one),
  );
}

export const isServerClickKey = (key: string, valid: readonly string[]): boolean =>
  valid.some((one) => isEqual(key, one));

/** The proof of a call that does not contain the key: its HMAC-SHA256, in hex. */
export const serverClickSignature = (text: string, key: string): string =>
  createHmac("sha256", key).update(text, "utf8").digest("hex");

export const isServerClickSignature = (signature: string, text: string, valid: readonly string[]): boolean =>
  valid.some((key) => isEqual(signature.toLowerCase(), serverClickSignature(text, key)));

function isEqual(sent: string, right: string): boolean {
  const [first, second] = [Buffer.from(sent), Buffer.from(right)];
  return first.byteLength === second.byteLength && timingSafeEqual(first, second);
}
