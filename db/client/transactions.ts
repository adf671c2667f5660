import type { Sql } from "@/db/client/sql";

type Call = (...args: unknown[]) => unknown;
type Work = (transaction: Sql) => unknown;
/** The driver's internal query object. */
type Statement = { handler(statement: Statement): void; reject(reason: unknown): void };

/**
 * Makes transactions end with their connection. The driver (3.4.9) still sends the next statement of a transaction, or
 * its rollback, to a connection that has closed. That throws outside of any promise, which ends the process. Otherwise,
 * the statement would run outside of its transaction, or block the connection forever once it is open again.
 */
export function safeTransactions<Client extends object>(client: Client): Client {
  return new Proxy(client, {
    get: (target, key) => {
      const value = Reflect.get(target, key);
      return key === "begin" ? beginning(value as Call) : value;
    },
  });
}

const beginning =
  (begin: Call): Call =>
  (...args) => {
    const work = args.at(-1) as Work;
    let ended: { error: unknown } | null = null;
    const transaction = begin(...args.slice(0, -1), async (given: Sql) => {
      try {
        return await work(unlessEnded(given, () => ended));
      } finally {
        // The driver reports the end of the connection in this turn of the event loop.
        await new Promise(setImmediate);
        // The caller has its answer. The driver must neither commit nor roll back.
        if (ended) await new Promise(() => {});
      }
    }) as Promise<unknown>;
    // Before the end of the work, only the end of the connection causes this.
    transaction.catch((error) => {
      ended = { error };
    });
    return transaction;
  };

/** Statements of an ended transaction fail and are not sent. */
function unlessEnded(transaction: Sql, ended: () => { error: unknown } | null): Sql {
  const guard = (made: unknown): unknown => {
    if (!(made instanceof Promise)) return made;
    const statement = made as unknown as Statement;
    const { handler } = statement;
    statement.handler = Object.assign((sent: Statement) => {
      const end = ended();
      if (end) sent.reject(end.error);
      else handler(sent);
    }, handler);
    return made;
  };
  return new Proxy(transaction, {
    apply: (target, _this, args) => guard((target as unknown as Call)(...args)),
    get: (target, key) => {
      const value = Reflect.get(target, key);
      return key === "unsafe" ? (...args: unknown[]) => guard((value as Call)(...args)) : value;
    },
  });
}
