import fc from "fast-check";
import { expect, test } from "vitest";
import {
  hashOfSecret,
  isProjectToken,
  isServerKey,
  newProjectToken,
  newServerKey,
} from "@/lib/accounts/access/credentials";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

test("a server key is a prefix, 32 letters and digits, and a checksum", () => {
  const { key, prefix, hash } = newServerKey();
  expect(key).toMatch(/^cairn_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/);
  expect(key.startsWith(prefix)).toBe(true);
  // The visible part reveals almost nothing about the secret.
  expect(prefix).toHaveLength(10);
  expect(hash).toEqual(hashOfSecret(key));
  expect(hash).toHaveLength(32);
});

test("a key with any one changed character is rejected without a lookup", () => {
  fc.assert(
    fc.property(fc.integer({ min: 6, max: 43 }), fc.integer({ min: 0, max: 61 }), (position, letter) => {
      const { key } = newServerKey();
      expect(isServerKey(key)).toBe(true);
      const changed = key.slice(0, position) + letters[letter] + key.slice(position + 1);
      expect(isServerKey(changed)).toBe(changed === key);
    }),
  );
});

test("a key with two swapped characters is rejected", () => {
  fc.assert(
    fc.property(fc.integer({ min: 6, max: 42 }), (position) => {
      const { key } = newServerKey();
      const swapped = key.slice(0, position) + key[position + 1] + key[position] + key.slice(position + 2);
      expect(isServerKey(swapped)).toBe(swapped === key);
    }),
  );
});

test.each([
  "",
  "cairn_",
  "x",
  "cairn_".padEnd(44, "a"),
  ` ${newServerKey().key}`,
  `${newServerKey().key}\n`,
  newProjectToken(),
])("%j is not a server key", (text) => {
  expect(isServerKey(text)).toBe(false);
});

test("an app token is ct_ with 24 letters and digits", () => {
  expect(newProjectToken()).toMatch(/^ct_[0-9A-Za-z]{24}$/);
  expect(isProjectToken(newProjectToken())).toBe(true);
  for (const text of ["", "ct_", "ct_short", `${newProjectToken()}x`, newServerKey().key]) {
    expect(isProjectToken(text)).toBe(false);
  }
});

test("all keys are different, and every letter is about equally frequent", () => {
  const keys = Array.from({ length: 3_000 }, () => newServerKey().key);
  expect(new Set(keys).size).toBe(3_000);
  const counts = new Map<string, number>();
  for (const letter of keys.map((key) => key.slice(6, 38)).join(""))
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const expected = (3_000 * 32) / 62;
  // The tolerance is ten standard deviations.
  for (const letter of letters)
    expect(Math.abs((counts.get(letter) ?? 0) - expected)).toBeLessThan(10 * Math.sqrt(expected));
});
