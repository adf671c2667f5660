import { expect, test } from "vitest";
import { sql } from "@/db";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { decideEverything, ledgerOf } from "@/testing/factories";
import { aLedgerStage, type LedgerStage, type LedgerStep, playSteps } from "@/testing/ledger";

/** The payments after a return, in the ledger. */

type Phone = Extract<LedgerStep, { do: "init" }>["instance"];
type User = Extract<LedgerStep, { do: "pay" }>["user"];

const hours = (count: number) => ({ minutes: count * 60 });
const days = (count: number) => hours(24 * count);
const init = (instance: Phone, click: number | null, at: { minutes: number }): LedgerStep => ({
  do: "init",
  instance,
  click,
  ...at,
});
const signUp = (instance: Phone, user: User, at: { minutes: number }): LedgerStep => ({
  do: "trigger",
  instance,
  user,
  ...at,
});
const open = (instance: Phone, campaign: number, ad: string, at: { minutes: number }): LedgerStep => ({
  do: "open",
  instance,
  campaign,
  ad: ad as "",
  ...at,
});
const pay = (
  user: User,
  amount: number,
  at: { minutes: number },
  more: Partial<Extract<LedgerStep, { do: "pay" }>> = {},
): LedgerStep => ({
  do: "pay",
  user,
  payment: null,
  type: "ONE_TIME",
  status: "PAYMENT_COMPLETED",
  amount,
  ...at,
  ...more,
});

type Cell = { day: string; campaign_id: number; ad_set_id: string; measure: string; name: string };

const returnsOf = ({ app }: LedgerStage) => sql<(Cell & { count: number; amount: number })[]>`
  select day::text, campaign_id, ad_set_id, measure, name, sum(count)::int as count, sum(amount)::int as amount from ledger
  where project_id = ${app.project.id} and measure in ('return_payment', 'reengagements', 'reinstalls')
  group by 1, 2, 3, 4, 5 having sum(count) <> 0 or sum(amount) <> 0 order by day, measure, campaign_id, name`;

async function after(steps: LedgerStep[]) {
  const stage = await aLedgerStage("Europe/Berlin");
  // A background decision may be running already when a history requests one, so the test waits for it.
  for (const step of [...steps, { do: "decide" as const }]) {
    if (step.do === "decide") await decideEverything(stage.app);
    else await playSteps(stage, [step], false);
  }
  expect(await findDifferences(stage.app.project.id, "Europe/Berlin")).toEqual([]);
  const [first, second] = stage.campaigns as [number, number];
  return { stage, first, second, returns: await returnsOf(stage) };
}

/** A user of the first campaign, who returns through a link of the second on the next day. */
const broughtBack: LedgerStep[] = [
  init("i1", 0, hours(1)),
  { do: "decide" },
  signUp("i1", "u1", hours(1)),
  init("i1", null, hours(20)),
  pay("u1", 100, hours(24)),
  open("i1", 1, "?ad_set_id=back&ad_id=video", hours(25)),
];

test("a payment after a re-engagement counts for the link's campaign and ad, on its own day; an earlier one does not", async () => {
  const { returns, first, second, stage } = await after([
    ...broughtBack,
    pay("u1", 500, hours(26)),
    pay("u1", 200, days(9), { type: "SUBSCRIPTION_REFUNDED" }),
  ]);
  expect(returns).toEqual([
    ...[
      { day: "2026-03-28", campaign_id: second, ad_set_id: "back", measure: "reengagements", name: "" },
    ].map((cell) => ({ ...cell, count: 1, amount: 0 })),
    {
      day: "2026-03-28",
      campaign_id: second,
      ad_set_id: "back",
      measure: "return_payment",
      name: "ONE_TIME",
      count: 1,
      amount: 500,
    },
    {
      day: "2026-04-05",
      campaign_id: second,
      ad_set_id: "back",
      measure: "return_payment",
      name: "SUBSCRIPTION_REFUNDED",
      count: 1,
      amount: 200,
    },
  ]);
  // The figures of the campaign that won the install do not change.
  const { "payment ONE_TIME": paid } = await ledgerOf(stage.app.project.id, first);
  expect(paid).toEqual({ count: 2, amount: 600 });
});

test("thirty days after the re-engagement nothing counts for it any more", async () => {
  const on = (minutes: number) => pay("u1", 500, { minutes: 25 * 60 + minutes });
  const { returns } = await after([...broughtBack, on(30 * 24 * 60 - 1), on(30 * 24 * 60)]);
  expect(returns.filter(({ measure }) => measure === "return_payment")).toMatchObject([
    { day: "2026-04-27", count: 1, amount: 500 },
  ]);
});

/** Sets the window of a stage's campaign, in the order of its campaigns. */
const setWindow = ({ app, campaigns }: LedgerStage, campaign: number, days: number | null) => sql`
  update campaigns set reengagement_days = ${days}
  where project_id = ${app.project.id} and id = ${campaigns[campaign]!}`;
const paidIn = (returns: Awaited<ReturnType<typeof returnsOf>>) =>
  returns.filter(({ measure }) => measure === "return_payment").map(({ day, amount }) => [day, amount]);

test("a campaign's own window of 2 or 90 days replaces the thirty days, and a change applies to later returns only", async () => {
  const on = (amount: number, minutes: number) => pay("u1", amount, { minutes: 25 * 60 + minutes });
  const day = 24 * 60;
  for (const [window, last] of [
    [2, 2],
    [90, 90],
  ] as const) {
    const stage = await aLedgerStage("Europe/Berlin");
    await setWindow(stage, 1, window);
    const run = async (steps: LedgerStep[]) => {
      for (const step of steps)
        if (step.do === "decide") await decideEverything(stage.app);
        else await playSteps(stage, [step], false);
    };
    await run(broughtBack);
    // The return keeps its window.
    await setWindow(stage, 1, 45);
    await run([on(1, last * day - 1), on(20, last * day)]);
    expect(paidIn(await returnsOf(stage)).map(([, amount]) => amount)).toEqual([1]);
    // A later return has the new one.
    await run([
      open("i1", 1, "", { minutes: 25 * 60 + 100 * day }),
      on(300, 144 * day),
      on(4_000, 145 * day),
    ]);
    expect(paidIn(await returnsOf(stage)).map(([, amount]) => amount)).toEqual([1, 300]);
    expect(await findDifferences(stage.app.project.id, "Europe/Berlin")).toEqual([]);
  }
});

test("a reinstall has the window of its campaign at the decision; a decision for another campaign has that one's", async () => {
  const day = 24 * 60;
  const stage = await aLedgerStage("Europe/Berlin");
  await setWindow(stage, 1, 2);
  const run = async (steps: LedgerStep[]) => {
    for (const step of [...steps, { do: "decide" as const }])
      if (step.do === "decide") await decideEverything(stage.app);
      else await playSteps(stage, [step], false);
  };
  await run([
    init("i1", 0, hours(1)),
    { do: "decide" },
    init("i2", 1, hours(10)),
    { do: "decide" },
    signUp("i2", "u2", hours(10)),
    pay("u2", 1, { minutes: 10 * 60 + 2 * day - 1 }),
    pay("u2", 20, { minutes: 10 * 60 + 2 * day }),
  ]);
  expect(paidIn(await returnsOf(stage)).map(([, amount]) => amount)).toEqual([1]);
  await setWindow(stage, 1, 60);
  await run([pay("u2", 300, { minutes: 10 * 60 + 3 * day })]);
  expect(paidIn(await returnsOf(stage)).map(([, amount]) => amount)).toEqual([1]);
  // The other campaign has the default window.
  await run([{ do: "again", instance: "i2", campaign: 0 }]);
  const moved = await returnsOf(stage);
  expect(paidIn(moved).reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(321);
  expect(await findDifferences(stage.app.project.id, "Europe/Berlin")).toEqual([]);
});

test("the last re-engagement counts: a later link of another campaign, or a link after a reinstall", async () => {
  const { returns, first, second } = await after([
    ...broughtBack,
    init("i1", null, hours(60)),
    open("i1", 0, "", hours(61)),
    pay("u1", 700, hours(62)),
    // A reinstall on the same phone.
    init("i2", 1, hours(70)),
    { do: "decide" },
    signUp("i2", "u2", hours(70)),
    pay("u2", 30, hours(71)),
    init("i2", null, hours(80)),
    open("i2", 0, "", hours(82)),
    pay("u2", 4, hours(83)),
  ]);
  const paid = returns.filter(({ measure }) => measure === "return_payment");
  expect(paid.map(({ day, campaign_id, amount }) => [day, campaign_id, amount])).toEqual([
    ["2026-03-30", first, 700],
    ["2026-03-30", second, 30],
    ["2026-03-31", first, 4],
  ]);
  expect(returns.filter(({ measure }) => measure === "reinstalls")).toMatchObject([
    { campaign_id: second, count: 1 },
  ]);
});

test("earlier payments follow a reinstall's decision; a new decision moves them, a test mark and a removal subtract them", async () => {
  const history: LedgerStep[] = [
    init("i1", 0, hours(1)),
    { do: "decide" },
    init("i2", 1, hours(10)),
    signUp("i2", "u2", hours(10)),
    pay("u2", 30, hours(11), { payment: "p1" }),
    pay("u2", 5, hours(12), { payment: "p2" }),
    { do: "decide" },
  ];
  const amounts = async (more: LedgerStep[]) => {
    const { returns, first, second } = await after([...history, ...more]);
    const names = new Map([
      [first, "first"],
      [second, "second"],
    ]);
    return returns
      .filter(({ measure }) => measure === "return_payment")
      .map(({ campaign_id, amount }) => [names.get(campaign_id), amount]);
  };
  expect(await amounts([])).toEqual([["second", 35]]);
  expect(await amounts([{ do: "again", instance: "i2", campaign: 0 }])).toEqual([["first", 35]]);
  expect(await amounts([{ do: "again", instance: "i2", campaign: null }])).toEqual([[undefined, 35]]);
  expect(await amounts([{ do: "remove", payment: "p1", user: "u2" }])).toEqual([["second", 5]]);
  expect(await amounts([{ do: "mark", instance: "i2", test: true }])).toEqual([]);
  const there: LedgerStep[] = [
    { do: "mark", instance: "i2", test: true },
    { do: "mark", instance: "i2", test: false },
  ];
  expect(await amounts(there)).toEqual([["second", 35]]);
});
