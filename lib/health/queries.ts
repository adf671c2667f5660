import { sql } from "@/db";

export type Vitals = { oldest_pending_seconds: number | null };

/** Proves the database answers, and tells how long the oldest undecided install has waited. */
export async function readVitals(): Promise<Vitals> {
  const [row] = await sql<Vitals[]>`
    select extract(epoch from now() - min(pending.installed_at))::float8 as oldest_pending_seconds
    from projects p
    cross join lateral (
      select i.installed_at from installs i
      where i.project_id = p.id and i.state = 'PENDING' order by i.installed_at limit 1
    ) pending
    where p.deleted_at is null`;
  return row!;
}
