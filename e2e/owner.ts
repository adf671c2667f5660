import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test as base, type ConsoleMessage } from "@playwright/test";

/** The owner from the first run, and the data that it stores for the other specs. */
export const owner = { name: "Olive Owner", email: "owner@example.com", password: "correct horse battery" };

const folder = process.env.E2E_DATA_DIR ?? "test-results";
export const signedIn = join(folder, "owner-session.json");
/** A file for each title of a screen. */
export const titles = join(folder, "titles");
export const firstProjectFile = join(folder, "first-project.json");

export type FirstProject = { id: number; token: string; host: string };
export const firstProject = (): FirstProject => JSON.parse(readFileSync(firstProjectFile, "utf8"));

/** The link that the server printed at its first start. */
export function setUpLink(): string {
  const file = process.env.E2E_SERVER_LOG;
  if (!file) throw new Error("E2E_SERVER_LOG names no file: run the browser tests with npm test");
  const link = /http\S+\/setup\?token=\S+/.exec(readFileSync(file, "utf8"))?.[0];
  if (!link) throw new Error(`there is no setup link in ${file}`);
  return link;
}

const expected = [
  // The browser also logs rejections that the test caused.
  /^Failed to load resource: the server responded with a status of 4\d\d/,
  // On a slow machine, the page needs more than the browser's few seconds until it asks for what was preloaded.
  /was preloaded using link preload but not used within a few seconds/,
];

/** Fails a test if its page logs unexpected messages to the console. */
export const test = base.extend<{ quietConsole: undefined }>({
  quietConsole: [
    async ({ page }, use) => {
      const logged: string[] = [];
      const onMessage = (message: ConsoleMessage) => {
        if (["error", "warning"].includes(message.type())) logged.push(message.text());
      };
      const onError = (error: Error) => logged.push(error.message);
      page.on("console", onMessage).on("pageerror", onError);
      await use(undefined);
      page.off("console", onMessage).off("pageerror", onError);
      const unwanted = logged.filter((text) => !expected.some((pattern) => pattern.test(text)));
      base.expect(unwanted).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect } from "@playwright/test";
