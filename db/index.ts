import { appendFileSync } from "node:fs";
import postgres from "postgres";
import { driverOptions } from "@/db/client/address";
import { arrayTypes } from "@/db/client/arrays";
import { countedClient } from "@/db/client/pools";
import { Replica } from "@/db/client/replica";
import { singleStatements } from "@/db/client/single-statements";
import type { Fragment, Sql } from "@/db/client/sql";
import { traced } from "@/db/client/traced";
import { safeTransactions } from "@/db/client/transactions";
import { withRetries } from "@/lib/base/database-failure";
import { env } from "@/lib/base/env";

export type { Fragment, Sql };

/** bigint columns hold IDs, counts and minor units, all of them far below 2^53. */
const bigintAsNumber = {
  to: 20,
  from: [20],
  serialize: (value: number) => String(value),
  parse: (value: string) => Number(value),
};

const seen = new Set<string>();

/** Records statements for the test that proves every statement on a data table pinned to a project. */
function record(_connection: number, query: string) {
  const file = env.CAIRN_RECORD_SQL;
  if (!file || seen.has(query)) return;
  seen.add(query);
  appendFileSync(file, `${JSON.stringify(query)}\n`);
}

/**
 * In milliseconds, by Postgres' names. If a pooler drops these settings, they become settings of the role
 * (db/timeouts.ts).
 */
export const timeouts = () => ({
  statement_timeout: env.DATABASE_TIMEOUT * 1_000,
  lock_timeout: Math.round((env.DATABASE_TIMEOUT * 1_000) / 3),
  idle_in_transaction_session_timeout: env.DATABASE_TIMEOUT * 2_000,
});

type ConnectOptions = {
  url?: string;
  max?: number;
  /** For clients whose statements have no timeout: their connections may stay silent for any time. */
  patient?: boolean;
};

export function connect(options: ConnectOptions = {}): Sql {
  const url = options.url ?? env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set and no embedded database was started.");
  const address = driverOptions(url, {
    folder: options.url ? undefined : env.DATABASE_SOCKET,
    // Slightly longer than any statement may take; a connection without an answer by then is dead.
    timeoutMs: options.patient ? null : timeouts().statement_timeout + 3_000,
  });
  const driver = postgres<{ bigint: postgres.PostgresType<number> }>({
    ...address.options,
    max: options.max ?? env.DATABASE_POOL,
    prepare: env.DATABASE_PREPARE,
    connect_timeout: 5,
    idle_timeout: 300,
    max_lifetime: 60 * 60,
    backoff: (retries) => Math.min(0.05 * 2 ** retries, 1),
    fetch_types: false,
    types: { bigint: bigintAsNumber, ...arrayTypes },
    onnotice: () => {},
    ...(env.CAIRN_RECORD_SQL ? { debug: record } : {}),
    connection: {
      application_name: "cairn",
      // A pooler in transaction mode refuses unknown start parameters.
      ...(env.DATABASE_PREPARE ? timeouts() : {}),
      ...address.settings,
    },
  }) as unknown as Sql;
  // Without prepared statements the driver first queries the parameter types of a statement. A pooler lends the
  // connection to another client once the previous statement has ended, and the answer is lost.
  const client = safeTransactions(env.DATABASE_PREPARE ? driver : singleStatements(driver));
  return env.OTEL_EXPORTER_OTLP_ENDPOINT ? traced(client) : client;
}

const shared = globalThis as {
  cairnSql?: Sql;
  cairnPatientSql?: Sql;
  cairnReplica?: Replica;
};

function lazy(get: () => Sql): Sql {
  return new Proxy((() => {}) as unknown as Sql, {
    apply: (_target, _this, args) => (get() as unknown as (...a: unknown[]) => unknown)(...args),
    get: (_target, name) => {
      const client = get();
      const value = Reflect.get(client, name);
      return typeof value === "function" ? value.bind(client) : value;
    },
  });
}

/**
 * The only client of this process. It is in `globalThis` because several bundles share it, and connects on first use.
 */
export const sql: Sql = lazy(() => {
  shared.cairnSql ??= countedClient("primary", connect());
  return shared.cairnSql;
});

function replica(): Replica | null {
  const url = env.DATABASE_REPLICA_URL;
  if (!url) return null;
  shared.cairnReplica ??= new Replica({
    open: (max, patient) => {
      const name = patient ? "replica-patient" : max === 1 ? "replica-probe" : "replica";
      return countedClient(name, connect({ url, patient, ...(max ? { max } : {}) }));
    },
    primary: () => ({ sql, patient: patientSql }),
    maxLagSeconds: env.DATABASE_REPLICA_LAG,
    logs: !env.CAIRN_FRONT_SECRET,
  });
  return shared.cairnReplica;
}

/** The client for reports: the replica if there is a usable one, else the primary. */
export const readSql: Sql = lazy(() => replica()?.sql ?? sql);

/** The client for the few transactions that read a whole history. */
export const patientSql: Sql = lazy(() => {
  shared.cairnPatientSql ??= countedClient("primary-patient", connect({ max: 2, patient: true }));
  return shared.cairnPatientSql;
});

/**
 * A transaction that reads a whole history, on the replica if it is usable. It is retried, because dropping a month's
 * partition may conflict with it.
 */
export const readPatiently = <T>(work: (transaction: Sql) => Promise<T>): Promise<T> =>
  withRetries(
    () =>
      replica()?.begin(work) ??
      (patientSql.begin((transaction) => work(transaction as unknown as Sql)) as Promise<T>),
  );

/** The state of the replica; null if none is configured. Starts the check even while no report is read. */
export function watchReplica(): Pick<Replica, "isUsed" | "lagSeconds"> | null {
  const watched = replica();
  void watched?.watch();
  return watched;
}

export async function disconnect(): Promise<void> {
  const { cairnSql, cairnPatientSql, cairnReplica } = shared;
  shared.cairnSql = undefined;
  shared.cairnPatientSql = undefined;
  shared.cairnReplica = undefined;
  const clients = [cairnSql, cairnPatientSql];
  await Promise.all([cairnReplica?.end(), ...clients.map((client) => client?.end({ timeout: 5 }))]);
}
