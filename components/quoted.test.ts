import { expect, test } from "vitest";
import { quoted } from "./quoted";

test("a name is quoted unchanged, and a long one is shortened", () => {
  expect(quoted("Summer")).toBe("“Summer”");
  expect(quoted("a".repeat(48))).toBe(`“${"a".repeat(48)}”`);
  expect(quoted("a".repeat(49))).toBe(`“${"a".repeat(48)}…”`);
});

test("no character is split, and no space precedes the ellipsis", () => {
  expect(quoted("🏔".repeat(60))).toBe(`“${"🏔".repeat(48)}…”`);
  expect(quoted(`${"a".repeat(47)} ${"b".repeat(9)}`)).toBe(`“${"a".repeat(47)}…”`);
});
