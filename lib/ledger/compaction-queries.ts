import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { countsStoredIn } from "@/lib/ledger/measure-queries";

/**
 * The days that are being written (in any zone) and the totals without a day, with their numbers of rows. Also some
 * older days, which later activity still changes: `days` of them, from `ago` days back.
 */
export function findDaysToCompact(
  projectId: ProjectId,
  minRows: number,
  older: { ago: number; days: number },
): Promise<{ day: string; rows: number }[]> {
  return sql<{ day: string; rows: number }[]>`
    select d.day::text as day, counted.rows
    from (
      select day from (values ('-infinity'::date), (current_date - 1), (current_date), (current_date + 1)) as hot(day)
      union all
      select current_date - ${older.ago}::int - n from generate_series(0, ${older.days - 1}::int) as n
    ) d
    cross join lateral (
      select count(*)::int as rows from (
        select 1 from ledger l where l.project_id = ${projectId} and l.day = d.day limit 100000
      ) sample
    ) counted
    where counted.rows >= ${minRows}`;
}

/**
 * Replaces the rows of each cell by their sum, in one statement, so totals never change. Rows that are read together
 * are then stored together. Measures that are stored in the rows of another one get rows of their own, on their days.
 */
export async function compactDay(
  projectId: ProjectId,
  day: string,
): Promise<{ before: number; after: number }> {
  const cell = sql`day, campaign_id, measure, name, platform, country, install_version, ad_set_id, creative_id, keyword_id, publisher_id`;
  const [row] = await sql<{ before: number; after: number }[]>`
    with removed as (
      delete from ledger where project_id = ${projectId} and day = ${day}::text::date
      returning project_id, ${cell}, count, amount, cohort_day, cohort_age
    ),
    stored as (
      insert into ledger (project_id, ${cell}, count, amount)
      select ${projectId}, ${cell}, sum(count), sum(amount)
      from (
        select ${cell}, count, amount from removed
        union all
        select ${cell}, count, amount from (${countsStoredIn(sql`from removed l where true`)}) own
      ) counts
      group by ${cell} having sum(count) <> 0 or sum(amount) <> 0
      order by day, campaign_id, measure, name
      returning day
    )
    select (select count(*) from removed)::int as before,
      (select count(*) from stored where day = ${day}::text::date)::int as after`;
  return row!;
}

/** The latest first: compaction of a day writes to earlier ones. */
export const findDays = (projectId: ProjectId) => sql<{ day: string }[]>`
  select day::text as day from ledger where project_id = ${projectId} group by ledger.day order by ledger.day desc`;
