import type { LiveEntry } from "@/lib/activity/live/schema";

export const entryKey = ({ kind, id }: Pick<LiveEntry, "kind" | "id">) => `${kind} ${id}`;

const newestFirst = (a: LiveEntry, b: LiveEntry) =>
  a.at === b.at ? (entryKey(a) < entryKey(b) ? 1 : -1) : a.at < b.at ? 1 : -1;

/** A newer state of an entry replaces the older one. The oldest entries are removed if there are too many. */
export function mergeEntries(
  known: readonly LiveEntry[],
  added: readonly LiveEntry[],
  max: number,
): LiveEntry[] {
  const fresh = new Set(added.map(entryKey));
  return [...added, ...known.filter((entry) => !fresh.has(entryKey(entry)))].sort(newestFirst).slice(0, max);
}
