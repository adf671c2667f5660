import { expect, test } from "vitest";
import { readPlaywright, readVitest, timeTable } from "@/bin/test-reports";

const file = (name: string, status: string, assertionResults: { status: string; fullName: string }[]) => ({
  name,
  status,
  startTime: 1_000,
  endTime: 3_500,
  message: status === "failed" ? "Cannot find module './gone'" : "",
  assertionResults: assertionResults.map((result) => ({
    ...result,
    failureMessages: ["expected 1 to be 2"],
  })),
});

test("a test file that cannot be loaded counts as a failure, although none of its tests ran", () => {
  const outcome = readVitest({
    numPassedTests: 1,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      file("a.test.ts", "passed", [{ status: "passed", fullName: "works" }]),
      file("b.test.ts", "failed", []),
    ],
  });
  expect(outcome).toMatchObject({ passed: 1, failed: 1, skipped: 0 });
  expect(outcome.failures[0]).toContain("Cannot find module './gone'");
});

test("a failed test is counted once, with its file, title and message; a skipped one is named", () => {
  const outcome = readVitest({
    numPassedTests: 0,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [
      file("a.test.ts", "failed", [
        { status: "failed", fullName: "adds" },
        { status: "skipped", fullName: "later" },
      ]),
    ],
  });
  expect(outcome).toMatchObject({ passed: 0, failed: 1, skipped: 1 });
  expect(outcome.failures).toEqual(["a.test.ts\n  adds\n    expected 1 to be 2"]);
  expect(outcome.skippedTests).toEqual(["later"]);
  expect(outcome.files).toEqual([{ file: "a.test.ts", ms: 2_500 }]);
});

test("a browser test that only passes when repeated, and an error outside the tests, are failures", () => {
  const spec = (status: string) => ({
    title: `is ${status}`,
    file: "story.spec.ts",
    line: 3,
    tests: [{ projectName: "", status, results: [{ duration: 400, errors: [{ message: "not visible" }] }] }],
  });
  const outcome = readPlaywright({
    stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [{ message: "no such page" }],
    suites: [
      {
        title: "",
        specs: [spec("expected")],
        suites: [{ title: "", specs: [spec("flaky"), spec("unexpected")] }],
      },
    ],
  });
  expect(outcome).toMatchObject({ passed: 2, failed: 3 });
  expect(outcome.failures).toHaveLength(3);
  expect(outcome.files).toEqual([{ file: "story.spec.ts", ms: 1_200 }]);
  expect(outcome.failures[1]).toContain("story.spec.ts:3\n  is flaky\n    not visible");
});

test("the table of times has every step in order, and the slowest files first", () => {
  const steps = [
    { label: "Types", ms: 29_000 },
    { label: "Lint", ms: 5_040 },
  ];
  const files = [
    { file: "/cairn/lib/fast.test.ts", ms: 12 },
    { file: "/cairn/lib/slow.test.ts", ms: 61_000 },
  ];
  expect(timeTable(steps, files, "/cairn").split("\n")).toEqual([
    "Time of each step",
    "    29.0 s  Types",
    "     5.0 s  Lint",
    "",
    "Slowest of 2 test files",
    "    61.0 s  lib/slow.test.ts",
    "     0.0 s  lib/fast.test.ts",
  ]);
  expect(timeTable(steps, [], "/cairn")).not.toContain("Slowest");
});
