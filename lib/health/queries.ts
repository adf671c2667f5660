import { sql } from "@/db";

export type Vitals = { oldest_pending_seconds: number | null };

/** Proves the database answers, and tells how long the oldest undecided install has waited. */
export async function readVitals(): Promise<Vitals> {
  const [row] = await sql<Vitals[]>`
    select extract(epoch from now() - min(pending.installed_at))::float8 as oldest_pending_seconds
    from projects p
    cross join lateral (
      select i.installed_at from undecided w join installs i on i.project_id = w.project_id and i.id = w.install_id
      where w.project_id = p.id order by w.install_id limit 1
    ) pending
    where p.deleted_at is null`;
  return row!;
}

/** One small commit, in a table that every process may write to at any time. */
export async function writeSomething(): Promise<void> {
  await sql`
    insert into task_leases (task, lease_until, last_started_at) values ('readiness', now(), now())
    on conflict (task) do update set last_started_at = now()`;
}
