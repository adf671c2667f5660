import { sql } from "@/db";
import type { ProjectId } from "@/lib/ids";
import { bothSides } from "@/lib/ledger/verify-queries";

/** Null: there are facts on their way from one cell to another, so nobody could say what the ledger should hold. */
export type Corrected = { cells: number; days: number } | null;

/**
 * Adds to the ledger what it lacks of the facts, and takes away what it has too much. Facts and their cells are stored
 * by one statement and therefore seen together or not at all, so what is missing in this statement's snapshot is
 * missing for ever, whatever others write meanwhile: nobody has to wait.
 */
export function correctLedger(projectId: ProjectId, timeZone: string): Promise<Corrected> {
  return sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    await transaction`set local lock_timeout = 0`;
    // Two at once would both add what is missing. Taken before the statement that looks, whose snapshot is later.
    await transaction`select pg_advisory_xact_lock(hashtext('ledger.correct'), ${projectId}::int)`;
    const [row] = await transaction<{ settled: boolean; cells: number; days: number }[]>`
      with ${bothSides(projectId, timeZone)},
      settled as materialized (
        select not exists (
          select 1 from installs s
          where s.project_id = ${projectId} and s.decision_version > 0 and (s.moved_version <> s.decision_version or s.look_again)
        ) as yes
      ),
      added as (
        insert into ledger (project_id, day, campaign_id, measure, name, platform, ad_set_id, creative_id, keyword_id, count, amount)
        select ${projectId}, day, campaign_id, measure, name, platform, ad_set_id, creative_id, keyword_id,
          sum(facts_count) - sum(ledger_count), sum(facts_amount) - sum(ledger_amount)
        from sides where (select yes from settled)
        group by day, campaign_id, measure, name, platform, ad_set_id, creative_id, keyword_id
        having sum(ledger_count) <> sum(facts_count) or sum(ledger_amount) <> sum(facts_amount)
        returning day
      )
      select (select yes from settled) as settled, count(*)::int as cells, count(distinct day)::int as days from added`;
    return row?.settled ? { cells: row.cells, days: row.days } : null;
  });
}

/** The same for the users of events: by which day in the project's zone each was there. */
export function correctEventUsers(
  projectId: ProjectId,
  timeZone: string,
): Promise<{ added: number; removed: number }> {
  return sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`;
    const [row] = await transaction<{ added: number; removed: number }[]>`
      with cut as (
        select coalesce(max(before), '-infinity') as before from retention_cuts where project_id = ${projectId} and kind = 'events'
      ),
      facts as materialized (
        select distinct e.name, (e.occurred_at at time zone ${timeZone})::date as day, e.user_id,
          coalesce(e.install_instance_id, '') as install_instance_id
        from events e where e.project_id = ${projectId} and e.user_id is not null
          and (e.occurred_at at time zone ${timeZone})::date >= (select before from cut)
      ),
      gone as (
        delete from event_users u where u.project_id = ${projectId} and u.day >= (select before from cut) and not exists (
          select 1 from facts f where f.name = u.name and f.day = u.day and f.user_id = u.user_id
            and f.install_instance_id = u.install_instance_id
        ) returning 1
      ),
      added as (
        insert into event_users (project_id, name, day, user_id, install_instance_id)
        select ${projectId}, f.name, f.day, f.user_id, f.install_instance_id from facts f
        on conflict do nothing returning 1
      )
      select (select count(*) from added)::int as added, (select count(*) from gone)::int as removed`;
    return row!;
  });
}
