import type { LiveEntry } from "@/lib/activity/live/schema";

export const keyOf = ({ kind, id }: Pick<LiveEntry, "kind" | "id">) => `${kind} ${id}`;

const newestFirst = (a: LiveEntry, b: LiveEntry) =>
  a.at === b.at ? (keyOf(a) < keyOf(b) ? 1 : -1) : a.at < b.at ? 1 : -1;

/** A newer state of an entry replaces the older one. The oldest entries are removed if there are too many. */
export function merge(known: readonly LiveEntry[], added: readonly LiveEntry[], max: number): LiveEntry[] {
  const fresh = new Set(added.map(keyOf));
  return [...added, ...known.filter((entry) => !fresh.has(keyOf(entry)))].sort(newestFirst).slice(0, max);
}
