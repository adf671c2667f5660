import { sql } from "@/db";

export type LeaseClaim = { taken: boolean; dueInMs: number };

/**
 * Takes the lease of a task that is due: a fixed time after its last start, in any process. It is due at once if its
 * holder died or the clock was set back behind that start. Otherwise returns the time until the next check.
 */
export async function insertLease(
  task: string,
  holder: string,
  ms: number,
  everyMs: number,
): Promise<LeaseClaim> {
  const [row] = await sql<[LeaseClaim]>`
    with claimed as (
      insert into task_leases (task, holder, lease_until, last_started_at)
      values (${task}, ${holder}, now() + ${ms} * interval '1 millisecond', now())
      on conflict (task) do update set holder = excluded.holder, lease_until = excluded.lease_until,
        last_started_at = excluded.last_started_at
        where task_leases.lease_until < now() and task_leases.holder is not null
          or task_leases.holder is null and (task_leases.last_started_at is null
            or task_leases.last_started_at <= now() - ${everyMs} * interval '1 millisecond'
            or task_leases.last_started_at > now() + interval '1 minute' or ${everyMs} = 0)
      returning 1
    )
    select exists (select from claimed) as taken, coalesce((
      select extract(epoch from case when t.holder is null
        then t.last_started_at + ${everyMs} * interval '1 millisecond' else t.lease_until end - now()) * 1000
      from task_leases t where t.task = ${task}), 0)::float8 as "dueInMs"`;
  return row;
}

/** False when another process has taken over. An expired lease that is still free is renewed. */
export async function extendLease(task: string, holder: string, ms: number): Promise<boolean> {
  const rows = await sql`
    update task_leases set lease_until = now() + ${ms} * interval '1 millisecond'
    where task = ${task} and holder = ${holder} returning task`;
  return rows.length > 0;
}

/** Clears the holder. Otherwise a clock that steps back a little would make the lease look held. */
export async function endLease(task: string, holder: string, result: { ok?: unknown }): Promise<void> {
  await sql`
    update task_leases set holder = null, lease_until = now(), last_ended_at = now(),
      last_result = ${JSON.stringify(result)}::text::jsonb,
      last_succeeded_at = case when ${result.ok === true} then now() else last_succeeded_at end
    where task = ${task} and holder = ${holder}`;
}

/** Reports that a process is running, deletes processes that have not reported for too long, and counts the rest. */
export async function insertPresence(id: string, ms: number): Promise<number> {
  const [row] = await sql<{ alive: number }[]>`
    with removed as (delete from task_leases where task like 'process %' and lease_until < now()),
    here as (
      insert into task_leases (task, lease_until, last_started_at)
      values ('process ' || ${id}::text, now() + ${ms} * interval '1 millisecond', now())
      on conflict (task) do update set lease_until = excluded.lease_until)
    select 1 + count(*)::int as alive from task_leases
    where task like 'process %' and task <> 'process ' || ${id}::text and lease_until >= now()`;
  return row!.alive;
}

export async function countAlive(): Promise<number> {
  const [row] = await sql<{ alive: number }[]>`
    select count(*)::int as alive from task_leases where task like 'process %' and lease_until >= now()`;
  return row!.alive;
}

export async function endPresence(id: string): Promise<void> {
  await sql`delete from task_leases where task = 'process ' || ${id}::text`;
}
