import { setTimeout as sleep } from "node:timers/promises";
import { isAnyRunning, readMoment, type TransactionHorizon } from "@/lib/ledger/horizon-queries";

const timeoutMs = 250;

/** The latest horizon that all transactions have passed, and the one that is awaited. */
let behind: TransactionHorizon | null = null;
let ahead: TransactionHorizon | null = null;

/**
 * A snapshot whose contents all active transactions see. A fact whose statement began before a decision was committed
 * is counted under the previous version. Once the snapshot shows the decision, all such statements have ended, and
 * later statements see their facts. To find it, this waits until every transaction that was active at a moment has
 * ended, without a time-out. If a transaction takes long, the result is the previous horizon, or null without one.
 */
export async function readHorizon(): Promise<string | null> {
  const end = performance.now() + timeoutMs;
  // The horizon that was awaited in vain last time may have been passed since.
  if (ahead && !(await isAnyRunning(ahead.running))) [behind, ahead] = [ahead, null];
  const horizon = ahead ?? (await readMoment());
  ahead ??= horizon;
  while (await isAnyRunning(horizon.running)) {
    if (performance.now() > end) return behind?.snapshot ?? null;
    await sleep(2);
  }
  if (ahead === horizon) [behind, ahead] = [horizon, null];
  return horizon.snapshot;
}

/** Waits until all active transactions see the current data; false if the time was over first. */
export async function whenVisibleToAll(until: () => boolean): Promise<boolean> {
  const { running } = await readMoment();
  while (await isAnyRunning(running)) {
    if (until()) return false;
    await sleep(25);
  }
  return true;
}
