import { expect, test } from "vitest";
import { sql } from "@/db";
import { lifetimeAge } from "@/lib/ledger/measures";
import { rebuildLedger } from "@/lib/ledger/rebuild";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { decideEverything } from "@/testing/factories";
import { aLedgerStage, type LedgerStage, type LedgerStep, playSteps } from "@/testing/ledger";

const zone = "America/St_Johns";
const dayMinutes = 24 * 60;

/** Payments at the install's hour, this many days later, with one unit per day of age. */
const payAt = (
  age: number,
  more: Partial<Extract<LedgerStep, { do: "pay" }>> = {},
): Extract<LedgerStep, { do: "pay" }> => ({
  do: "pay",
  user: "u1",
  payment: null,
  type: "ONE_TIME",
  status: "PAYMENT_COMPLETED",
  amount: 100 + age,
  minutes: age * dayMinutes + 10,
  ...more,
});

const install: LedgerStep[] = [
  { do: "init", instance: "i1", click: 0, country: "IN", minutes: 0 },
  { do: "trigger", instance: "i1", user: "u1", minutes: 1 },
];

const revenueSince = async ({ app }: LedgerStage) => {
  const rows = await sql<{ day: string; campaign_id: number; name: string; amount: number }[]>`
    select day::text, campaign_id, name, sum(amount)::int as amount from ledger
    where project_id = ${app.project.id} and measure = 'revenue_since'
    group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, name::int`;
  return rows.map(({ day, campaign_id, name, amount }) => [day, campaign_id, name, amount]);
};

test("revenue counts by day up to 30 days of age, then up to 60, 90 and 180 days, and after that for the lifetime", async () => {
  const stage = await aLedgerStage(zone);
  await playSteps(stage, install, false);
  await decideEverything(stage.app);
  const ages = [0, 30, 31, 60, 61, 90, 91, 180, 181, 400];
  await playSteps(
    stage,
    ages.map((age) => payAt(age)),
    false,
  );
  const at = (campaign: number) => [
    ["2026-03-27", campaign, "0", 100],
    ["2026-03-27", campaign, "30", 130],
    ["2026-03-27", campaign, "60", 131 + 160],
    ["2026-03-27", campaign, "90", 161 + 190],
    ["2026-03-27", campaign, "180", 191 + 280],
    ["2026-03-27", campaign, `${lifetimeAge}`, 281 + 500],
  ];
  expect(await revenueSince(stage)).toEqual(at(stage.campaigns[0]!));
  expect(await findDifferences(stage.app.project.id, zone)).toEqual([]);

  // A new attribution moves all of it.
  const other = { do: "again", instance: "i1", campaign: 1 } as const;
  await playSteps(stage, [other], false);
  await decideEverything(stage.app);
  expect(await revenueSince(stage)).toEqual(at(stage.campaigns[1]!));
  expect(await findDifferences(stage.app.project.id, zone)).toEqual([]);
});

test.each([31, 60, 61, 180, 181])(
  "a payment at age %i is counted once before and after the decision, and a removed or refunded one not at all",
  async (age) => {
    const stage = await aLedgerStage(zone);
    await playSteps(stage, [...install, payAt(age, { payment: "p1" })], false);
    await decideEverything(stage.app);
    expect(await revenueSince(stage)).toHaveLength(1);
    await playSteps(stage, [payAt(age, { payment: "p2", type: "SUBSCRIPTION_REFUNDED" })], false);
    expect(await revenueSince(stage)).toEqual([]);
    await playSteps(stage, [{ do: "remove", payment: "p2", user: "u1" }], false);
    expect(await revenueSince(stage)).toHaveLength(1);
    await playSteps(stage, [{ do: "remove", payment: "p1", user: "u1" }], false);
    expect(await revenueSince(stage)).toEqual([]);
    expect(await findDifferences(stage.app.project.id, zone)).toEqual([]);
  },
);

test("a rebuild restores lost revenue of every age", async () => {
  const stage = await aLedgerStage(zone);
  await playSteps(stage, [...install, payAt(5), payAt(45), payAt(300)], false);
  await decideEverything(stage.app);
  const before = await revenueSince(stage);
  expect(before).toHaveLength(3);
  await sql`delete from ledger where project_id = ${stage.app.project.id} and measure = 'revenue_since'`;
  await rebuildLedger(stage.app.project.id);
  expect(await revenueSince(stage)).toEqual(before);
});
