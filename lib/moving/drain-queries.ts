import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

/**
 * The transactions that write to a table of this database now. A statement locks its tables before it checks if a
 * project is frozen. So this list has every running statement that saw the project active.
 */
export async function findWriting(): Promise<string[]> {
  const rows = await sql<{ writer: string }[]>`
    select distinct l.virtualtransaction as writer
    from pg_locks l join pg_class c on c.oid = l.relation
    where l.locktype = 'relation' and l.mode = 'RowExclusiveLock' and c.relkind in ('r', 'p')
      and l.database = (select d.oid from pg_database d where d.datname = current_database())`;
  return rows.map(({ writer }) => writer);
}

/** The transactions in the list that have not ended: each holds a lock on itself. */
export async function findStillWriting(writers: string[]): Promise<string[]> {
  const rows = await sql<{ writer: string }[]>`
    select l.virtualxid as writer from pg_locks l
    where l.locktype = 'virtualxid' and l.virtualxid = any(${writers}::text[])`;
  return rows.map(({ writer }) => writer);
}

/** True while a task that sends calls or emails may still be working on the project since before the freeze. */
export async function findSending(project: ProjectId, queues: string): Promise<boolean> {
  const rows = await sql`
    select from task_leases t join projects p on p.id = ${project}
    where t.holder is not null and t.lease_until > now()
      and (starts_with(t.task, ${queues}) or t.task = 'mails' and t.last_started_at <= p.frozen_at) limit 1`;
  return rows.length > 0;
}

export type WaitingSpool = { host: string; folder: string; bytes: number; silent: number };

/** The database's time. */
export async function findTime(): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`select now() as at`;
  return row!.at;
}

/**
 * The disks that may hold clicks of a project that was frozen before `since`: a report after that includes the freeze
 * (server/spool/report.ts). Times are rounded to milliseconds. If `since` is null: the disks that hold clicks or have
 * stopped reporting.
 */
export const findSpools = (since: Date | null) => sql<WaitingSpool[]>`
  select host, folder, bytes, extract(epoch from now() - reported_at)::int as silent
  from click_spools
  where bytes > 0 or reported_at <= coalesce(${since}::timestamptz + interval '1 millisecond', now() - interval '30 seconds')
  order by bytes desc, reported_at`;
