import { expect, test } from "vitest";
import { compareOutputs, parseBenchLines } from "@/bench/comparison/rules";

test("numbers are compared with those of the same line, whatever the column widths", () => {
  expect(parseBenchLines("  links of 1000 campaigns     12345/s   p99 3.4 ms\n\nno figure\n")).toEqual([
    { label: "links of # campaigns #/s p99 # ms", numbers: [1000, 12345, 3.4] },
  ]);
});

test("each ratio is the median of this version divided by the median of the other", () => {
  const here = ["links 100/s", "links 300/s", "links 200/s"];
  const there = ["links 400/s", "links 100/s", "links 100/s"];
  expect(compareOutputs(here, there)).toEqual([
    { label: "links #/s", here: [200], there: [100], ratios: [2] },
  ]);
});

test("the median of an even number of runs is the mean of the middle two", () => {
  expect(compareOutputs(["a 1", "a 3"], ["a 4", "a 4"])).toEqual([
    { label: "a #", here: [2], there: [4], ratios: [0.5] },
  ]);
});

test("a line that only one version prints is left out", () => {
  expect(compareOutputs(["new 1\nboth 2"], ["both 4\nold 1"])).toEqual([
    { label: "both #", here: [2], there: [4], ratios: [0.5] },
  ]);
});
