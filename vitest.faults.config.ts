import { configDefaults, defineConfig } from "vitest/config";
import usual from "./vitest.config.ts";

const { projects: _, ...test } = usual.test ?? {};

/** `npm run test:faults`: what happens to servers, again and again, in an order that is drawn; and what takes long. */
export default defineConfig({
  ...usual,
  test: {
    ...test,
    include: ["server/faults.test.ts", "**/*.faults.test.ts"],
    exclude: configDefaults.exclude,
    globalSetup: "./bin/test-database.ts",
    provide: { faultRounds: 40 },
  },
});
