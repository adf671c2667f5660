import { expect, test } from "vitest";
import { sql } from "@/db";
import { rebuildLedger } from "@/lib/ledger/rebuild";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { decideEverything } from "@/testing/factories";
import { aLedgerStage, type LedgerStage, type LedgerStep, playSteps } from "@/testing/ledger";

type Payment = Extract<LedgerStep, { do: "pay" }>;

const payment = (days: number, amount: number, more: Partial<Payment> = {}): Payment => ({
  do: "pay",
  user: "u1",
  payment: null,
  type: "ONE_TIME",
  status: "PAYMENT_COMPLETED",
  amount,
  minutes: days * 24 * 60 + 10,
  ...more,
});
const refund = (days: number, amount: number, more: Partial<Payment> = {}) =>
  payment(days, amount, { type: "SUBSCRIPTION_REFUNDED", ...more });

const installs: LedgerStep[] = [
  { do: "init", instance: "i1", click: 0, country: "IN", minutes: 0 },
  { do: "trigger", instance: "i1", user: "u1", minutes: 1 },
  { do: "init", instance: "i3", click: null, country: "IN", minutes: 0 },
  { do: "trigger", instance: "i3", user: "u2", minutes: 1 },
];

/** Revenue by age and by day, after the steps. */
async function revenueOf({ app }: LedgerStage) {
  expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  const rows = await sql<{ measure: string; key: string; amount: number }[]>`
    select measure, case measure when 'payment' then day::text else name end as key, sum(amount)::int as amount
    from ledger where project_id = ${app.project.id} and measure in ('payment', 'revenue_since')
    group by 1, 2 having sum(amount) <> 0 order by 1, 2`;
  const of = (name: string) =>
    Object.fromEntries(
      rows.filter(({ measure }) => measure === name).map(({ key, amount }) => [key, amount]),
    );
  return { byAge: of("revenue_since"), byDay: of("payment") };
}

async function after(steps: LedgerStep[]) {
  const stage = await aLedgerStage("UTC");
  await playSteps(stage, [...installs, ...steps], false);
  await decideEverything(stage.app);
  return { stage, ...(await revenueOf(stage)) };
}

const paid = payment(2, 500, { payment: "p1" });
const refunded = refund(9, 200, { payment: "p2", refunds: "p1" });

test("a refund reduces revenue at the age of its payment, and in the report on its own day", async () => {
  expect(await after([paid, refunded])).toMatchObject({
    byAge: { 2: 300 },
    byDay: { "2026-03-29": 500, "2026-04-05": 200 },
  });
});

test("a refund that arrives before its payment follows it to its age, before and after the decision", async () => {
  expect(await after([refunded, paid])).toMatchObject({ byAge: { 2: 300 } });
  const { stage, byAge } = await after([refunded]);
  expect(byAge).toEqual({ 9: -200 });
  await playSteps(stage, [paid], false);
  expect((await revenueOf(stage)).byAge).toEqual({ 2: 300 });
});

test.each<[string, LedgerStep[]]>([
  ["names no payment", [paid, refund(9, 200)]],
  ["names an unknown payment", [paid, refund(9, 200, { refunds: "p3" })]],
  ["names another user's payment", [{ ...paid, user: "u2" }, refunded]],
  [
    "names a failed payment",
    [paid, payment(3, 10, { payment: "p3", status: "PAYMENT_FAILED" }), refund(9, 200, { refunds: "p3" })],
  ],
  ["names itself", [paid, { ...refunded, refunds: "p2" }]],
])("a refund that %s counts at its own age", async (_name, steps) => {
  expect((await after(steps)).byAge).toEqual({ 2: 500, 9: -200 });
});

test("only refunds and withdrawals follow the payment that they name", async () => {
  const more = (type: Payment["type"]) => payment(9, 200, { type, refunds: "p1" });
  expect((await after([paid, more("FUNDS_WITHDRAWAL")])).byAge).toEqual({ 2: 300 });
  expect((await after([paid, more("RECURRING")])).byAge).toEqual({ 2: 500, 9: 200 });
});

test("a new attribution moves a refund with its payment; a removal of either subtracts it at the payment's age", async () => {
  const { stage } = await after([paid, refunded, { do: "decide" }]);
  await playSteps(stage, [{ do: "again", instance: "i1", campaign: 1 }], false);
  await decideEverything(stage.app);
  expect((await revenueOf(stage)).byAge).toEqual({ 2: 300 });
  await playSteps(stage, [{ do: "remove", payment: "p1", user: "u1" }], false);
  expect((await revenueOf(stage)).byAge).toEqual({ 2: -200 });
  await playSteps(stage, [{ do: "remove", payment: "p2", user: "u1" }], false);
  expect((await revenueOf(stage)).byAge).toEqual({});
});

test("a rebuild finds the payment of a refund that missed it", async () => {
  const { stage } = await after([paid, refund(9, 200, { payment: "p2" })]);
  const { id } = stage.app.project;
  await sql`update payments set refunded_payment_id = 'p1' where project_id = ${id} and payment_id = 'p2'`;
  await rebuildLedger(id);
  expect((await revenueOf(stage)).byAge).toEqual({ 2: 300 });
});
