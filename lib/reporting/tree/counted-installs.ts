import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import type { LedgerDays } from "@/lib/ledger/measure-rows-queries";
import { sumLedger } from "@/lib/ledger/sum-queries";

/**
 * Installs with an event are counted from the installs and their days of events, which takes about a second for a
 * hundred thousand on a busy server. More than these would run into the time limit of a statement.
 */
export const maxCountedInstalls = 1_000_000;

/** Rejects a request that would count the events of too many installs, each of them this many times. */
export async function checkCountedInstalls(projectId: ProjectId, days: LedgerDays, times = 1): Promise<void> {
  const [row] = await sumLedger(projectId, { by: ["measure"], measures: ["installs"], days });
  if ((row?.count ?? 0) * times <= maxCountedInstalls) return;
  const max = Math.floor(maxCountedInstalls / times).toLocaleString("en");
  throw new Refusal(
    "report_too_large",
    `Unique users of an event by age are counted for at most ${max} installs. Choose fewer days${times === 1 ? "" : ", fewer ages"}, or leave these figures out.`,
  );
}
