import { sql } from "@/db";

export async function insertLease(task: string, ms: number): Promise<boolean> {
  const rows = await sql`
    insert into task_leases (task, lease_until, last_started_at)
    values (${task}, now() + ${ms} * interval '1 millisecond', now())
    on conflict (task) do update set lease_until = excluded.lease_until, last_started_at = excluded.last_started_at
      where task_leases.lease_until < now()
    returning task`;
  return rows.length > 0;
}

export async function extendLease(task: string, ms: number): Promise<void> {
  await sql`update task_leases set lease_until = now() + ${ms} * interval '1 millisecond' where task = ${task}`;
}

export async function endLease(task: string, result: { ok?: unknown }): Promise<void> {
  await sql`
    update task_leases set lease_until = now(), last_ended_at = now(), last_result = ${JSON.stringify(result)}::text::jsonb,
      last_succeeded_at = case when ${result.ok === true} then now() else last_succeeded_at end
    where task = ${task}`;
}
