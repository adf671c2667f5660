/** Clicks that one visitor makes on one campaign within a moment: a double tap, a reload, a script. */

/** Whose device is named may be held to it for longer than who only looks the same as the one before. */
const namedMs = 10_000;
const alikeMs = 2_000;

/**
 * When the click that counts was made, by a clock that never jumps; each process knows those that it answered. Of two
 * tables the older one is dropped when the newer one has been filled for as long as anything matters: that costs a
 * click less than to keep one in order.
 */
let latest = new Map<string, number>();
let before = new Map<string, number>();
let since = 0;
/** What is kept for strangers is bounded, in number and in length. */
const most = 20_000;
const longestQuery = 512;
const agentBegins = 256;

function note(key: string, tick: number): void {
  if (tick - since > namedMs || latest.size >= most) {
    before = latest;
    latest = new Map();
    since = tick;
  }
  latest.set(key, tick);
}

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
  if (addressKey === null || rawQuery.length > longestQuery) return null;
  return `${campaignId} ${addressKey} ${rawQuery} ${userAgent.slice(0, agentBegins)}`;
}

/** Whether such a click was counted a moment ago; if not, this one is the one that counts. */
export function isDuplicate(follower: Follower, tick: number): boolean {
  const key = keyOf(follower);
  if (key === null) return false;
  const counted = latest.get(key) ?? before.get(key);
  const withinMs = follower.advertisingId === null ? alikeMs : namedMs;
  if (counted !== undefined && tick - counted < withinMs) return true;
  note(key, tick);
  return false;
}

/** It could not be kept: the next one counts. */
export function forgetFollower(follower: Follower): void {
  const key = keyOf(follower);
  if (key === null) return;
  latest.delete(key);
  before.delete(key);
}
