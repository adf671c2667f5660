import { now } from "@/db/clock";
import { isFrozenError, isRefusedRow } from "@/lib/base/database-failure";
import { Deadline, withDeadline } from "@/lib/base/deadline";
import { describeError, log } from "@/lib/base/log";
import { withCountedAds } from "@/lib/ledger/ad-ids/counted";
import { trackLedgerGrowth } from "@/lib/ledger/growth";
import { Batcher, Overloaded } from "@/lib/platform/batch";
import { clickLost, clickSpooled } from "@/lib/platform/health/lost-clicks";
import { isStarting } from "@/lib/platform/health/starting";
import { withoutErasedVisitors } from "@/lib/traffic/clicks/erase";
import { type ClickRow, storeClicks } from "@/lib/traffic/clicks/queries";
import type { SpooledVisit } from "@/lib/traffic/visits/unresolved";

/** Takes visits while the database is away. */
export type ClickSpool = {
  append(row: ClickRow | SpooledVisit): Promise<void>;
  /** Stores its content in the database; false when that is not possible now. */
  drain(): Promise<boolean>;
  readonly isEmpty: boolean;
};

/** Both resolve when the visit is durable: committed, or in the spool. Nothing is kept of a project that is frozen. */
export type ClickRecorder = {
  record(row: ClickRow): Promise<void>;
  /** Stores a visit whose link could not be looked up. */
  visit(visit: SpooledVisit): Promise<void>;
};

export type Recorder = ClickRecorder & { stop(): Promise<void> };

const counted = (rows: ClickRow[]) => withCountedAds(rows, { now: now() });

/** The time that visitors wait for a database that does not answer. */
const timeoutMs = 1_000;
const probeMs = 500;
const afterFailureMs = 10_000;

/**
 * Visits are stored in batches. When that fails they go to the spool until it works again. A loop drains the spool,
 * which also shows that the database is back.
 */
export function createRecorder(spool: ClickSpool): Recorder {
  let isAway = false;
  let stopping = false;
  let timer: NodeJS.Timeout | null = null;
  let probing: Promise<void> = Promise.resolve();

  const batch = new Batcher<ClickRow, undefined>({
    name: "clicks",
    // Two statements side by side are faster than one, unless the second takes only the last few rows.
    extraRows: 24,
    run: (rows) =>
      isAway || isStarting()
        ? Promise.reject(new Deadline("the database is unavailable"))
        : withDeadline(
            withoutErasedVisitors(rows).then(counted).then(trackLedgerGrowth(storeClicks)),
            timeoutMs,
          ),
  });

  const probe = async () => {
    try {
      isAway = !(await spool.drain());
      if (isAway || !spool.isEmpty) schedule();
    } catch (error) {
      // The disk fails, not the database, whose state the next click will show.
      isAway = false;
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
      // Also when the disk is full, because the loop finds out that the database is back.
      schedule();
    }
  }

  // An earlier process that was killed may have left rows in the spool.
  if (!spool.isEmpty) probing = probe();

  return {
    async record(row) {
      if (!isAway) {
        try {
          await batch.add(row);
          return clickSpooled();
        } catch (error) {
          if (isFrozenError(error)) throw error;
          // The drain sets rows that the database refuses aside, and a full queue does not mean that the database is
          // away.
          const others = isRefusedRow(error) || error instanceof Overloaded;
          if (!isAway)
            log().warn(describeError(error), "clicks go to the spool: the database can't store them now");
          isAway ||= !others;
        }
      }
      await append(row);
    },
    visit: append,
    async stop() {
      stopping = true;
      if (timer) clearTimeout(timer);
      await batch.drain();
      // Rows in the spool are durable, so a failure here loses nothing.
      await withDeadline(probing, timeoutMs).catch(() => {});
    },
  };
}
