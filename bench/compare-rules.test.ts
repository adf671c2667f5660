import { expect, test } from "vitest";
import { compareOutputs, linesOf } from "@/bench/compare-rules";

test("a line's numbers are found under its text, however wide its columns are", () => {
  expect(linesOf("  links of 1000 campaigns     12345/s   p99 3.4 ms\n\nno figure\n")).toEqual([
    { label: "links of # campaigns #/s p99 # ms", numbers: [1000, 12345, 3.4] },
  ]);
});

test("each ratio is the median here divided by the median there", () => {
  const here = ["links 100/s", "links 300/s", "links 200/s"];
  const there = ["links 400/s", "links 100/s", "links 100/s"];
  expect(compareOutputs(here, there)).toEqual([
    { label: "links #/s", here: [200], there: [100], ratios: [2] },
  ]);
});

test("the median of an even number of turns is the mean of the two in the middle", () => {
  expect(compareOutputs(["a 1", "a 3"], ["a 4", "a 4"])).toEqual([
    { label: "a #", here: [2], there: [4], ratios: [0.5] },
  ]);
});

test("a line that one version does not print is left out", () => {
  expect(compareOutputs(["new 1\nboth 2"], ["both 4\nold 1"])).toEqual([
    { label: "both #", here: [2], there: [4], ratios: [0.5] },
  ]);
});
