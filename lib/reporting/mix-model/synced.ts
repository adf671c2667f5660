import type { Project } from "@/lib/accounts/access/project";
import { sumLedger } from "@/lib/ledger/sum-queries";
import type { DateRange } from "@/lib/reporting/metrics/compare";
import type { SyncedAccount } from "@/lib/reporting/mix-model/gaps";
import { connectable } from "@/lib/spend/pull/fields";
import { findPulls } from "@/lib/spend/pull/queries";

/**
 * The last day that each connected account was synced. If no account of a network ever was, its spend comes from files
 * or by hand, and its last day counts.
 */
export async function syncedUntil(project: Project, days: DateRange): Promise<SyncedAccount[]> {
  const accounts = await findPulls(project.id, Object.keys(connectable));
  const connected = accounts.filter(({ status, has_credentials }) => status === "ACTIVE" && has_credentials);
  const synced = new Set(connected.flatMap(({ network, succeeded_at }) => (succeeded_at ? [network] : [])));
  const waiting = connected.flatMap(({ network }) => (synced.has(network) ? [] : [network]));
  const spent =
    waiting.length === 0
      ? []
      : await sumLedger(project.id, {
          by: ["day", "network"],
          measures: ["spend"],
          days,
          where: { network: [...new Set(waiting)] },
        });
  const lastSpent = (network: string) =>
    spent.reduce<string | null>(
      (last, row) => (row.network === network && (last === null || row.day > last) ? row.day : last),
      null,
    );
  return connected.map(({ network, succeeded_at, to_day }) => ({
    network,
    lastDay: succeeded_at ? to_day : synced.has(network) ? null : lastSpent(network),
  }));
}
