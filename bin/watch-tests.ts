import type { Reporter, TestModule } from "vitest/node";

/** Ends a run that no longer makes progress, and reports its position, so that a hung test is not silent. */
const timeoutMs = 8 * 60_000;

export default class WatchTests implements Reporter {
  readonly #running = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  #moved() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const files = [...this.#running].map(
        ([file, since]) => `${file} (begun ${Math.round((performance.now() - since) / 1000)} s ago)`,
      );
      const where = files.length > 0 ? `Still running: ${files.join(", ")}` : "All files had ended.";
      process.stderr.write(`\nNo test ended for ${timeoutMs / 60_000} minutes. ${where}\n`);
      process.exit(1);
    }, timeoutMs);
    this.#timer.unref();
  }

  onTestModuleStart(module: TestModule) {
    this.#running.set(module.relativeModuleId, performance.now());
    this.#moved();
  }

  onTestCaseResult() {
    this.#moved();
  }

  onTestModuleEnd(module: TestModule) {
    this.#running.delete(module.relativeModuleId);
    this.#moved();
  }
}
