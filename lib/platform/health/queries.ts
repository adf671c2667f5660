import { sql } from "@/db";
import { projectsWith } from "@/db/projects-with";

export type Vitals = { oldest_pending_seconds: number | null };

/** Proves that the database answers, and reads the waiting time of the oldest pending install. */
export async function readVitals(): Promise<Vitals> {
  const [row] = await sql<Vitals[]>`/* all projects */
    select extract(epoch from now() - min(pending.installed_at))::float8 as oldest_pending_seconds
    from ${projectsWith("undecided")} busy join projects p on p.id = busy.id and p.deleted_at is null
    cross join lateral (
      select i.installed_at from undecided w join installs i on i.project_id = w.project_id and i.id = w.install_id
      where w.project_id = busy.id order by w.install_id limit 1
    ) pending`;
  return row!;
}

/** The table of probes is emptied beyond this size. */
const maxProbeBytes = 1024 * 1024;

/**
 * Proves that the database can store: adds a new page in a separate file, and a small commit to the log. A full disk
 * refuses the page, although existing rows can still be changed.
 */
export async function proveStorage(): Promise<void> {
  const [row] = await sql<{ bytes: number }[]>`
    with probe as (insert into readiness_probes default values),
    commit as (
      insert into task_leases (task, lease_until, last_started_at) values ('readiness', now(), now())
      on conflict (task) do update set last_started_at = now()
    )
    select pg_relation_size('readiness_probes')::float8 as bytes`;
  if (row!.bytes > maxProbeBytes) await emptyProbes();
}

/**
 * Skipped while another session uses the table (such as pg_dump), because all probes would wait behind this statement.
 */
const emptyProbes = () => sql`
  do $$ begin
    lock table readiness_probes in access exclusive mode nowait;
    truncate readiness_probes;
  exception when lock_not_available then null;
  end $$`;

/** Times are seconds since 1970; for waiting rows, the time of the oldest one. */
export type DatabaseFigures = {
  pending: number;
  pending_since: number | null;
  to_reassign: number;
  to_reassign_since: number | null;
  uncompacted_rows: number | null;
  destinations_paused: number;
  delivery_due_since: number | null;
  failing_pulls: Record<string, number>;
  failing_push: Record<string, number>;
  successes: Record<string, number>;
};

/**
 * The queues of the whole database. They are read from tables with waiting rows only, and by indexes of paused, failing
 * or waiting rows only. An install's ID begins with the time of its arrival.
 */
export async function readFigures(tasks: string[]): Promise<DatabaseFigures> {
  const [row] = await sql<DatabaseFigures[]>`/* all projects */
    with recursive queues as (
      (select d.project_id, d.destination_id, d.next_at from deliveries d
        where d.next_at is not null order by d.project_id, d.destination_id, d.next_at limit 1)
      union all
      select n.project_id, n.destination_id, n.next_at from queues l cross join lateral (
        select d.project_id, d.destination_id, d.next_at from deliveries d
        where d.next_at is not null and (d.project_id, d.destination_id) > (l.project_id, l.destination_id)
        order by d.project_id, d.destination_id, d.next_at limit 1
      ) n
    )
    select pending.*, waiting.*, paused.*, due.*, pulls.failing_pulls, push.failing_push, tasks.uncompacted_rows, tasks.successes
    from (
      select count(*)::int as pending,
        extract(epoch from min(uuid_extract_timestamp(w.install_id)))::float8 as pending_since
      from projects p join undecided w on w.project_id = p.id where p.deleted_at is null
    ) pending, (
      select count(*)::int as to_reassign, extract(epoch from min(u.since))::float8 as to_reassign_since
      from projects p join pending_reassignments u on u.project_id = p.id where p.deleted_at is null
    ) waiting, (
      select coalesce(jsonb_object_agg(network, projects), '{}') as failing_pulls from (
        select a.network, count(distinct p.id) as projects
        from projects p join network_pulls n on n.project_id = p.id
          join network_accounts a on a.project_id = n.project_id and a.id = n.account_id
        where p.deleted_at is null and n.failures > 0 and a.status = 'ACTIVE'
        group by a.network
      ) failing
    ) pulls, (
      select coalesce(jsonb_object_agg(kind, projects), '{}') as failing_push from (
        select s.kind, count(distinct p.id) as projects
        from projects p join push_services s on s.project_id = p.id
        where p.deleted_at is null and s.failures > 0
        group by s.kind
      ) failing
    ) push, (
      select count(*)::int as destinations_paused
      from destinations t join projects p on p.id = t.project_id
      where t.paused_at is not null and p.deleted_at is null and t.deleted_at is null and t.mode <> 'off'
    ) paused, (
      select extract(epoch from min(l.next_at))::float8 as delivery_due_since
      from queues l join destinations t on t.project_id = l.project_id and t.id = l.destination_id
      join projects p on p.id = l.project_id
      where l.next_at <= now() and t.paused_at is null and t.deleted_at is null and t.mode <> 'off'
        and p.deleted_at is null
    ) due, (
      select max((last_result->>'before')::int) filter (where task = 'compaction') as uncompacted_rows,
        coalesce(jsonb_object_agg(task, extract(epoch from last_succeeded_at)::float8)
          filter (where last_succeeded_at is not null), '{}') as successes
      from task_leases where task = any(${tasks}::text[])
    ) tasks`;
  return row!;
}
