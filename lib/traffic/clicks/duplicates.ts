/** Repeated clicks of one visitor on one campaign within seconds: a double tap, a reload, a script. */

/** A device ID identifies a visitor with certainty, so its window may be longer than that of similar visitors. */
const namedMs = 10_000;
const alikeMs = 2_000;

/**
 * The time of the last counted click, by a monotonic clock; each process knows only its own clicks. When the newer
 * table has been filled for longer than any window, the older one is dropped. That is cheaper per click than keeping
 * one table in order.
 */
let latest = new Map<string, number>();
let before = new Map<string, number>();
let since = 0;
/** Memory for unknown visitors is bounded, in number and in length. */
const max = 20_000;
const longestQuery = 512;
const agentBegins = 256;

function note(key: string, tick: number): void {
  if (tick - since > namedMs || latest.size >= max) {
    before = latest;
    latest = new Map();
    since = tick;
  }
  latest.set(key, tick);
}

export type RecentClick = {
  campaignId: number;
  platform: string;
  advertisingId: string | null;
  addressKey: string | null;
  userAgent: string;
  rawQuery: string;
};

/** Null if this visitor cannot be distinguished from others. */
function keyOf({
  campaignId,
  platform,
  advertisingId,
  addressKey,
  userAgent,
  rawQuery,
}: RecentClick): string | null {
  // A device has one system: a click with its ID from another system is not from that device.
  if (advertisingId !== null) return `${campaignId} ${platform} ${advertisingId}`;
  if (addressKey === null || rawQuery.length > longestQuery) return null;
  return `${campaignId} ${addressKey} ${rawQuery} ${userAgent.slice(0, agentBegins)}`;
}

/** True if such a click was counted just before; otherwise this click is stored as the counted one. */
export function isDuplicate(follower: RecentClick, tick: number): boolean {
  const key = keyOf(follower);
  if (key === null) return false;
  const counted = latest.get(key) ?? before.get(key);
  const withinMs = follower.advertisingId === null ? alikeMs : namedMs;
  if (counted !== undefined && tick - counted < withinMs) return true;
  note(key, tick);
  return false;
}

/** If the click could not be stored, the next one counts. */
export function evictFollower(follower: RecentClick): void {
  const key = keyOf(follower);
  if (key === null) return;
  latest.delete(key);
  before.delete(key);
}
