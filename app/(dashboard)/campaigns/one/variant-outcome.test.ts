import { expect, test } from "vitest";
import { variantTestText } from "./variant-outcome";

const among = ["A", "B"];

test("a test's outcome is shown as a sentence, never as a certainty", () => {
  const none = { best: null, next: null, sure: null };
  expect(variantTestText({ among, verdict: "early", ...none })).toBe(
    "A and B: too early to tell. Each needs more clicks and installs.",
  );
  expect(variantTestText({ among, verdict: "better", best: "B", next: "A", sure: 0.9712 })).toBe(
    "B converts better than A: 97.1% sure.",
  );
  expect(variantTestText({ among, verdict: "better", best: "B", next: "A", sure: 1 })).toContain("99.9%");
  expect(
    variantTestText({ among: ["A", "B", "C"], verdict: "unclear", best: "B", next: "C", sure: 0.6 }),
  ).toBe("A, B and C: no clear difference yet. B is ahead of C, but that may be chance.");
});
