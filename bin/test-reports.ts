/** Reads the reports of Vitest and Playwright: how many tests ran, and the failures in words. */
export type TestOutcome = {
  passed: number;
  failed: number;
  skipped: number;
  failures: string[];
  /** By their names: what was not proven is not to look as if it was. */
  skippedTests?: string[];
};

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
      results: { errors: { message?: string; stack?: string }[] }[];
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
  const visit = (suite: PlaywrightSuite) => {
    for (const spec of suite.specs) {
      for (const run of spec.tests) {
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
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped, failures };
}
