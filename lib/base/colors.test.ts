import fc from "fast-check";
import { expect, test } from "vitest";
import { accentOn, contrast } from "@/lib/base/colors";

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, "0")}`);

test("contrast follows WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#1f5f4c", "#1f5f4c")).toBe(1);
});

test("any colour is made readable on its background, and so is the text on it", () => {
  fc.assert(
    fc.property(color, fc.constantFrom("#ffffff", "#1b1e23"), (chosen, ground) => {
      const { accent, on } = accentOn(chosen, ground);
      expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(on, accent)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test("a readable colour is unchanged", () => {
  expect(accentOn("#1f5f4c", "#ffffff").accent).toBe("#1f5f4c");
  expect(accentOn("#7cc8ae", "#1b1e23").accent).toBe("#7cc8ae");
});
