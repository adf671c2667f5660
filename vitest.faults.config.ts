import { mergeConfig } from "vitest/config";
import usual from "./vitest.config.ts";

/** `npm run test:faults`: what happens to servers, again and again, in an order that is drawn. */
export default mergeConfig(usual, { test: { provide: { faultRounds: 40 } } });
