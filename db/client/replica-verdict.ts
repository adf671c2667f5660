/** A server's report of its state. Positions are bytes of the WAL, times are seconds of its own clock. */
export type ServerVitals = {
  standby: boolean;
  system: string;
  database: string;
  migrations: number;
  position: number;
  now: number;
  replayed_at: number | null;
};

/** A WAL position of the primary, with the time at which it was read. */
export type WalMark = { position: number; at: number };

export type ReplicaVerdict = { fault: string | null; lagSeconds: number | null };

/**
 * Decides if reports may be read from a server that is configured as a replica of the primary. `marks` are earlier
 * positions of the primary, the latest first. A replica that has replayed one of them lags at most by the time since
 * then. So it has no lag while no data is written, whatever the time of the last change.
 */
export function evaluateReplica(
  primary: ServerVitals,
  replica: ServerVitals,
  marks: WalMark[],
  at: number,
  maxLagSeconds: number,
): ReplicaVerdict {
  const no = (fault: string): ReplicaVerdict => ({ fault, lagSeconds: null });
  if (replica.system !== primary.system || replica.database !== primary.database)
    return no("contains another database");
  if (!replica.standby) return no("is not a standby");
  const lagSeconds = lag(primary, replica, marks, at);
  if (replica.migrations < primary.migrations) return { fault: "lacks migrations", lagSeconds };
  if (lagSeconds > maxLagSeconds) return { fault: `is more than ${maxLagSeconds} s behind`, lagSeconds };
  return { fault: null, lagSeconds };
}

function lag(primary: ServerVitals, replica: ServerVitals, marks: WalMark[], at: number): number {
  if (replica.position >= primary.position) return 0;
  const replayed = marks.find(({ position }) => position <= replica.position);
  if (replayed) return at - replayed.at;
  // The replica has replayed none of the marks. Both times are of the primary's clock, which stamps the changes that
  // the replica replays.
  const since = replica.replayed_at === null ? Number.POSITIVE_INFINITY : primary.now - replica.replayed_at;
  return Math.max(since, marks.length > 0 ? at - marks.at(-1)!.at : 0);
}
