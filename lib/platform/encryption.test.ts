import { expect, test } from "vitest";
import { seal, unseal } from "@/lib/platform/encryption";

test("a sealed secret is read back, and two of the same look different", () => {
  const sealed = seal("sésame", "row 1");
  expect(unseal(sealed, "row 1")).toBe("sésame");
  expect(sealed.equals(seal("sésame", "row 1"))).toBe(false);
  expect(sealed.includes("same")).toBe(false);
  expect(unseal(seal("", "row 1"), "row 1")).toBe("");
});

test("in another row, or changed by one bit anywhere, it is not read", () => {
  const sealed = seal("sesame", "row 1");
  expect(unseal(sealed, "row 2")).toBeNull();
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i]! ^= 1;
    expect(unseal(changed, "row 1"), `byte ${i}`).toBeNull();
  }
  expect(unseal(sealed.subarray(0, 20), "row 1")).toBeNull();
  expect(unseal(Buffer.alloc(0), "row 1")).toBeNull();
});
