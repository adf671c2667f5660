import type { Sql } from "@/db/client/sql";

type Call = (...args: unknown[]) => unknown;
/** The driver's internal query object. */
type Statement = { options: { onexecute?: (connection: unknown) => boolean } };

/**
 * Sends a statement only after the previous one on its connection has ended. The driver's option `max_pipeline: 0` does
 * the same, but then the driver (3.4.9) never learns the connection of a transaction: `begin` runs, all later statements
 * fail, and the open transaction swallows the next caller's statements. Statements of a transaction keep their connection.
 */
export function singleStatements(client: Sql): Sql {
  return new Proxy(client, {
    apply: (target, _this, args) => single((target as unknown as Call)(...args)),
    get: (target, key) => {
      const value = Reflect.get(target, key);
      return key === "unsafe" ? (...args: unknown[]) => single((value as Call)(...args)) : value;
    },
  });
}

function single(made: unknown): unknown {
  // After sending a statement, the driver asks if it may send another one.
  if (made instanceof Promise) (made as unknown as Statement).options.onexecute ??= () => false;
  return made;
}
