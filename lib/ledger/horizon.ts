import { setTimeout as sleep } from "node:timers/promises";
import { findHorizon, isOver } from "@/lib/ledger/horizon-queries";

const patienceMs = 250;

/**
 * The oldest transaction that a statement still running may not have seen. A fact whose statement began before a
 * decision was committed is counted under the version before it; once the decision lies behind this horizon all such
 * statements have ended, and whoever looks from now on sees their facts.
 *
 * A transaction on its way into the log shows no snapshot any more, whatever its statement saw, and its number may be
 * higher than that of the decision. So those that are under way when the snapshots are read are waited for. Where
 * one takes long nothing is behind the horizon for now.
 */
export async function readHorizon(): Promise<number> {
  const { horizon, last } = await findHorizon();
  const end = performance.now() + patienceMs;
  while (!(await isOver(last))) {
    if (performance.now() > end) return 0;
    await sleep(2);
  }
  return horizon;
}
