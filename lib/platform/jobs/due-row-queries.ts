import { type Fragment, sql } from "@/db";
import { projectsWith } from "@/db/projects-with";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";

/** Tables of rows that run on a schedule, each with the table of its run log. */
const runLogs = {
  file_exports: { runs: "file_runs", of: "export_id" },
  audiences: { runs: "audience_runs", of: "audience_id" },
} as const;
export type DueTable = keyof typeof runLogs;

/** The claim of a process on a row, which it renews while it works. */
export type RowClaim = {
  table: DueTable;
  project: ProjectId;
  id: number;
  claim: string;
  /** The time at which the row was due. An erasure or a member's request during the run changes it. */
  dueAt: Date;
};

export const findProjectsWithDueRows = (table: DueTable, at: Date) => sql<{ id: number }[]>`/* all projects */
  select p.id from ${projectsWith(
    table,
    sql`w.next_at <= ${at} and (w.claimed_until is null or w.claimed_until <= ${at})`,
  )} busy
  join projects p on p.id = busy.id
  where p.deleted_at is null and p.archived_at is null and p.frozen_at is null`;

/** Claims the row that is due longest. */
export async function claimDueRow(
  table: DueTable,
  project: ProjectId,
  { claim, at, until }: { claim: string; at: Date; until: Date },
): Promise<RowClaim | null> {
  const [row] = await sql<{ id: number; next_at: Date }[]>`
    with due as (
      select d.id from ${sql(table)} d
      where d.project_id = ${project} and d.next_at <= ${at} and (d.claimed_until is null or d.claimed_until <= ${at})
      order by d.next_at limit 1 for update skip locked
    )
    update ${sql(table)} t set claim = ${claim}, claimed_until = ${until}
    from due where t.project_id = ${project} and t.id = due.id and ${whereWritable(project)}
    returning t.id, t.next_at`;
  return row ? { table, project, id: row.id, claim, dueAt: row.next_at } : null;
}

/** A condition of every statement of a run: no other process has taken over, and no member changed the row. */
export const isHeld = ({ table, project, id, claim }: RowClaim): Fragment => sql`
  exists (select from ${sql(table)} h where h.project_id = ${project} and h.id = ${id} and h.claim = ${claim})`;

/** False after another process has taken over, or a member has changed or removed the row. */
export async function extendClaim({ table, project, id, claim }: RowClaim, until: Date): Promise<boolean> {
  const rows = await sql`
    update ${sql(table)} t set claimed_until = ${until}
    where t.project_id = ${project} and t.id = ${id} and t.claim = ${claim} and ${whereWritable(project)}
    returning 1`;
  return rows.length > 0;
}

/** A row that became due during the run stays due. */
export const releaseRow = (
  { table, project, id, claim, dueAt }: RowClaim,
  { at, failed }: { at: Date | null; failed: boolean },
) => sql`
  update ${sql(table)} t set claim = null, claimed_until = null,
    next_at = case when t.next_at = ${dueAt} then ${at}::timestamptz else t.next_at end,
    failures = case when ${failed} then least(t.failures + 1, 1000) else 0 end
  where t.project_id = ${project} and t.id = ${id} and t.claim = ${claim}`;

/** Stored after the row, because they are encrypted for its ID. */
export const saveRowCredentials = (
  table: DueTable,
  project: ProjectId,
  id: number,
  credentials: Buffer,
) => sql`
  update ${sql(table)} t set credentials = ${credentials}
  where t.project_id = ${project} and t.id = ${id} and ${whereWritable(project)}`;

/** The newest runs of a row. */
export const findRunsOf = <Run extends object>(
  table: DueTable,
  project: ProjectId,
  id: number,
  max: number,
) => {
  const { runs, of } = runLogs[table];
  return sql<Run[]>`
    select r.* from ${sql(runs)} r
    where r.project_id = ${project} and r.${sql(of)} = ${id} order by r.id desc limit ${max}`;
};

export type LastRun<Run> = Run & { row_id: number; succeeded_at: Date | null };

/** The last run of each row of a project, and the time of the last one that succeeded. */
export const findLastRunsOf = <Run extends object>(table: DueTable, project: ProjectId) => {
  const { runs, of } = runLogs[table];
  return sql<LastRun<Run>[]>`
    select r.*, t.id as row_id, (
        select max(d.ended_at) from ${sql(runs)} d
        where d.project_id = ${project} and d.${sql(of)} = t.id and d.state = 'done') as succeeded_at
    from ${sql(table)} t cross join lateral (
      select * from ${sql(runs)} l where l.project_id = ${project} and l.${sql(of)} = t.id order by l.id desc limit 1) r
    where t.project_id = ${project}`;
};

/** Removes old runs from the log, except for open ones. */
export const removeOldRunsOf = ({ table, project, id }: RowClaim, kept: number) => {
  const { runs, of } = runLogs[table];
  return sql`
    delete from ${sql(runs)} r
    where r.project_id = ${project} and r.${sql(of)} = ${id} and r.state in ('done', 'failed') and r.id <= (
      select o.id from ${sql(runs)} o where o.project_id = ${project} and o.${sql(of)} = ${id}
      order by o.id desc offset ${kept} limit 1)`;
};
