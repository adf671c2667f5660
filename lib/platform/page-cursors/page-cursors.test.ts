import { describe, expect, test } from "vitest";
import { randomBase62 } from "@/lib/base/ids";
import { PageCursors } from "@/lib/platform/page-cursors/page-cursors";

type Position = { id: number; at: Date };

/** One process; several of them can share the stored cursors. */
const aProcess = (list: string, isShared: boolean, maxPages = 100) =>
  new PageCursors<Position>({
    list,
    isShared: () => isShared,
    maxPages,
    read: (stored) => ({ id: Number(stored.id), at: new Date(String(stored.at)) }),
  });
const at = new Date("2026-03-01T10:00:00.123Z");

describe.each([
  ["one process", false],
  ["several processes", true],
])("%s", (_name, isShared) => {
  test("a page begins where the same client's previous page ended", async () => {
    const list = randomBase62(8);
    const one = aProcess(list, isShared);
    const other = isShared ? aProcess(list, isShared) : one;
    expect(await one.before("reader", 2)).toBeNull();
    await one.ended("reader", 1, { id: 7, at });
    expect(await other.before("reader", 2)).toEqual({ id: 7, at });
    expect(await other.before("reader", 1)).toBeNull();
    expect(await other.before("reader", 3)).toBeNull();
    expect(await other.before("another", 2)).toBeNull();
    expect(await aProcess(randomBase62(8), isShared).before("reader", 2)).toBeNull();
  });

  test("reading a page again continues from its new end", async () => {
    const list = randomBase62(8);
    const one = aProcess(list, isShared);
    const other = isShared ? aProcess(list, isShared) : one;
    await one.ended("reader", 1, { id: 7, at });
    await other.ended("reader", 1, { id: 8, at });
    expect(await one.before("reader", 2)).toEqual({ id: 8, at });
  });
});

test("the stored positions are limited", async () => {
  const cursors = aProcess("bounded", false, 2);
  for (const page of [1, 2, 3]) await cursors.ended("reader", page, { id: page, at });
  expect(await cursors.before("reader", 2)).toBeNull();
  expect(await cursors.before("reader", 4)).toEqual({ id: 3, at });
});
