import { existsSync, readFileSync } from "node:fs";
import type { ProcessResult } from "@/bin/children";

/** Reads the reports of Vitest and Playwright: the number of tests, and the failures in words. */
export type TestOutcome = {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  files?: FileTime[];
  /** The names of skipped tests, so that an unproven guarantee does not look proven. */
  skippedTests?: string[];
};

export type FileTime = { file: string; ms: number; processorMs?: number };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    tests: {
      projectName: string;
      results: { duration: number; errors: { message?: string; stack?: string }[] }[];
      status: string;
    }[];
  }[];
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string; stack?: string }[];
  suites: PlaywrightSuite[];
};

const indent = (text: string) => text.trimEnd().replace(/^/gm, "    ");

/** The message and its place in our own files. */
function shorten(text: string): string {
  const lines = text.split("\n");
  const ours = lines.filter((line) => !/^\s+at /.test(line) || !/node_modules|node:internal/.test(line));
  return ours.slice(0, 40).join("\n");
}

export function readVitest(report: VitestReport): TestOutcome {
  const failures: string[] = [];
  let broken = 0;
  for (const file of report.testResults) {
    for (const result of file.assertionResults) {
      if (result.status !== "failed") continue;
      failures.push(
        `${file.name}\n  ${result.fullName}\n${indent(shorten(result.failureMessages.join("\n")))}`,
      );
    }
    // A file that cannot be loaded, or whose hooks fail, has no failed test of its own.
    if (file.status === "failed" && !file.assertionResults.some((result) => result.status === "failed")) {
      broken++;
      failures.push(`${file.name}\n${indent(shorten(file.message))}`);
    }
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    skippedTests: report.testResults.flatMap((file) =>
      file.assertionResults.filter(isSkipped).map(({ fullName }) => fullName.trim()),
    ),
  };
}

const isSkipped = ({ status }: { status: string }) => status === "skipped" || status === "pending";

export function readPlaywright(report: PlaywrightReport): TestOutcome {
  const failures = report.errors.map((error) => indent(shorten(error.stack ?? error.message ?? "")));
  const times = new Map<string, number>();
  const visit = (suite: PlaywrightSuite) => {
    for (const spec of suite.specs) {
      for (const run of spec.tests) {
        const ms = run.results.reduce((sum, { duration }) => sum + duration, 0);
        times.set(spec.file, (times.get(spec.file) ?? 0) + ms);
        if (run.status !== "unexpected" && run.status !== "flaky") continue;
        const errors = run.results.flatMap((result) => result.errors.map((error) => error.message ?? ""));
        failures.push(`${spec.file}:${spec.line}\n  ${spec.title}\n${indent(shorten(errors.join("\n")))}`);
      }
    }
    suite.suites?.forEach(visit);
  };
  report.suites.forEach(visit);
  const { expected, unexpected, flaky, skipped } = report.stats;
  // A test that passes only on the second try counts as failed.
  const files = [...times].map(([file, ms]) => ({ file, ms }));
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped, failures, files };
}

const seconds = (ms: number | undefined, width = 10) =>
  (ms === undefined ? "" : `${(ms / 1000).toFixed(1)} s`).padStart(width);

const line = ({ ms, processorMs }: { ms: number; processorMs?: number }, name: string) =>
  `${seconds(ms)}${seconds(processorMs, 12)}  ${name}`;

type StepTime = { label: string; ms: number; processorMs: number };

/**
 * The steps of a run in their order, and its slowest files, with the processor time of all their processes. Files run in
 * parallel, so their sum is larger than their step.
 */
export function timeTable(steps: StepTime[], files: FileTime[]): string {
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, 25);
  return [
    "      Time   Processor",
    ...steps.map((step) => line(step, step.label)),
    ...(slowest.length > 0 ? ["", `The slowest of ${files.length} test files`] : []),
    ...slowest.map((one) => line(one, one.file)),
  ].join("\n");
}

/** A run that fails without a reason must not look like a success. */
function withExit(outcome: TestOutcome, { code, output }: ProcessResult): TestOutcome {
  if (code === 0 || outcome.failed > 0) return outcome;
  return { ...outcome, failed: 1, failures: [output.trim() || `ended with ${code}`] };
}

export function readReport<T>(
  file: string,
  read: (report: T) => TestOutcome,
  result: ProcessResult,
): TestOutcome {
  const nothing: TestOutcome = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const outcome = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8")) as T) : nothing;
  return withExit(outcome, result);
}

/** Failures that count as one test together. */
export const oneTest = (failures: string[]): TestOutcome => {
  const failed = failures.length > 0 ? 1 : 0;
  return { passed: 1 - failed, failed, skipped: 0, failures };
};
