import { sql } from "@/db";

export async function takeLease(task: string, ms: number): Promise<boolean> {
  const rows = await sql`
    insert into task_leases (task, lease_until, last_started_at)
    values (${task}, now() + ${ms} * interval '1 millisecond', now())
    on conflict (task) do update set lease_until = excluded.lease_until, last_started_at = excluded.last_started_at
      where task_leases.lease_until < now()
    returning task`;
  return rows.length > 0;
}

export async function releaseLease(task: string, result: Record<string, unknown>): Promise<void> {
  await sql`
    update task_leases set lease_until = now(), last_ended_at = now(), last_result = ${JSON.stringify(result)}::text::jsonb
    where task = ${task}`;
}

/** Months of clicks and events: those that already hold days asked for, and the next two. */
export async function makePartitions(): Promise<number> {
  const [row] = await sql<{ made: number }[]>`
    select make_month_partitions((now() - interval '1 month')::date, (now() + interval '2 months')::date) as made`;
  return row!.made;
}
