import { sql } from "@/db";

/** The snapshot of a statement, and the connections at work then: each may have begun without seeing it. */
export type TransactionHorizon = { snapshot: string; running: { pids: number[]; began: string[] } };

/**
 * Active are transactions of Cairn that are open on this database. People who look around in the database
 * and other programs store nothing that is counted, so nobody waits for them. Poolers may add an address to a name.
 */
const atWork = () => sql`
  from pg_stat_activity a join pg_stat_activity here on here.pid = pg_backend_pid()
  where a.pid <> here.pid and a.datname = here.datname and a.usename = here.usename and a.xact_start is not null
    and split_part(a.application_name, ' - ', 1) = split_part(here.application_name, ' - ', 1)`;

/** A statement reads who is at work after it has taken its snapshot: who begins later sees at least as much. */
export async function readMoment(): Promise<TransactionHorizon> {
  const [row] = await sql<{ snapshot: string; pids: number[]; began: string[] }[]>`
    select pg_current_snapshot()::text as snapshot,
      (select coalesce(array_agg(a.pid order by a.pid), '{}') ${atWork()}) as pids,
      (select coalesce(array_agg(a.xact_start::text order by a.pid), '{}') ${atWork()}) as began`;
  const { snapshot, pids, began } = row!;
  return { snapshot, running: { pids, began } };
}

/** A transaction counts as open until everybody can see what it did. */
export async function isAnyRunning({ pids, began }: TransactionHorizon["running"]): Promise<boolean> {
  if (pids.length === 0) return false;
  const [row] = await sql<{ running: boolean }[]>`
    select exists (
      select from unnest(${pids}::int[], ${began}::text[]) as known(pid, began)
      join pg_stat_activity a on a.pid = known.pid and a.xact_start::text = known.began
    ) as running`;
  return row!.running;
}
