import { LRUCache } from "lru-cache";
import type { DeliveryVerdict, DestinationConfig, DestinationKind } from "@/lib/outbound/mapping/kind";
import type { Post } from "@/lib/outbound/requests/post";

/** Short-lived access tokens, by everything they were derived from. Changed secrets therefore have no cached token. */
const known = new LRUCache<string, string>({ max: 1_000 });
/** Tokens are renewed this long before they expire. */
const marginMs = 60_000;

/** The access token for a call, or why there is none. Kinds without tokens get an empty text. */
export async function accessTokenOf(
  kind: Pick<DestinationKind, "code" | "token">,
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
