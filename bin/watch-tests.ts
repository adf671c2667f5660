import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import type { FileTime } from "@/bin/test-reports";

/**
 * A run in which no test ends prints its position, so that a hung test is not silent. It is ended only after the time
 * that a single test may take: on a slow machine, starting a server takes minutes.
 */
const noteMs = 8 * 60_000;
const endMs = 31 * 60_000;

/** Also writes the times of the files to the file that CAIRN_TEST_TIMES names. */
export default class WatchTests implements Reporter {
  readonly #times: FileTime[] = [];
  readonly #running = new Map<string, number>();
  #timers: NodeJS.Timeout[] = [];

  #moved() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [noteMs, endMs].map((ms) =>
      setTimeout(() => {
        const files = [...this.#running].map(
          ([file, since]) => `${file} (begun ${Math.round((performance.now() - since) / 1000)} s ago)`,
        );
        const where = files.length > 0 ? `Still running: ${files.join(", ")}` : "All files had ended.";
        process.stderr.write(`\nNo test ended for ${ms / 60_000} minutes. ${where}\n`);
        if (ms === endMs) process.exit(1);
      }, ms).unref(),
    );
  }

  onTestModuleStart(module: TestModule) {
    this.#running.set(module.relativeModuleId, performance.now());
    this.#moved();
  }

  onTestCaseResult() {
    this.#moved();
  }

  onTestModuleEnd(module: TestModule) {
    const since = this.#running.get(module.relativeModuleId) ?? performance.now();
    this.#running.delete(module.relativeModuleId);
    const { processorMs } = module.meta();
    const ms = performance.now() - since;
    this.#times.push({
      file: module.relativeModuleId,
      ms,
      ...(processorMs === undefined ? {} : { processorMs }),
    });
    this.#moved();
  }

  /** Errors outside of tests make the run fail, and the JSON report does not contain them. */
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]) {
    for (const { name, message, stack } of errors)
      process.stderr.write(`\nOutside of a test: ${stack ?? `${name}: ${message}`}\n`);
    const file = process.env.CAIRN_TEST_TIMES;
    if (file) writeFileSync(file, JSON.stringify(this.#times));
  }
}
