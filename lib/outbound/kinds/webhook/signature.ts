/** Standard Webhooks: how a message is signed. */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";

export type SignedWebhook = { id: string; timestamp: number; body: string };
type Secrets = { secret: string; previous: { secret: string; until: string } | null };

const prefix = "whsec_";

export const newSecret = (): string => `${prefix}${randomBytes(24).toString("base64")}`;

/** Made once for each secret: to make one costs several times what signing by it does. */
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

/** By the secret in force, and by the one before while it still counts. */
export function signaturesOf({ secret, previous }: Secrets, signed: SignedWebhook, now: Date): string {
  const isStillValid = previous !== null && new Date(previous.until) > now;
  return [secret, ...(isStillValid ? [previous.secret] : [])]
    .map((each) => webhookSignature(each, signed))
    .join(" ");
}
