import { sql } from "@/db";

/** A transaction as others are shown it, in 32 bits, in the 64 that it counts in. */
const whole = (xid: Fragment) => sql`
  here.next + (${xid}::text::bigint - here.next % 4294967296 + 6442450944) % 4294967296 - 2147483648`;

type Fragment = ReturnType<typeof sql>;

/**
 * `horizon`: the oldest transaction that is not over, or was not when the statement of somebody that still runs began.
 * `last`: the newest that is not over; 0 where there is none.
 */
export async function findHorizon(): Promise<{ horizon: number; last: number }> {
  const [row] = await sql<{ horizon: number; last: number }[]>`
    with here as (
      select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest
    )
    select least(max(here.oldest), min(${whole(sql`a.backend_xmin`)})) as horizon, coalesce(max(${whole(sql`a.backend_xid`)}), 0) as last
    from here left join pg_stat_activity a on (a.backend_xmin is not null or a.backend_xid is not null) and a.pid <> pg_backend_pid()
      and a.datname = current_database() and a.backend_type = 'client backend'`;
  return row!;
}

/** Whether it is over, and all before it are. */
export async function isOver(transaction: number): Promise<boolean> {
  const [row] = await sql<{ over: boolean }[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint > ${transaction} as over`;
  return row!.over;
}

/** The number of a transaction that begins and ends here. */
export async function newTransaction(): Promise<number> {
  const [row] = await sql<{ xid: number }[]>`select pg_current_xact_id()::text::bigint as xid`;
  return row!.xid;
}
