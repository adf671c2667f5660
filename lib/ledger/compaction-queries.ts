import type postgres from "postgres";
import { patientSql, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { countsStoredIn, isSummedMeasure } from "@/lib/ledger/measure-queries";

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

const compactingAlone = (transaction: postgres.TransactionSql, projectId: ProjectId) =>
  transaction`select pg_advisory_xact_lock(hashtext('ledger.compact'), ${projectId}::int)`;

/**
 * Replaces the rows of each cell by their sum, in one statement, so totals never change. Rows that are read together
 * are then stored together. Measures that are stored in the rows of another one get rows of their own, on their days.
 * Rows that are compacted for the first time are added to the sums of cohorts. Parallel compactions of a project wait for
 * each other before they read.
 */
export function compactDay(projectId: ProjectId, day: string): Promise<{ before: number; after: number }> {
  const cell = sql`day, campaign_id, measure, name, platform, country, install_version, ad_set_id, creative_id, keyword_id, publisher_id`;
  const here = sql`${day}::text::date`;
  return sql.begin(async (transaction) => {
    await compactingAlone(transaction, projectId);
    const [row] = await transaction<{ before: number; after: number }[]>`
    with removed as (
      delete from ledger where project_id = ${projectId} and day = ${here}
      returning project_id, ${cell}, count, amount, cohort_day, cohort_age, sum_mark
    ),
    marked as materialized (select exists (select from removed where sum_mark = 2) as yes),
    days as materialized (
      select ${here} as day
      union
      select r.day from (select distinct cohort_day as day from removed) r where exists (
        select from ledger l where l.project_id = ${projectId} and l.day = r.day and l.sum_mark = 2)
    ),
    counts as (
      select ${cell}, count, amount, sum_mark = 0 or not (select yes from marked) as is_new from removed
      union all
      select ${cell}, count, amount, true from (${countsStoredIn(sql`from removed l where true`)}) own
    ),
    stored as (
      insert into ledger (project_id, ${cell}, count, amount, sum_mark)
      select ${projectId}, ${cell}, sum(count), sum(amount),
        case when day = ${here} and row_number() over (partition by day) = 1 then 2
          when ${isSummedMeasure("measure")} and day in (select day from days) then 1 else 0 end
      from counts
      group by ${cell} having sum(count) <> 0 or sum(amount) <> 0
      order by day, campaign_id, measure, name
      returning day
    ),
    summed as (
      insert into cohort_sums (project_id, measure, name, day, campaign_id, count, amount)
      select ${projectId}::bigint, measure, name, day, campaign_id, sum(count), sum(amount) from counts
      where is_new and ${isSummedMeasure("measure")} and day in (select day from days)
      group by day, campaign_id, measure, name
      union all
      select ${projectId}::bigint, '', '', ${here}, 0, 0, 0
      order by 2, 3, 4, 5
      on conflict (project_id, measure, name, day, campaign_id) do update set
        count = excluded.count + case when cohort_sums.day <> ${here} or (select yes from marked) then cohort_sums.count else 0 end,
        amount = excluded.amount + case when cohort_sums.day <> ${here} or (select yes from marked) then cohort_sums.amount else 0 end
    ),
    outdated as (
      update cohort_sums s set count = 0, amount = 0
      where not (select yes from marked) and s.project_id = ${projectId} and s.day = ${here} and s.measure <> '' and not exists (
        select from counts c where c.day = ${here} and c.measure = s.measure and c.name = s.name and c.campaign_id = s.campaign_id)
    )
    select (select count(*) from removed)::int as before,
      (select count(*) from stored where day = ${here})::int as after`;
    return row!;
  });
}

/** Corrects the sums of cohorts from the rows that are counted in them. Returns the number of wrong sums. */
export function correctCohortSums(projectId: ProjectId): Promise<number> {
  return patientSql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`set local lock_timeout = 0`;
    await compactingAlone(transaction, projectId);
    const [row] = await transaction<{ corrected: number }[]>`
      with days as materialized (select day from ledger where project_id = ${projectId} and sum_mark = 2),
      both_sides as (
        select measure, name, day, campaign_id, -count as count, -amount as amount from cohort_sums
        where project_id = ${projectId} and day in (select day from days)
        union all
        select measure, name, day, campaign_id, count, amount from ledger
        where project_id = ${projectId} and sum_mark > 0 and ${isSummedMeasure("measure")} and day in (select day from days)
      ),
      added as (
        insert into cohort_sums (project_id, measure, name, day, campaign_id, count, amount)
        select ${projectId}, measure, name, day, campaign_id, sum(count), sum(amount) from both_sides
        group by measure, name, day, campaign_id having sum(count) <> 0 or sum(amount) <> 0
        order by measure, name, day, campaign_id
        on conflict (project_id, measure, name, day, campaign_id) do update
        set count = cohort_sums.count + excluded.count, amount = cohort_sums.amount + excluded.amount
        returning day
      )
      select count(*)::int as corrected from added`;
    return row!.corrected;
  });
}

/** The latest first: compaction of a day writes to earlier ones. */
export const findDays = (projectId: ProjectId) => sql<{ day: string }[]>`
  select day::text as day from ledger where project_id = ${projectId} group by ledger.day order by ledger.day desc`;
