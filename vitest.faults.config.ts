import { configDefaults, defineConfig } from "vitest/config";
import { repeatedTests } from "./bin/sort-tests.ts";
import base from "./vitest.config.ts";

const { projects: _, ...test } = base.test ?? {};

/**
 * `npm run test:faults`: repeats each fault in random order and each random history, uses both
 * adapters, and runs tests that take long.
 */
export default defineConfig({
  ...base,
  test: {
    ...test,
    include: ["server/faults.test.ts", "**/*.faults.test.ts", ...repeatedTests()],
    exclude: configDefaults.exclude,
    globalSetup: "./bin/test-database.ts",
    provide: { faultRounds: 40 },
  },
});
