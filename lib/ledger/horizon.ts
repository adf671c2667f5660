import { setTimeout as sleep } from "node:timers/promises";
import { isAnyRunning, readMoment, type TransactionHorizon } from "@/lib/ledger/horizon-queries";

const timeoutMs = 250;

/** The latest moment that lies behind everybody, and the one that is waited for. */
let behind: TransactionHorizon | null = null;
let ahead: TransactionHorizon | null = null;

/**
 * A snapshot whose contents all active transactions see. A fact whose statement began before a decision was
 * committed is counted under the version before it; once the snapshot shows the decision, all such statements have
 * ended, and later statements see their facts.
 *
 * It is found by waiting until each that was at work at a moment has ended, however long that takes: no time-out has
 * a say. Where one takes long, an older moment is answered, or null where there is none yet.
 */
export async function readHorizon(): Promise<string | null> {
  const end = performance.now() + timeoutMs;
  // The horizon that was waited for in vain the last time may be behind all connections by now.
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

/** Waits until everybody at work sees what is in the database now; false when the time was up before. */
export async function everybodySees(until: () => boolean): Promise<boolean> {
  const { running } = await readMoment();
  while (await isAnyRunning(running)) {
    if (until()) return false;
    await sleep(25);
  }
  return true;
}
