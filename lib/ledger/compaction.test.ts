import { expect, test } from "vitest";
import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { compactLedger } from "@/lib/ledger/compaction";
import { compactDay, correctCohortSums, findDaysToCompact } from "@/lib/ledger/compaction-queries";
import { trackLedgerGrowth } from "@/lib/ledger/growth";
import { findGrowth, markGrowth, removeMark } from "@/lib/ledger/growth-queries";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { aProject, ledgerOf } from "@/testing/factories";

test("past days with many new rows are found and compacted, and their sums stay", async () => {
  const { project } = await aProject();
  const [row] = await sql<{ day: string }[]>`select (current_date - 12)::text as day`;
  const day = row!.day;
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, name, count, amount)
    select ${project.id}, ${day}::text::date, 1 + n % 3, 'event', 'view', 1, n from generate_series(1, 2500) n`;
  const before = await ledgerOf(project.id);
  const found = async (ago: number) => [...(await findDaysToCompact(project.id, 2_000, { ago, days: 8 }))];
  expect(await found(20)).toEqual([]);
  expect(await found(10)).toEqual([{ day, rows: 2_500 }]);
  expect(await compactDay(project.id, day)).toEqual({ before: 2_500, after: 3 });
  expect(await ledgerOf(project.id)).toEqual(before);
  expect(await found(10)).toEqual([]);
});

test("compaction moves the counts by age from the rows of events to rows of their own, on the day of the install", async () => {
  const { project } = await aProject();
  await sql`
    insert into ledger (project_id, day, campaign_id, country, measure, name, count, amount, cohort_day, cohort_age)
    select ${project.id}, '2026-03-09'::date, 1, 'IN', 'event', 'view', x.count, x.amount, x.day, x.age
    from (values (1, 5, '2026-03-02'::date, 7), (2, 6, '2026-03-02', 7), (1, 7, '2026-03-09', 0), (3, 0, null, null),
      (1, 1, '2026-03-08', 1), (-1, -1, '2026-03-08', 1)) x(count, amount, day, age)`;
  expect(await compactDay(project.id, "2026-03-09")).toEqual({ before: 6, after: 2 });
  const rows = await sql`
    select day::text, campaign_id, country, measure, name, count, amount, cohort_day, cohort_age from ledger
    where project_id = ${project.id} order by day, measure`;
  const row = { campaign_id: 1, country: "IN", cohort_day: null, cohort_age: null };
  expect(rows).toEqual([
    { ...row, day: "2026-03-02", measure: "event_since", name: "7 view", count: 3, amount: 11 },
    { ...row, day: "2026-03-09", measure: "event", name: "view", count: 7, amount: 18 },
    { ...row, day: "2026-03-09", measure: "event_since", name: "0 view", count: 1, amount: 7 },
  ]);
});

const fillCohorts = (id: ProjectId, rows: number) => sql`
  insert into ledger (project_id, day, campaign_id, country, measure, name, count, amount)
  select ${id}, '2026-03-02'::date, 1 + n % 2, (array['IN', 'DE', 'FR'])[n % 3 + 1], m.measure, m.name, 1, n
  from generate_series(1, ${rows}::int) n, (values ('installs', ''), ('revenue_since', '3'), ('event', 'view')) m(measure, name)`;
const sumsOf = (id: ProjectId) => sql`
  select measure, name, day::text, campaign_id, count, amount from cohort_sums where project_id = ${id} and measure <> ''
  order by measure, day, campaign_id`;
/** Cohorts read the same sums as reports that read only the ledger. */
const cohortCounts = async (id: ProjectId) => {
  const names = { installs: [""], revenue_since: ["3"] };
  const request = {
    by: ["campaign_id", "measure"],
    measures: Object.keys(names),
    days: { from: null, to: null },
  } as const;
  const order = <T extends { campaign_id: number; measure: string }>(rows: T[]) =>
    rows.toSorted((a, b) => a.measure.localeCompare(b.measure) || a.campaign_id - b.campaign_id);
  const summed = order(await sumLedger(id, { ...request, names }));
  expect(summed).toEqual(order(await sumLedger(id, request)));
  return summed.map(({ count, amount }) => [count, amount]);
};

test("compaction sums up the measures of cohorts by day and campaign, and adds only rows that are new since then", async () => {
  const { id } = (await aProject()).project;
  await fillCohorts(id, 12);
  const once = await cohortCounts(id);
  await compactDay(id, "2026-03-02");
  const row = { name: "", day: "2026-03-02" };
  const sums = [
    { ...row, measure: "installs", campaign_id: 1, count: 6, amount: 42 },
    { ...row, measure: "installs", campaign_id: 2, count: 6, amount: 36 },
    { ...row, measure: "revenue_since", name: "3", campaign_id: 1, count: 6, amount: 42 },
    { ...row, measure: "revenue_since", name: "3", campaign_id: 2, count: 6, amount: 36 },
  ];
  expect(await sumsOf(id)).toEqual(sums);
  expect(await cohortCounts(id)).toEqual(once);
  await fillCohorts(id, 12);
  const twice = once.map((counts) => counts.map((count) => 2 * count));
  expect(await cohortCounts(id)).toEqual(twice);
  for (const _ of [1, 2]) await compactDay(id, "2026-03-02");
  expect(await cohortCounts(id)).toEqual(twice);
  expect(await sumsOf(id)).toEqual(sums.map((sum) => ({ ...sum, count: 12, amount: 2 * sum.amount })));
});

test("counts by age that compaction writes to an earlier day are in that day's sums, if it has any", async () => {
  const { id } = (await aProject()).project;
  const addEvents = () => sql`
    insert into ledger (project_id, day, campaign_id, measure, name, count, amount, cohort_day, cohort_age)
    select ${id}, '2026-03-09', 1, 'event', 'view', 1, n, x.day, 7
    from (values ('2026-03-02'::date), ('2026-03-09')) x(day), generate_series(1, 3) n`;
  const summed = () => sql`
    select l.day::text, l.sum_mark > 0 as summed, sum(l.count)::int as count from ledger l
    where l.project_id = ${id} and l.measure = 'event_since' group by 1, 2 order by 1, 2`;
  await addEvents();
  await compactDay(id, "2026-03-09");
  expect(await summed()).toEqual([
    { day: "2026-03-02", summed: false, count: 3 },
    { day: "2026-03-09", summed: true, count: 3 },
  ]);
  await compactDay(id, "2026-03-02");
  await addEvents();
  await compactDay(id, "2026-03-09");
  expect(await summed()).toEqual([
    { day: "2026-03-02", summed: true, count: 6 },
    { day: "2026-03-09", summed: true, count: 6 },
  ]);
  const sum = { measure: "event_since", name: "7 view", campaign_id: 1, count: 6, amount: 12 };
  expect(await sumsOf(id)).toEqual([
    { ...sum, day: "2026-03-02" },
    { ...sum, day: "2026-03-09" },
  ]);
});

test("parallel compactions of a day neither lose nor double its sums", async () => {
  const { id } = (await aProject()).project;
  await fillCohorts(id, 12);
  await compactDay(id, "2026-03-02");
  const before = await cohortCounts(id);
  await Promise.all([
    ...Array.from({ length: 4 }, () => compactDay(id, "2026-03-02")),
    ...Array.from({ length: 4 }, () => fillCohorts(id, 12)),
  ]);
  expect(await cohortCounts(id)).toEqual(before.map((counts) => counts.map((count) => 5 * count)));
  await compactDay(id, "2026-03-02");
  expect(await correctCohortSums(id)).toBe(0);
});

test("a process of an earlier version may compact the same days, and a correction finds wrong sums", async () => {
  const { id } = (await aProject()).project;
  await fillCohorts(id, 12);
  await compactDay(id, "2026-03-02");
  const before = await cohortCounts(id);
  // The statement of a version without sums.
  const compactAsBefore = () => sql`
    with removed as (
      delete from ledger where project_id = ${id} and day = '2026-03-02' returning day, campaign_id, measure, name, count, amount
    )
    insert into ledger (project_id, day, campaign_id, measure, name, count, amount)
    select ${id}, day, campaign_id, measure, name, sum(count), sum(amount) from removed group by 2, 3, 4, 5`;
  await compactAsBefore();
  expect(await cohortCounts(id)).toEqual(before);
  // A campaign's installs go elsewhere, so that one of the old sums has no row any more.
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, name, count, amount)
    select ${id}::bigint, day, n.id, measure, name, n.sign * count, n.sign * amount from ledger, (values (1, -1), (3, 1)) n(id, sign)
    where project_id = ${id} and campaign_id = 1 and measure = 'installs'`;
  const moved = [before[1], before[0], ...before.slice(2)];
  expect(await cohortCounts(id)).toEqual(moved);
  await compactDay(id, "2026-03-02");
  expect(await cohortCounts(id)).toEqual(moved);
  expect((await sumsOf(id)).map(({ count }) => count)).toEqual([0, 6, 6, 6, 6]);
  expect(await correctCohortSums(id)).toBe(0);
  await sql`update cohort_sums set count = count + 5 where project_id = ${id} and measure = 'installs'`;
  await sql`delete from cohort_sums where project_id = ${id} and measure = 'revenue_since' and campaign_id = 1`;
  expect(await correctCohortSums(id)).toBe(4);
  expect(await cohortCounts(id)).toEqual(moved);
});

test("a project with a grown ledger is marked and later unmarked; one that grows meanwhile stays marked", async () => {
  const [busy, quiet] = [(await aProject()).project.id, (await aProject()).project.id];
  const marked = async (id: ProjectId) => (await findGrowth(10_000)).find((one) => one.id === id)?.marked;
  const store = trackLedgerGrowth(async (rows: { project_id: ProjectId }[]) => rows.map(() => undefined));
  await store(Array.from({ length: 499 }, () => ({ project_id: busy })));
  expect(await marked(busy)).toBeUndefined();
  await store([{ project_id: busy }, { project_id: quiet }]);
  await expect.poll(() => marked(busy)).toBeDefined();
  expect(await marked(quiet)).toBeUndefined();

  const first = (await marked(busy))!;
  await expect.poll(() => markGrowth([busy, busy]).then(() => marked(busy))).not.toEqual(first);
  await removeMark(busy, first);
  const second = await marked(busy);
  expect(second).toBeDefined();
  await removeMark(busy, second!);
  expect(await marked(busy)).toBeUndefined();
});

test("a run compacts grown days, and leaves the rest marked for the next run when its time is over", async () => {
  const { id } = (await aProject()).project;
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, name, count)
    select ${id}, current_date, 1, 'event', 'view', 1 from generate_series(1, 2500) n`;
  await markGrowth([id]);
  await compactLedger(-1);
  expect((await findGrowth(10_000)).some((one) => one.id === id)).toBe(true);
  await compactLedger(60_000);
  expect((await findGrowth(10_000)).some((one) => one.id === id)).toBe(false);
  const [row] = await sql<
    { rows: number }[]
  >`select count(*)::int as rows from ledger where project_id = ${id}`;
  expect(row?.rows).toBe(1);
});

test("a day whose sums are too large for a column stays as it is, and does not keep other projects waiting", async () => {
  const [broken, other] = [(await aProject()).project.id, (await aProject()).project.id];
  const fill = (id: ProjectId, amount: string) => sql`
    insert into ledger (project_id, day, campaign_id, measure, name, count, amount)
    select ${id}, current_date, 1, 'ad_revenue', '', 1, ${amount}::bigint from generate_series(1, 2500) n`;
  await fill(broken, "9000000000000000");
  await fill(other, "5");
  await markGrowth([broken]);
  await markGrowth([other]);
  await compactLedger(60_000);
  const rows = async (id: ProjectId) =>
    (await sql<{ rows: number }[]>`select count(*)::int as rows from ledger where project_id = ${id}`)[0]
      ?.rows;
  expect([await rows(broken), await rows(other)]).toEqual([2_500, 1]);
  const marked = (await findGrowth(10_000)).map(({ id }) => id);
  expect([marked.includes(broken), marked.includes(other)]).toEqual([false, false]);
});
