import { sql } from "@/db";

/**
 * The oldest transaction that a statement still running may not have seen. A fact whose statement began before a
 * decision was committed is counted under the version before it; once the decision lies behind this horizon all such
 * statements have ended and their facts can be seen. A transaction that is just being committed shows no snapshot any
 * more, and the snapshots of others are not read at one instant: what is not over when this begins is never behind it.
 */
export async function readHorizon(): Promise<number> {
  const [row] = await sql<{ horizon: number }[]>`
    with here as (
      select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest
    )
    select least(max(here.oldest), min(here.next - ((here.next % 4294967296 - a.backend_xmin::text::bigint + 4294967296) % 4294967296)))
      as horizon
    from here left join pg_stat_activity a on a.backend_xmin is not null and a.pid <> pg_backend_pid()
      and a.datname = current_database() and a.backend_type = 'client backend'`;
  return row!.horizon;
}

/** The number of a transaction that begins and ends here. */
export async function newTransaction(): Promise<number> {
  const [row] = await sql<{ xid: number }[]>`select pg_current_xact_id()::text::bigint as xid`;
  return row!.xid;
}
