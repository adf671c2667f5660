import type { Sql } from "@/db/client/sql";
import { statementSummary } from "@/db/client/statement-summary";
import { errorCode } from "@/lib/base/database-failure";
import { tracer } from "@/lib/base/traces/tracing";

type Call = (...args: unknown[]) => unknown;

/** The driver's internal query object. */
type Statement = {
  strings: readonly string[];
  args: readonly unknown[];
  handler(statement: Statement): void;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
};

/** A client whose statements become spans, each with a short name and without its values. */
export function traced(client: Sql): Sql {
  return new Proxy(client, {
    apply: (target, _this, args) => trace(Reflect.apply(target as unknown as Call, undefined, args)),
    get(target, key) {
      const value = Reflect.get(target, key);
      if (key === "unsafe") return (...args: unknown[]) => trace(Reflect.apply(value, target, args));
      if (key === "begin" || key === "savepoint") return inTransaction(value);
      return value;
    },
  });
}

/** The last argument is the work, which gets the transaction's client. */
const inTransaction =
  (begin: Call): Call =>
  (...args) => {
    const work = args.at(-1) as (transaction: Sql) => unknown;
    return begin(...args.slice(0, -1), (transaction: Sql) => work(traced(transaction)));
  };

/** Fragments of other statements are never sent, and so never traced. */
function trace(made: unknown): unknown {
  if (!(made instanceof Promise) || !tracer()) return made;
  const statement = made as unknown as Statement;
  const { handler } = statement;
  statement.handler = Object.assign((sent: Statement) => {
    const summary = summaryOf(sent);
    const span = tracer()?.statement(summary) ?? null;
    if (span) endWith(sent, (failed) => span.end({ attributes: attributesOf(summary), failed }));
    handler(sent);
  }, handler);
  return made;
}

/** A statement that only combines its parts is named after the first part with a table. */
function summaryOf({ strings, args }: Statement): string {
  const summary = statementSummary(strings);
  if (summary !== "SELECT") return summary;
  const parts = args.filter((part) => part instanceof Promise) as unknown as Statement[];
  return parts.map((part) => statementSummary(part.strings)).find((named) => named !== summary) ?? summary;
}

const attributesOf = (summary: string) => ({
  "db.system.name": "postgresql",
  "db.query.summary": summary,
  "db.operation.name": summary.split(" ")[0]!,
});

function endWith(statement: Statement, end: (failed?: string) => void): void {
  const { resolve, reject } = statement;
  statement.resolve = (value) => {
    end();
    resolve(value);
  };
  statement.reject = (reason) => {
    end(errorCode(reason) ?? "error");
    reject(reason);
  };
}
