import { expect, test } from "vitest";
import { decrypt, encrypt } from "@/lib/platform/encryption";

test("an encrypted secret is read back, and the same secret twice looks different", () => {
  const encrypted = encrypt("sésame", "row 1");
  expect(decrypt(encrypted, "row 1")).toBe("sésame");
  expect(encrypted.equals(encrypt("sésame", "row 1"))).toBe(false);
  expect(encrypted.includes("same")).toBe(false);
  expect(decrypt(encrypt("", "row 1"), "row 1")).toBe("");
});

test("an encrypted value in another row, or with one changed bit, is not accepted", () => {
  const encrypted = encrypt("sesame", "row 1");
  expect(decrypt(encrypted, "row 2")).toBeNull();
  for (let i = 0; i < encrypted.length; i++) {
    const changed = Buffer.from(encrypted);
    changed[i]! ^= 1;
    expect(decrypt(changed, "row 1"), `byte ${i}`).toBeNull();
  }
  expect(decrypt(encrypted.subarray(0, 20), "row 1")).toBeNull();
  expect(decrypt(Buffer.alloc(0), "row 1")).toBeNull();
});
