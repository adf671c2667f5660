import { Refusal } from "@/lib/base/refusal";
import type { Call } from "@/lib/platform/http/call";

const most = 200;

/** By what a caller knows a call again that he repeats. */
export function idempotencyKey(call: Call): string | undefined {
  const key = call.header("idempotency-key")?.trim();
  if (!key) return undefined;
  if (key.length > most) {
    throw new Refusal(400, `Idempotency-Key must not be longer than ${most} characters.`);
  }
  return key;
}
