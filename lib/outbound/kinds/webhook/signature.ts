/** Signs messages according to Standard Webhooks. */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";

export type SignedWebhook = { id: string; timestamp: number; body: string };
type Secrets = { secret: string; previous: { secret: string; until: string } | null };

const prefix = "whsec_";

export const newSecret = (): string => `${prefix}${randomBytes(24).toString("base64")}`;

/** Cached, because creating a key costs several times as much as signing. */
const keys = new LRUCache<string, KeyObject>({ max: 1_000 });

function keyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  const made = createSecretKey(Buffer.from(secret.slice(prefix.length), "base64"));
  keys.set(secret, made);
  return made;
}

export function webhookSignature(secret: string, { id, timestamp, body }: SignedWebhook): string {
  return `v1,${createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

/** Signs with the current secret, and with the previous one during the changeover. */
export function webhookSignaturesOf({ secret, previous }: Secrets, signed: SignedWebhook, now: Date): string {
  const isStillValid = previous !== null && new Date(previous.until) > now;
  return [secret, ...(isStillValid ? [previous.secret] : [])]
    .map((each) => webhookSignature(each, signed))
    .join(" ");
}
