import { defineConfig, devices } from "@playwright/test";
import { presentBrowser } from "@/bin/browser";
import { signedIn } from "@/e2e/owner";

const executablePath = presentBrowser();

/** Run by `npm test`, which starts the server; alone, against a server that runs at E2E_BASE_URL. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  forbidOnly: Boolean(process.env.CI),
  workers: 3,
  // Against what hangs, and for nothing else: a machine may be ten times slower than the one a test was written on.
  timeout: 20 * 60_000,
  globalTimeout: 6 * 60 * 60_000,
  expect: { timeout: 180_000 },
  reporter: "list",
  projects: [
    { name: "first run", testMatch: "first-run.setup.ts" },
    { name: "screens", testMatch: "*.spec.ts", dependencies: ["first run"], use: { storageState: signedIn } },
  ],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: process.env.E2E_BASE_URL ?? "http://localhost:3000",
    // A step that waits in vain says so before its test ends.
    actionTimeout: 180_000,
    locale: "en-GB",
    timezoneId: "Asia/Kathmandu",
    // Without a graphics card, animations of waiting screens cost as much processor time as loading them.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Recording every step costs more than the steps; the picture and the tree of the page say what was there.
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-sync"],
        ...["--disable-background-networking", "--disable-component-update"],
        // Without a graphics card, a process that imitates one costs a tenth of the time.
        ...["--disable-gpu", "--disable-software-rasterizer"],
        // A page lives for seconds, so optimized code costs more than it saves: an eighth of the browser's time.
        "--js-flags=--no-opt,--no-maglev",
      ],
    },
  },
});
