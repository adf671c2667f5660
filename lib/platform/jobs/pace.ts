import { performance } from "node:perf_hooks";
import { setTimeout as pause, setImmediate as turnOfOthers } from "node:timers/promises";

/** The process, as the pace of background work sees it. */
export type PacedProcess = {
  now(): number;
  pause(ms: number): Promise<unknown>;
  turnOfOthers(): Promise<unknown>;
  /** The share of the time since the last call in which the process had work. */
  readBusyShare(): number;
};

/** A busy process has moments without work, too, so it counts as idle only after a longer one. */
const probeMs = { idle: 5, busy: 200 };
/** Work between two looks at the process, unless a step takes longer. */
const workMs = 100;
/** Above it, others have work: some hundred calls a second. Most of their cost is in the database, so this is little. */
const busyShare = 0.05;
/**
 * In a busy process, the work gets one part of the time and others get these. Work that takes long gets more, because
 * otherwise it would never reach the present where facts arrive faster than it writes them.
 */
const partsOfOthers = { first: 19, late: 3 };
const lateMs = 20 * 60_000;

function thisProcess(): PacedProcess {
  let last = performance.eventLoopUtilization();
  return {
    now: () => performance.now(),
    pause,
    turnOfOthers,
    readBusyShare() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
  };
}

/**
 * The pace of long background work in the process that answers apps and links. The returned function is called between two
 * steps, and `rest` ends what is still in progress. While others have work, it returns only after a multiple of the time
 * that the work took; otherwise at once.
 */
export function paced(of: PacedProcess = thisProcess()): (rest?: () => Promise<unknown>) => Promise<void> {
  const start = of.now();
  let began = start;
  let isBusy = false;
  return async (rest) => {
    await of.turnOfOthers();
    if (of.now() - began < workMs) return;
    await rest?.();
    const worked = of.now() - began;
    const parts = of.now() - start > lateMs ? partsOfOthers.late : partsOfOthers.first;
    const until = of.now() + parts * worked;
    of.readBusyShare();
    do {
      await of.pause(isBusy ? probeMs.busy : probeMs.idle);
      isBusy = of.readBusyShare() > busyShare;
    } while (isBusy && of.now() < until);
    began = of.now();
  };
}
