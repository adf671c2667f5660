import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    faultRounds: number;
  }
}

/**
 * How many random histories a proof against the database tries. `npm run test:faults` tries all of them, and `npm test`
 * a quarter, drawn again each time: one more history repeats the proof with other steps.
 */
export const historiesOf = (all: number): number => (inject("faultRounds") > 1 ? all : Math.ceil(all / 4));
