import { expect, test } from "vitest";
import { readPlaywright, readVitest, timeTable } from "@/bin/test-reports";

const file = (name: string, status: string, assertionResults: { status: string; fullName: string }[]) => ({
  name,
  status,
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

test("the table has each step and the slowest files first, with their time and the processor time of their processes", () => {
  const steps = [
    { label: "Types", ms: 29_000, processorMs: 41_000 },
    { label: "Lint", ms: 5_040, processorMs: 0 },
  ];
  const files = [
    { file: "lib/fast.test.ts", ms: 12, processorMs: 9 },
    { file: "lib/slow.test.ts", ms: 61_000, processorMs: 3_100 },
    { file: "search.spec.ts", ms: 70 },
  ];
  expect(timeTable(steps, files).split("\n")).toEqual([
    "      Time   Processor",
    "    29.0 s      41.0 s  Types",
    "     5.0 s       0.0 s  Lint",
    "",
    "The slowest of 3 test files",
    "    61.0 s       3.1 s  lib/slow.test.ts",
    "     0.1 s              search.spec.ts",
    "     0.0 s       0.0 s  lib/fast.test.ts",
  ]);
});
