import { LRUCache } from "lru-cache";
import type { DeliveryVerdict, DestinationConfig, DestinationKind } from "@/lib/outbound/mapping/kind";
import type { Post } from "@/lib/outbound/requests/post";

/** Tokens of short life that secrets were exchanged for, by all that they came from, so that changed ones have none. */
const known = new LRUCache<string, string>({ max: 1_000 });
/** They are renewed this long before they end. */
const marginMs = 60_000;

/** The token to call with, or why there is none. Kinds without one get an empty text. */
export async function tokenOf(
  kind: DestinationKind,
  destination: Omit<DestinationConfig<unknown, unknown>, "token">,
  { post, now }: { post: Post; now: () => Date },
): Promise<string | DeliveryVerdict> {
  if (!kind.token) return "";
  const key = JSON.stringify([kind.code, destination]);
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const posted = await post(kind.token.request({ ...destination, token: "" }, now()), now());
  if ("failed" in posted) return posted.failed;
  const read = kind.token.read(posted.answer);
  if ("is" in read) return read;
  known.set(key, read.token, { ttl: Math.max(1_000, read.lifeMs - marginMs) });
  return read.token;
}
