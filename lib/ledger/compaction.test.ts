import { expect, test } from "vitest";
import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { compactLedger } from "@/lib/ledger/compaction";
import { compactDay, findDaysToCompact } from "@/lib/ledger/compaction-queries";
import { trackLedgerGrowth } from "@/lib/ledger/growth";
import { findGrowth, markGrowth, removeMark } from "@/lib/ledger/growth-queries";
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
