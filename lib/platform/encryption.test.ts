import { expect, test } from "vitest";
import { decrypt, encrypt } from "@/lib/platform/encryption";

test("a sealed secret is read back, and two of the same look different", () => {
  const sealed = encrypt("sésame", "row 1");
  expect(decrypt(sealed, "row 1")).toBe("sésame");
  expect(sealed.equals(encrypt("sésame", "row 1"))).toBe(false);
  expect(sealed.includes("same")).toBe(false);
  expect(decrypt(encrypt("", "row 1"), "row 1")).toBe("");
});

test("in another row, or changed by one bit anywhere, it is not read", () => {
  const sealed = encrypt("sesame", "row 1");
  expect(decrypt(sealed, "row 2")).toBeNull();
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i]! ^= 1;
    expect(decrypt(changed, "row 1"), `byte ${i}`).toBeNull();
  }
  expect(decrypt(sealed.subarray(0, 20), "row 1")).toBeNull();
  expect(decrypt(Buffer.alloc(0), "row 1")).toBeNull();
});
