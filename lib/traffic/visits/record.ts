import { now } from "@/db/clock";
import { isFrozenError, isRefusedRow } from "@/lib/base/database-failure";
import { Deadline, withDeadline } from "@/lib/base/deadline";
import { describeError, log } from "@/lib/base/log";
import { withCountedAds } from "@/lib/ledger/ad-ids/counted";
import { trackLedgerGrowth } from "@/lib/ledger/growth";
import { Batcher, QueueFull } from "@/lib/platform/batch";
import { clickLost, clickSpooled } from "@/lib/platform/health/lost-clicks";
import { isStarting } from "@/lib/platform/health/starting";
import { withoutErasedVisitors } from "@/lib/traffic/clicks/erase";
import { type ClickRow, storeClicks } from "@/lib/traffic/clicks/queries";
import type { SpooledVisit } from "@/lib/traffic/visits/unresolved";

/** Stores visits while the database is unavailable. */
export type ClickSpool = {
  append(row: ClickRow | SpooledVisit): Promise<void>;
  /** Moves its content to the database; false if that is not possible now. */
  drain(): Promise<boolean>;
  readonly isEmpty: boolean;
};

/** Both resolve when the visit is durable: committed, or in the spool. Visits of a frozen project are not stored. */
export type ClickRecorder = {
  record(row: ClickRow): Promise<void>;
  /** Stores a visit whose link could not be looked up. */
  visit(visit: SpooledVisit): Promise<void>;
};

export type Recorder = ClickRecorder & { stop(): Promise<void> };

const counted = (rows: ClickRow[]) => withCountedAds(rows, { now: now() });

/** How long visitors wait for an unresponsive database. */
const timeoutMs = 1_000;
const probeMs = 500;
const afterFailureMs = 10_000;

/**
 * Stores visits in batches. After a failure they are spooled until the database works again. A loop drains the spool,
 * which also shows that the database is available.
 */
export function createRecorder(spool: ClickSpool): Recorder {
  let isUnavailable = false;
  let stopping = false;
  let timer: NodeJS.Timeout | null = null;
  let probing: Promise<void> = Promise.resolve();

  const batch = new Batcher<ClickRow, undefined>({
    name: "clicks",
    // Two parallel statements are faster than one, unless the second has only the last few rows.
    extraRows: 24,
    run: (rows) =>
      isUnavailable || isStarting()
        ? Promise.reject(new Deadline("the database is unavailable"))
        : withDeadline(
            withoutErasedVisitors(rows).then(counted).then(trackLedgerGrowth(storeClicks)),
            timeoutMs,
          ),
  });

  const probe = async () => {
    try {
      isUnavailable = !(await spool.drain());
      if (isUnavailable || !spool.isEmpty) schedule();
    } catch (error) {
      // The disk fails, not the database; the next click shows the database's state.
      isUnavailable = false;
      log().error(describeError(error), "the spool can't be drained");
      schedule(afterFailureMs);
    }
  };

  function schedule(ms = probeMs) {
    if (stopping || timer) return;
    timer = setTimeout(() => {
      timer = null;
      probing = probe();
    }, ms);
    timer.unref();
  }

  async function append(row: ClickRow | SpooledVisit) {
    try {
      await spool.append(row);
      clickSpooled();
    } catch (error) {
      clickLost(error);
      throw error;
    } finally {
      // Scheduled also if the disk is full, because this loop detects that the database is available again.
      schedule();
    }
  }

  // An earlier process that was killed may have left rows in the spool.
  if (!spool.isEmpty) probing = probe();

  return {
    async record(row) {
      if (!isUnavailable) {
        try {
          await batch.add(row);
          return clickSpooled();
        } catch (error) {
          if (isFrozenError(error)) throw error;
          // The drain handles rows that the database rejects, and a full queue does not mean that the database is
          // unavailable.
          const others = isRefusedRow(error) || error instanceof QueueFull;
          if (!isUnavailable)
            log().warn(describeError(error), "clicks go to the spool: the database can't store them now");
          isUnavailable ||= !others;
        }
      }
      await append(row);
    },
    visit: append,
    async stop() {
      stopping = true;
      if (timer) clearTimeout(timer);
      await batch.drain();
      // Rows in the spool are durable, so a failure here loses no data.
      await withDeadline(probing, timeoutMs).catch(() => {});
    },
  };
}
