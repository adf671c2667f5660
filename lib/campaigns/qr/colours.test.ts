import { expect, test } from "vitest";
import { contrast } from "@/lib/base/colors";
import { colourProblem } from "./colours";

test("contrast follows WCAG, in either order of the colours", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#ffffff", "#000000")).toBe(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#336699", "#336699")).toBe(1);
});

test.each([
  ["#000000", "#ffffff", null],
  ["#1F5F4C", "#fff8e1", null],
  [
    "#ffffff",
    "#000000",
    "The code must be darker than its background. Many scanners can't read it otherwise.",
  ],
  [
    "#777777",
    "#777777",
    "The code must be darker than its background. Many scanners can't read it otherwise.",
  ],
  ["#999999", "#ffffff", "Too little contrast to scan reliably: 2.8 to 1. Use at least 4.5 to 1."],
  ["black", "#ffffff", "Enter colors such as #1a2b3c."],
  ["#000000", "#fff", "Enter colors such as #1a2b3c."],
])("%s on %s: %s", (color, background, problem) => {
  expect(colourProblem({ color, background })).toBe(problem);
});
