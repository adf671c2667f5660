import { expect, test } from "vitest";
import { quoted } from "./quoted";

test("a name is quoted as it is, and a long one in part", () => {
  expect(quoted("Summer")).toBe("“Summer”");
  expect(quoted("a".repeat(48))).toBe(`“${"a".repeat(48)}”`);
  expect(quoted("a".repeat(49))).toBe(`“${"a".repeat(48)}…”`);
});

test("no sign is cut in half, and no space stands before the dots", () => {
  expect(quoted("🏔".repeat(60))).toBe(`“${"🏔".repeat(48)}…”`);
  expect(quoted(`${"a".repeat(47)} ${"b".repeat(9)}`)).toBe(`“${"a".repeat(47)}…”`);
});
