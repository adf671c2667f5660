import { noteDiskFull } from "@/db/client/disk-full";
import type { Sql } from "@/db/client/sql";

/** The driver's internal query object. The driver does not report how many of its connections are busy. */
type Statement = {
  handler(statement: Statement): void;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
};

type Call = (...args: unknown[]) => unknown;

export type PoolUse = { name: string; size: number; underWay: number };

const shared = globalThis as { cairnPools?: Map<string, PoolUse> };

/** The pools that this process has used, with the number of unanswered statements. */
export const poolsInUse = (): Iterable<PoolUse> => pools().values();

function pools(): Map<string, PoolUse> {
  shared.cairnPools ??= new Map();
  return shared.cairnPools;
}

/** Wraps a client so that its statements are counted. A statement occupies a connection from sending to its answer. */
export function countedClient(name: string, client: Sql): Sql {
  const pool = poolNamed(name, client.options.max);
  const byName: Record<PropertyKey, (call: Call) => Call> = {
    begin:
      (call) =>
      (...args) =>
        countTransaction(pool, () => call(...args) as Promise<unknown>),
    unsafe:
      (call) =>
      (...args) =>
        countStatement(pool, call(...args)),
  };
  return new Proxy(client, {
    apply: (target, _this, args) => countStatement(pool, (target as unknown as Call)(...args)),
    get: (target, key) => {
      const value = Reflect.get(target, key);
      return typeof value === "function" && Object.hasOwn(byName, key) ? byName[key]!(value as Call) : value;
    },
  });
}

function poolNamed(name: string, size: number): PoolUse {
  const pool = pools().get(name) ?? { name, size, underWay: 0 };
  pools().set(name, pool);
  return pool;
}

/** Fragments of other statements are never sent, and so never counted. */
function countStatement(pool: PoolUse, made: unknown): unknown {
  if (!(made instanceof Promise)) return made;
  const statement = made as unknown as Statement;
  const { handler, resolve, reject } = statement;
  let isUnderWay = false;
  const ended = () => {
    if (isUnderWay) pool.underWay--;
    isUnderWay = false;
  };
  statement.handler = Object.assign((sent: Statement) => {
    isUnderWay = true;
    pool.underWay++;
    handler(sent);
  }, handler);
  statement.resolve = (value) => {
    ended();
    resolve(value);
  };
  statement.reject = (reason) => {
    ended();
    noteDiskFull(reason);
    reject(reason);
  };
  return made;
}

/** A transaction occupies a connection from its beginning to its end. */
async function countTransaction(pool: PoolUse, work: () => Promise<unknown>): Promise<unknown> {
  pool.underWay++;
  try {
    return await work();
  } catch (error) {
    noteDiskFull(error);
    throw error;
  } finally {
    pool.underWay--;
  }
}
