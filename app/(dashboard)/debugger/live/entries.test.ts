import { expect, test } from "vitest";
import type { LiveEntry } from "@/lib/activity/live/schema";
import { entryKey, mergeEntries } from "./entries";

const entry = (id: string, second: number, note: string | null = null) =>
  ({ kind: "event", id, at: `2026-06-01T12:00:${String(second).padStart(2, "0")}.000Z`, note }) as LiveEntry;

const ids = (entries: LiveEntry[]) => entries.map((each) => each.id).join("");

test("an entry that is received again appears once, in its latest version", () => {
  const merged = mergeEntries([entry("b", 2), entry("a", 1)], [entry("b", 2, "removed")], 10);
  expect(ids(merged)).toBe("ba");
  expect(merged[0]?.note).toBe("removed");
});

test("an entry that was stored late is sorted by its time, and the oldest entries are dropped", () => {
  expect(ids(mergeEntries([entry("c", 3), entry("a", 1)], [entry("d", 4), entry("b", 2)], 3))).toBe("dcb");
});

test("entries of different kinds with the same ID are kept apart", () => {
  const removal = { ...entry("a", 1), kind: "removal" as const };
  expect(mergeEntries([entry("a", 1)], [removal], 10).map(entryKey)).toHaveLength(2);
});
