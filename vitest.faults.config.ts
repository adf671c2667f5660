import { configDefaults, mergeConfig } from "vitest/config";
import usual from "./vitest.config.ts";

/** `npm run test:faults`: what happens to servers, again and again, in an order that is drawn; and what takes long. */
export default mergeConfig(
  { ...usual, test: { ...usual.test, include: [], exclude: configDefaults.exclude } },
  { test: { include: ["server/faults.test.ts", "**/*.faults.test.ts"], provide: { faultRounds: 40 } } },
);
