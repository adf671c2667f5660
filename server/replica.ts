import { watchReplica } from "@/db";
import { gauge } from "@/lib/platform/metrics";

/** Reports in the log and the metrics, from the start on, if reports are read from the configured replica. */
export function followReplica(): void {
  const replica = watchReplica();
  if (!replica) return;
  gauge(
    "cairn_replica_used",
    "This process: 1 while reports are read from the replica, 0 while they are read from the primary.",
    () => Number(replica.isUsed),
  );
  gauge("cairn_replica_lag_seconds", "This process: replica lag, if known.", () => replica.lagSeconds);
}
