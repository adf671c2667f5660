import { expect, test } from "vitest";
import { Walks } from "@/lib/walks";

test("a page begins where the same reader's page before it ended", () => {
  const walks = new Walks<{ id: number }>();
  expect(walks.before("reader", 2)).toBeNull();
  walks.ended("reader", 1, { id: 7 });
  expect(walks.before("reader", 2)).toEqual({ id: 7 });
  expect(walks.before("reader", 3)).toBeNull();
  expect(walks.before("another", 2)).toBeNull();
});

test("what is remembered has a bound", () => {
  const walks = new Walks<{ id: number }>(2);
  for (const page of [1, 2, 3]) walks.ended("reader", page, { id: page });
  expect(walks.before("reader", 2)).toBeNull();
  expect(walks.before("reader", 4)).toEqual({ id: 3 });
});
