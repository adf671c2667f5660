import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    faultRounds: number;
  }
}

/**
 * The number of random histories in a proof against the database. `npm run test:faults` tries all, and `npm test` a
 * different random quarter each time, because every history repeats the same proof.
 */
export const historiesOf = (all: number): number => (inject("faultRounds") > 1 ? all : Math.ceil(all / 4));
