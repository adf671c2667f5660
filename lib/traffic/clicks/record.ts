import { isRefusedRow } from "@/lib/base/database-failure";
import { Deadline, withDeadline } from "@/lib/base/deadline";
import { describeError, log } from "@/lib/base/log";
import { Batcher, Overloaded } from "@/lib/platform/batch";
import { clickKept, clickLost } from "@/lib/platform/health/lost-clicks";
import { isStarting } from "@/lib/platform/health/starting";
import type { KeptVisit } from "@/lib/traffic/clicks/later";
import { type ClickRow, storeClicks } from "@/lib/traffic/clicks/queries";

/** Where visits go while the database is away. */
export type Spool = {
  append(row: ClickRow | KeptVisit): Promise<void>;
  /** Stores what is in it; false when that cannot be stored now. */
  drain(): Promise<boolean>;
  readonly isEmpty: boolean;
};

/** Both resolve when what came is durable: committed, or in the spool. */
export type Keep = {
  record(row: ClickRow): Promise<void>;
  /** Of what could not be found out what it is about. */
  visit(visit: KeptVisit): Promise<void>;
};

export type Recorder = Keep & { stop(): Promise<void> };

/** How long visitors wait for a database that does not answer. */
const patienceMs = 1_000;
const probeMs = 500;
const afterFailureMs = 10_000;

/**
 * Visits are stored in batches. When that fails, and until it works again, they go to the spool, which is drained by
 * a loop that is also what finds out that the database is back.
 */
export function createRecorder(spool: Spool): Recorder {
  let isAway = false;
  let stopping = false;
  let timer: NodeJS.Timeout | null = null;
  let probing: Promise<void> = Promise.resolve();

  const batch = new Batcher<ClickRow, undefined>({
    name: "clicks",
    // Two that share the work are faster than one, but not when the second takes only what came last.
    besideRows: 24,
    run: (rows) =>
      isAway || isStarting()
        ? Promise.reject(new Deadline("the database is away"))
        : withDeadline(storeClicks(rows), patienceMs),
  });

  const probe = async () => {
    try {
      isAway = !(await spool.drain());
      if (isAway || !spool.isEmpty) schedule();
    } catch (error) {
      // It is the disk that fails: nothing is known of the database, which the next click asks.
      isAway = false;
      log().error(describeError(error), "the spool cannot be drained");
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

  async function append(row: ClickRow | KeptVisit) {
    try {
      await spool.append(row);
      clickKept();
    } catch (error) {
      clickLost(error);
      throw error;
    } finally {
      // Also without room on the disk: it finds out that the database is back.
      schedule();
    }
  }

  // What was left by a process that was killed.
  if (!spool.isEmpty) probing = probe();

  return {
    async record(row) {
      if (!isAway) {
        try {
          await batch.add(row);
          return clickKept();
        } catch (error) {
          // The drain puts aside what the database refuses; a queue that is full is not a database that is away.
          const others = isRefusedRow(error) || error instanceof Overloaded;
          if (!isAway) log().warn(describeError(error), "clicks go to the spool: they cannot be stored now");
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
      // What is in the spool is safe there.
      await withDeadline(probing, patienceMs).catch(() => {});
    },
  };
}
