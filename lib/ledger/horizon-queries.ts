import { sql } from "@/db";

/** The snapshot of a statement, and the transactions active at that time, which may not see it. */
export type TransactionHorizon = { snapshot: string; running: { pids: number[]; began: string[] } };

/**
 * Active transactions of Cairn on this database. Other programs and manual sessions store no counted facts, so they are
 * ignored. Poolers may add an address to a name.
 */
const atWork = () => sql`
  from pg_stat_activity a join pg_stat_activity here on here.pid = pg_backend_pid()
  where a.pid <> here.pid and a.datname = here.datname and a.usename = here.usename and a.xact_start is not null
    and split_part(a.application_name, ' - ', 1) = split_part(here.application_name, ' - ', 1)`;

/** The statement reads the active transactions after taking its snapshot. Later transactions see at least as much. */
export async function readMoment(): Promise<TransactionHorizon> {
  const [row] = await sql<{ snapshot: string; pids: number[]; began: string[] }[]>`
    select pg_current_snapshot()::text as snapshot,
      (select coalesce(array_agg(a.pid order by a.pid), '{}') ${atWork()}) as pids,
      (select coalesce(array_agg(a.xact_start::text order by a.pid), '{}') ${atWork()}) as began`;
  const { snapshot, pids, began } = row!;
  return { snapshot, running: { pids, began } };
}

/** A transaction counts as open until its changes are visible to all others. */
export async function isAnyRunning({ pids, began }: TransactionHorizon["running"]): Promise<boolean> {
  if (pids.length === 0) return false;
  const [row] = await sql<{ running: boolean }[]>`
    select exists (
      select from unnest(${pids}::int[], ${began}::text[]) as known(pid, began)
      join pg_stat_activity a on a.pid = known.pid and a.xact_start::text = known.began
    ) as running`;
  return row!.running;
}
