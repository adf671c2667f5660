import { Refusal } from "@/lib/base/refusal";
import type { Call } from "@/lib/platform/http/call";

const max = 200;

/** The key by which a repeated call is recognized. */
export function idempotencyKey(call: Call): string | undefined {
  const key = call.header("idempotency-key")?.trim();
  if (!key) return undefined;
  if (key.length > max) {
    throw new Refusal(
      "idempotency_key_too_long",
      `Idempotency-Key must not be longer than ${max} characters.`,
    );
  }
  return key;
}
