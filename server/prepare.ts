import { setTimeout as sleep } from "node:timers/promises";
import { setClock } from "@/db/clock";
import { migrate } from "@/db/migrate/migrate";
import { makeCurrentMonths } from "@/db/months";
import { ensureTimeouts } from "@/db/timeouts";
import { CannotStart } from "@/lib/base/cannot-start";
import { isTemporaryFailure } from "@/lib/base/database-failure";
import { renewSqlViews } from "@/lib/data-access/sql/roles";
import { loadEncryptionKey } from "@/lib/privacy/secrets/encryption-key";
import {
  checkOwnDatabase,
  DatabaseUnavailable,
  describeDatabaseFailure,
} from "@/server/database/own-database";

/** Prepares the database before anything is served from it. It is idempotent. */
export async function prepareDatabase(log: (line: string) => void = () => {}): Promise<void> {
  try {
    await checkOwnDatabase({ stores: true });
    await ensureTimeouts();
    const { note } = await migrate();
    if (note) log(note);
    await loadEncryptionKey();
    await renewSqlViews();
    await Promise.all([setClock(), makeCurrentMonths()]);
  } catch (error) {
    // The database was reachable a moment ago.
    if (!(error instanceof CannotStart) && isTemporaryFailure(error))
      throw new DatabaseUnavailable(describeDatabaseFailure(error));
    throw error;
  }
}

const everyMs = 1_000;

/** Retries until the database is available, or the signal aborts; rejects for one that will never work. */
export async function untilPrepared(log: (line: string) => void, signal: AbortSignal): Promise<void> {
  let lastReason = "";
  while (!signal.aborted) {
    try {
      return await prepareDatabase(log);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      if (error.message !== lastReason)
        log(`${error.message} Waiting for it. Clicks are stored on disk until then.`);
      lastReason = error.message;
    }
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
}
