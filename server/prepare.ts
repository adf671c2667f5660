import { setTimeout as sleep } from "node:timers/promises";
import { setClock } from "@/db/clock";
import { migrate } from "@/db/migrate";
import { settleTimeouts } from "@/db/timeouts";
import { CannotStart } from "@/lib/base/cannot-start";
import { isPassing } from "@/lib/base/database-failure";
import { holdKey } from "@/lib/privacy/secrets/encryption-key";
import { checkOwn, DatabaseAway, sentenceOf } from "@/server/own-database";
import { makePartitions } from "@/server/queries";

/** What has to be true of the database before anybody is served from it. Repeating it changes nothing. */
export async function prepareDatabase(log: (line: string) => void = () => {}): Promise<void> {
  try {
    await checkOwn({ stores: true });
    await settleTimeouts();
    const { note } = await migrate();
    if (note) log(note);
    await holdKey();
    await Promise.all([setClock(), makePartitions()]);
  } catch (error) {
    // It was there a moment ago.
    if (!(error instanceof CannotStart) && isPassing(error)) throw new DatabaseAway(sentenceOf(error));
    throw error;
  }
}

const everyMs = 1_000;

/** Tries until the database is there, or nobody waits any more; rejects for one that will never do. */
export async function untilPrepared(log: (line: string) => void, signal: AbortSignal): Promise<void> {
  let told = "";
  while (!signal.aborted) {
    try {
      return await prepareDatabase(log);
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
      if (error.message !== told)
        log(`${error.message} Waiting for it; clicks are kept on the disk meanwhile.`);
      told = error.message;
    }
    await sleep(everyMs, undefined, { signal }).catch(() => {});
  }
}
