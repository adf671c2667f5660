import type { Page } from "@playwright/test";
import { test as base, signedIn } from "./owner";

/** One page for all tests of a worker, so that the browser starts one process and loads scripts and styles once. */
export const onePageTest = base.extend<{ page: Page }, { shared: Page }>({
  shared: [
    async ({ browser }, use) => {
      const context = await browser.newContext({
        storageState: signedIn,
        locale: "en-GB",
        timezoneId: "Asia/Kathmandu",
        reducedMotion: "reduce",
        ...(process.env.E2E_BASE_URL ? { baseURL: process.env.E2E_BASE_URL } : {}),
      });
      await use(await context.newPage());
      await context.close();
    },
    { scope: "worker" },
  ],
  page: ({ shared }, use) => use(shared),
});
