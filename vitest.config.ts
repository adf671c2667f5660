import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { sortTests } from "./bin/sort-tests.ts";

const files = sortTests();
const globalSetup = "./bin/test-database.ts";
// Modules are loaded once for all files of a worker, which saves most of the time of a short test.
const shared = { isolate: false, setupFiles: ["./bin/processor-time/of-tests.ts", "./bin/tidy-tests.ts"] };

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    // Too long for every run: `npm run test:faults`.
    exclude: [...configDefaults.exclude, "**/*.faults.test.ts"],
    // Far from UTC by an odd distance: code that forgets a time zone shows.
    // Nobody outside is asked; tests that ask have a server of their own.
    // Passwords are hashed at a 256th of the cost; `lib/accounts/password.test.ts` uses the full one.
    env: {
      PASSWORD_COST: "7",
      TZ: "Asia/Kathmandu",
      APPLE_ADSERVICES_URL: "off",
      APPLE_LOOKUP_URL: "http://127.0.0.1:9/lookup",
      GOOGLE_PLAY_URL: "http://127.0.0.1:9/details",
      ...Object.fromEntries(
        ["META_ADS", "GOOGLE_ADS", "GOOGLE_TOKEN", "TIKTOK_ADS", "APPLE_ADS", "APPLE_TOKEN"].map((name) => [
          `${name}_URL`,
          "http://127.0.0.1:9",
        ]),
      ),
    },
    provide: { faultRounds: 1 },
    pool: "forks",
    // Files wait for servers and the database more than they work: twice as many at once as there are cores.
    maxWorkers: availableParallelism() * 2,
    // Against what hangs, and for nothing else: a machine may be ten times slower than the one a test was written on.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 1_200_000 } },
    // What differed is in the message, not only that something did.
    chaiConfig: { truncateThreshold: 4000 },
    projects: [
      {
        test: {
          name: "system",
          include: files.system,
          globalSetup,
          // Of the tests' own statements. Servers that they start have the time limit of the product.
          env: { DATABASE_TIMEOUT: "240" },
          setupFiles: "./bin/processor-time/of-tests.ts",
        },
      },
      // Whatever a slow machine needs for a test's many rows; processes have the time limit of the product.
      {
        test: {
          name: "database",
          include: files.database,
          globalSetup,
          // Each connection plans the statements that it runs, so fewer save plans. Tests of locks need four at once.
          env: { DATABASE_TIMEOUT: "240", DATABASE_POOL: "6" },
          ...shared,
        },
      },
      { test: { name: "pure", include: files.pure, env: { LOG_LEVEL: "silent" }, ...shared } },
    ],
  },
});
