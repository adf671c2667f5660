import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    faultRounds: number;
  }
}

/** `npm run test:faults` has time to repeat what `npm test` proves once. */
export const repeatsProofs = (): boolean => inject("faultRounds") > 1;

/**
 * The number of random histories in a proof against the database. `npm run test:faults` tries all, and `npm test` a
 * different random quarter each time, because every history repeats the same proof.
 */
export const historyCount = (all: number): number => (repeatsProofs() ? all : Math.ceil(all / 4));
