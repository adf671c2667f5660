import { connect, type Sql } from "@/db";
import { CannotStart } from "@/lib/base/cannot-start";
import { Deadline, withDeadline } from "@/lib/base/deadline";
import { env } from "@/lib/base/env";

/** A migration holds two connections, and other statements run at the same time. */
const atOnce = 4;
const timeoutMs = 5_000;

/**
 * A pooler with too few connections makes some clients wait silently and forever. They wait for the connections of a
 * migration or, in session mode, for the pooled connections of a process.
 */
export async function checkPooler(): Promise<void> {
  const needed = env.DATABASE_POOL + 2;
  const clients = Array.from({ length: needed }, () => connect({ max: 1 }));
  const all = (some: Sql[], statement: string) =>
    withDeadline(Promise.all(some.map((client) => client.unsafe(statement))), timeoutMs);
  try {
    // In transaction mode few connections are enough; in session mode each client needs its own.
    await all(clients, "select 1");
    await all(clients.slice(0, atOnce), "begin");
  } catch (error) {
    if (!(error instanceof Deadline)) throw error;
    throw new CannotStart(
      "The pooler in front of the database has too few connections, so some statements would never run. In PgBouncer, " +
        `set default_pool_size to at least ${atOnce} with pool_mode = transaction. With pool_mode = session, set it to the sum over all ` +
        `processes of ${2 * needed} each (twice DATABASE_POOL, plus 4).`,
    );
  } finally {
    await Promise.all(clients.map((client) => client.end({ timeout: 0 })));
  }
}
