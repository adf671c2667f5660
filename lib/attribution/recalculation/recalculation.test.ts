import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { changeProject } from "@/lib/attribution/recalculation/change-project";
import { findRecalculation, insertRecalculation } from "@/lib/attribution/recalculation/queries";
import { runRecalculation } from "@/lib/attribution/recalculation/run";
import { captureEvent } from "@/lib/facts/events/capture";
import { identify } from "@/lib/facts/users/identify";
import { rebuildLedger } from "@/lib/ledger/rebuild";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { decideEverything } from "@/testing/factories";
import {
  aLedgerStage,
  arbitraryStep,
  type LedgerStage,
  type LedgerStep,
  ledgerZones,
  playSteps,
} from "@/testing/ledger";
import { historyCount } from "@/testing/rounds";

const clock = () => new Date();

async function change({ app }: LedgerStage, zone: string) {
  const input = { to_zone: zone, to_currency: app.project.currency, amounts: "convert" } as const;
  expect(await insertRecalculation(app.project, input, commandLine, clock())).toBe(true);
}

/** Repeated runs, each stopped after a number of checks of the time, like processes that crash one after another. */
async function finish({ app }: LedgerStage, checks: number) {
  for (let runs = 0; runs < 400; runs++) {
    let left = checks + Math.floor(runs / 20);
    await runRecalculation(app.project.id, () => left-- <= 0, clock, 1);
    if ((await findRecalculation(app.project.id))?.state === "DONE") return;
  }
  throw new Error("the change never ends");
}

const zoneOf = async ({ app }: LedgerStage) => {
  const [row] = await sql<
    { time_zone: string }[]
  >`select time_zone from projects where id = ${app.project.id}`;
  return row!.time_zone;
};

/** The days on which users sent events, directly from the events. */
const presence = ({ app }: LedgerStage, zone: string) => sql`
  select distinct name, user_id, coalesce(install_instance_id, '') as instance, (occurred_at at time zone ${zone})::date::text as day
  from events where project_id = ${app.project.id} order by 1, 2, 3, 4`;
const storedPresence = ({ app }: LedgerStage) => sql`
  select name, user_id, install_instance_id as instance, (first_day + n)::text as day
  from user_days cross join generate_series(0, length(days) - 1) as n
  where project_id = ${app.project.id} and get_bit(days, n) = 1 order by 1, 2, 3, 4`;

async function proven(stage: LedgerStage, zone: string) {
  const { app } = stage;
  expect(await zoneOf(stage)).toBe(zone);
  await decideEverything(app);
  expect(await findDifferences(app.project.id, zone)).toEqual([]);
  expect(await storedPresence(stage)).toEqual(await presence(stage, zone));
  expect(await rebuildLedger(app.project.id)).toEqual({ cells: 0, days: 0, users: 0 });
  const [opened] = await sql<{ wrong: number }[]>`
    select count(*)::int as wrong from installs where project_id = ${app.project.id}
      and (last_open_day <> (last_open_at at time zone ${zone})::date or opened_on & 1 = 0)`;
  expect(opened!.wrong).toBe(0);
}

const steps = fc.array(
  arbitraryStep.filter((one) => one.do !== "forget"),
  { minLength: 1, maxLength: 40, size: "max" },
);
const zone = fc.constantFrom(...ledgerZones, "Pacific/Kiritimati", "America/New_York");

test("after any history another time zone has the same facts, despite concurrent writers and crashes", async () => {
  const property = fc.asyncProperty(
    zone,
    zone,
    steps,
    fc.integer({ min: 1, max: 9 }),
    async (from, to, all, checks) => {
      const stage = await aLedgerStage(from);
      const middle = Math.floor(all.length / 2);
      await playSteps(stage, all.slice(0, middle), false);
      await change(stage, to);
      await Promise.all([finish(stage, checks), playSteps(stage, all.slice(middle), true)]);
      await proven(stage, to);
    },
  );
  await fc.assert(property, { numRuns: historyCount(25), endOnFailure: true });
});

test("a change back and forth restores every figure", async () => {
  const stage = await aLedgerStage("Europe/Berlin");
  const some = fc.sample(steps, { numRuns: 4, seed: 11 }).flat() as LedgerStep[];
  await playSteps(stage, some, false);
  await decideEverything(stage.app);
  const figures = () => sql`
    select day::text, campaign_id, measure, name, sum(count)::int as count, sum(amount)::int as amount from ledger
    where project_id = ${stage.app.project.id} and measure not like 'opened%' group by 1, 2, 3, 4
    having sum(count) <> 0 or sum(amount) <> 0 order by 1, 2, 3, 4`;
  const before = await figures();
  for (const to of ["Australia/Lord_Howe", "Europe/Berlin"]) {
    await change(stage, to);
    await finish(stage, 50);
    await proven(stage, to);
  }
  expect(await figures()).toEqual(before);
});

test("days whose events were deleted keep their figures, and nothing is lost or doubled at the boundary", async () => {
  for (const to of ["Asia/Kolkata", "America/New_York"]) {
    const stage = await aLedgerStage("UTC");
    const { project } = stage.app;
    for (let hours = 0; hours < 96; hours += 5) {
      const context = {
        userAgent: null,
        now: new Date(Date.parse("2026-03-01T00:30:00Z") + hours * 3_600_000),
      };
      await identify(project, { token: "", user_data: { id: "u1" } }, context);
      await captureEvent(project, { token: "", event_name: "view", event_data: {}, user_id: "u1" }, context);
    }
    await sql`insert into retention_cutoffs (project_id, kind, before) values (${project.id}, 'events', '2026-03-03')`;
    await sql`delete from events where project_id = ${project.id} and occurred_at < '2026-03-03T00:00:00Z'`;
    await change(stage, to);
    await finish(stage, 50);
    expect(await findDifferences(project.id, to)).toEqual([]);
    expect(await rebuildLedger(project.id)).toEqual({ cells: 0, days: 0, users: 0 });
    const [counted] = await sql<{ n: number }[]>`
      select sum(count)::int as n from ledger where project_id = ${project.id} and measure = 'event'`;
    expect(counted!.n).toBe(20);
    const [cut] = await sql<{ before: string }[]>`
      select before::text from retention_cutoffs where project_id = ${project.id}`;
    expect(cut!.before).toBe(to === "Asia/Kolkata" ? "2026-03-04" : "2026-03-03");
  }
});

test("a frozen project keeps its time zone, because its days could not be recalculated", async () => {
  const { app } = await aLedgerStage("UTC");
  const frozen = { ...app.project, frozen: { movedTo: null } };
  await expect(changeProject(frozen, { time_zone: "Asia/Tokyo" }, commandLine, clock())).rejects.toThrow(
    "frozen",
  );
  expect(await findRecalculation(app.project.id)).toBeNull();
});
