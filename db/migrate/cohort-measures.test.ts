/** @isolated The migration is about all projects, so it runs on a database of its own. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { separateDatabase } from "@/testing/database";
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

const folder = mkdtempSync(join(tmpdir(), "cairn-cohort-measures-"));
const migration = readFileSync("db/migrations/0004_cohort_measures.sql", "utf8")
  .split("--> statement-breakpoint")
  .filter((statement) => !statement.includes("ADD COLUMN"));
let database: Awaited<ReturnType<typeof separateDatabase>>;

beforeAll(async () => {
  database = await separateDatabase(join(folder, "database"));
});
afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

const paid = (days: number, type: "ONE_TIME" | "SUBSCRIPTION_REFUNDED" | "SUBSCRIPTION_CANCELLED") =>
  ({
    do: "pay",
    user: "u1",
    payment: null,
    type,
    status: "PAYMENT_COMPLETED",
    amount: 1000 + days,
    minutes: days * 24 * 60 + 10,
  }) satisfies LedgerStep;
const ofEveryAge = [0, 30, 31, 60, 61, 90, 91, 180, 181, 400].map((days) => paid(days, "ONE_TIME"));

/**
 * The ledger as the version before wrote it: without first payments, events by age, app versions and publishers, and
 * with days of the calendar.
 */
async function asBefore(project: number, zone: string) {
  await sql`/* all projects */
    delete from ledger where measure in ('revenue_since', 'payers', 'event_since')`;
  await sql`
    update ledger set cohort_day = null, cohort_age = null, install_version = '', publisher_id = ''
    where project_id = ${project}`;
  for (const table of ["installs", "decisions", "clicks", "deeplink_opens"])
    await sql`update ${sql(table)} set publisher_id = null where project_id = ${project}`;
  await sql`update installs set first_paid_at = null, install_version = null where project_id = ${project}`;
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, name, count, amount)
    select ${project}, (s.installed_at at time zone ${zone})::date, 0, 'revenue_since',
      ((p.paid_at at time zone ${zone})::date - (s.installed_at at time zone ${zone})::date)::text, 0, p.amount_minor
    from payments p
    join installs s on s.project_id = ${project} and s.install_instance_id = p.install_instance_id
    where p.project_id = ${project} and p.amount_minor <> 0`;
}

test("after the migration the ledger has exactly the rows that the facts require", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ledgerZones),
      fc.array(arbitraryStep, { minLength: 5, maxLength: 30, size: "max" }),
      async (zone, steps) => {
        const stage = await aLedgerStage(zone);
        const { id } = stage.app.project;
        await playSteps(
          stage,
          [
            ...stepsOfReturn,
            ...ofEveryAge,
            paid(75, "SUBSCRIPTION_REFUNDED"),
            paid(75, "SUBSCRIPTION_CANCELLED"),
          ],
          false,
        );
        await playSteps(stage, steps, false);
        await decideEverything(stage.app);
        expect(await findDifferences(id, zone)).toEqual([]);
        await asBefore(id, zone);
        // A decision whose facts have not moved yet when the database is migrated.
        await playSteps(stage, [{ do: "again", instance: "i1", campaign: 1 }], false);
        for (const statement of migration) await sql.unsafe(`/* all projects */ ${statement}`);
        await decideEverything(stage.app);
        expect(await findDifferences(id, zone)).toEqual([]);
      },
    ),
    { numRuns: historyCount(12) },
  );
});
