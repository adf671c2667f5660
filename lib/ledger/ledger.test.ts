import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "@/db";
import { payingTypes } from "@/lib/ledger/payment-types";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { decideEverything } from "@/testing/factories";
import {
  aLedgerStage,
  arbitraryStep,
  type LedgerStep,
  ledgerZones,
  playSteps,
  stepsOfReturn,
} from "@/testing/ledger";
import { historyCount } from "@/testing/rounds";

/** Compares the ledger with the facts, over random histories. */

/** Runs the first `before` steps one by one, and the others in parallel. */
async function history(zone: string, back: boolean, steps: LedgerStep[], before: number) {
  const stage = await aLedgerStage(zone);
  const { app } = stage;
  if (back) await playSteps(stage, stepsOfReturn, false);
  await playSteps(stage, steps.slice(0, before), false);
  await playSteps(stage, steps.slice(before), true);
  await decideEverything(app);
  expect(await findDifferences(app.project.id, zone)).toEqual([]);
  const several = await sql`
    select install_instance_id from users
    where project_id = ${app.project.id} and is_signup and install_instance_id is not null
    group by install_instance_id having count(*) > 1`;
  expect(several).toEqual([]);
  const wronglyPaying = await sql`
    select s.install_instance_id, s.first_paid_at, paid.at from installs s cross join lateral (
      select min(p.paid_at) as at from payments p
      where p.project_id = ${app.project.id} and p.install_instance_id = s.install_instance_id
        and p.removed_at is null and p.status = 'PAYMENT_COMPLETED' and p.type = any(${payingTypes})
        and p.paid_at >= s.installed_at
    ) paid
    where s.project_id = ${app.project.id} and s.first_paid_at is distinct from paid.at`;
  expect(wronglyPaying).toEqual([]);
}

const zone = fc.constantFrom(...ledgerZones);
const long = fc.array(arbitraryStep, { minLength: 1, maxLength: 40, size: "max" });
const short = fc.array(arbitraryStep, { minLength: 1, maxLength: 40 });
/** True if the history starts with a returning user. */
const back = fc.boolean();

// Erasure waits until calls in progress are stored, so it is not run in parallel.
const atOnce = (steps: LedgerStep[]) => steps.filter((one) => one.do !== "forget");

test("the ledger equals the facts after any history, one step at a time", async () => {
  const property = fc.asyncProperty(zone, back, long, (where, returned, steps) =>
    history(where, returned, steps, steps.length),
  );
  await fc.assert(property, { numRuns: historyCount(40) });
});

test("the ledger equals the facts after any history, all steps at once", async () => {
  const property = fc.asyncProperty(zone, back, short, (where, returned, steps) =>
    history(where, returned, atOnce(steps), 0),
  );
  await fc.assert(property, { numRuns: historyCount(40) });
});

test("the ledger equals the facts after any history whose second half runs at once", async () => {
  const property = fc.asyncProperty(zone, back, long, (where, returned, steps) => {
    const middle = Math.floor(steps.length / 2);
    return history(where, returned, [...steps.slice(0, middle), ...atOnce(steps.slice(middle))], middle);
  });
  await fc.assert(property, { numRuns: historyCount(40) });
});
