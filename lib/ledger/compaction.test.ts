import { expect, test } from "vitest";
import { sql } from "@/db";
import { compactDay, findDaysToCompact } from "@/lib/ledger/compaction-queries";
import { aProject, ledgerOf } from "@/testing/factories";

test("days of the past to which much was added are found and folded, and say the same as before", async () => {
  const { project } = await aProject();
  const [row] = await sql<{ day: string }[]>`select (current_date - 12)::text as day`;
  const day = row!.day;
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, name, count, amount)
    select ${project.id}, ${day}::text::date, 1 + n % 3, 'event', 'view', 1, n from generate_series(1, 2500) n`;
  const before = await ledgerOf(project.id);
  const found = async (ago: number) =>
    (await findDaysToCompact(2_000, { ago, days: 8 })).filter(({ id }) => id === project.id);
  expect(await found(20)).toEqual([]);
  expect(await found(10)).toEqual([{ id: project.id, day, rows: 2_500 }]);
  expect(await compactDay(project.id, day)).toEqual({ before: 2_500, after: 3 });
  expect(await ledgerOf(project.id)).toEqual(before);
  expect(await found(10)).toEqual([]);
});
