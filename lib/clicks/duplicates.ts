/** Clicks that one visitor makes on one campaign within a moment: a double tap, a reload, a script. */
import { LRUCache } from "lru-cache";

/** Whose device is named may be held to it for longer than who only looks the same as the one before. */
const namedMs = 10_000;
const alikeMs = 2_000;

/** When the click that counts was made, by a clock that never jumps; each process knows those that it answered. */
const latest = new LRUCache<string, number>({ max: 50_000 });

export type Follower = {
  campaignId: number;
  advertisingId: string | null;
  addressKey: string | null;
  userAgent: string;
  rawQuery: string;
};

/** Null: nothing tells this visitor from others. */
function keyOf({ campaignId, advertisingId, addressKey, userAgent, rawQuery }: Follower): string | null {
  if (advertisingId !== null) return `${campaignId} ${advertisingId}`;
  return addressKey === null ? null : `${campaignId} ${addressKey} ${rawQuery} ${userAgent}`;
}

/** Whether such a click was counted a moment ago; if not, this one is the one that counts. */
export function isDuplicate(follower: Follower, tick: number): boolean {
  const key = keyOf(follower);
  if (key === null) return false;
  const counted = latest.get(key);
  const withinMs = follower.advertisingId === null ? alikeMs : namedMs;
  if (counted !== undefined && tick - counted < withinMs) return true;
  latest.set(key, tick);
  return false;
}

/** It could not be kept: the next one counts. */
export function forgetFollower(follower: Follower): void {
  const key = keyOf(follower);
  if (key !== null) latest.delete(key);
}
