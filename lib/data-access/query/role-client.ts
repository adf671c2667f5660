import { createHmac } from "node:crypto";
import type { Socket } from "node:net";
import postgres from "postgres";
import { watchReplica } from "@/db";
import { driverOptions } from "@/db/client/address";
import { safeTransactions } from "@/db/client/transactions";
import type { Actor } from "@/lib/accounts/audit/actor";
import { insertEntry } from "@/lib/accounts/audit/queries";
import { databaseUrlFor } from "@/lib/base/database-url";
import { Deadline, withDeadline } from "@/lib/base/deadline";
import { callTimeoutMs, env } from "@/lib/base/env";
import {
  isRejectedRole,
  noConnectionRefusal,
  rejectedRoleRefusal,
  signInRefusal,
  tooLargeRefusal,
} from "@/lib/data-access/query/database-error";
import { hasRole, type OfProject, pageRole, runName } from "@/lib/data-access/query/queries";
import { runSeconds } from "@/lib/data-access/query/schema";
import { createSqlViews, insertSqlRole } from "@/lib/data-access/sql/queries";
import { enterAs } from "@/lib/data-access/sql/sign-in";

/** The data that one connection may receive, so that no query fills the memory of the process. */
const maxBytes = 64 * 1024 * 1024;
const measureEveryMs = 20;
/** A pooler makes a query wait if all connections of the role are in use, where a database rejects it at once. */
const maxWaitMs = 10_000;

/** Derived from the server's key, so that no password is stored. */
const passwordOf = (role: string) =>
  createHmac("sha256", env.ENCRYPTION_KEY ?? env.NEXTAUTH_SECRET ?? "")
    .update(`password of ${role}`)
    .digest("hex");

/** The first query of a project makes its role. */
const queryPage: Actor = { memberId: null, name: "Query page" };

async function makeRole(project: OfProject, personal: boolean): Promise<void> {
  const name = pageRole(project, personal);
  await createSqlViews();
  await insertSqlRole({ name, project_id: project.id, personal }, passwordOf(name), new Date());
  const entry = { account: project.accountId, project: project.id, action: "sql-role.create", target: name };
  await insertEntry(queryPage, { ...entry, detail: { personal } });
}

type Client = { client: postgres.Sql; isTooLarge: () => boolean };

function open(role: string, runId: string, replica: string | undefined): Client {
  const url = databaseUrlFor(replica ?? env.DATABASE_URL ?? "", {
    username: role,
    password: passwordOf(role),
  });
  const { options, settings } = driverOptions(url, {
    folder: replica ? undefined : env.DATABASE_SOCKET,
    timeoutMs: (runSeconds + 10) * 1_000,
  });
  let tooLarge = false;
  const socket = async (address: unknown) => {
    const opened = await (options.socket as unknown as (address: unknown) => Socket | Promise<Socket>)(
      address,
    );
    // The counter also sees encrypted data, which bypasses the socket's events.
    const timer = setInterval(() => {
      if (opened.bytesRead <= maxBytes) return;
      tooLarge = true;
      opened.destroy();
    }, measureEveryMs);
    opened.once("close", () => clearInterval(timer));
    return opened;
  };
  const client = postgres({
    ...options,
    ...{ socket },
    max: 1,
    prepare: false,
    fetch_types: false,
    connect_timeout: callTimeoutMs(5_000) / 1_000,
    max_lifetime: 0,
    onnotice: () => {},
    // A pooler rejects other settings at the start of a connection, so the timeout is set in the transaction.
    connection: { ...settings, application_name: runName(runId) },
  });
  return { client: safeTransactions(client), isTooLarge: () => tooLarge };
}

type RoleSession = {
  /** A transaction of the role that only reads. */
  tx: postgres.TransactionSql;
  /** Ends a cursor. */
  stop: postgres.Sql["CLOSE"];
};

/**
 * The transaction is always rolled back, so that nothing that a query sets stays in the connection: a pooler lends it to
 * the role's next query.
 */
async function rolledBack<T>(
  client: postgres.Sql,
  work: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  const done: { value?: T } = {};
  const finished = new Error("The transaction ends here.");
  try {
    await client.begin("read only", async (tx) => {
      done.value = await work(tx);
      throw finished;
    });
  } catch (error) {
    if (error !== finished) throw error;
  }
  return done.value as T;
}

async function tried<T>(
  role: string,
  runId: string,
  replica: string | undefined,
  work: (session: RoleSession) => Promise<T>,
): Promise<T> {
  const opened = open(role, runId, replica);
  const begun = Promise.withResolvers<void>();
  const result = rolledBack(opened.client, async (tx) => {
    await enterAs(role, tx, runSeconds);
    begun.resolve();
    return work({ tx, stop: opened.client.CLOSE });
  });
  result.catch(begun.reject);
  try {
    await withDeadline(begun.promise, maxWaitMs);
    return await result;
  } catch (error) {
    if (opened.isTooLarge()) throw tooLargeRefusal();
    throw error instanceof Deadline ? noConnectionRefusal() : error;
  } finally {
    await opened.client.end({ timeout: 0 }).catch(() => {});
  }
}

/** Runs the work in a transaction that can only read the views of the project, on the replica if it is usable. */
export async function asPageRole<T>(
  project: OfProject,
  personal: boolean,
  runId: string,
  work: (session: RoleSession) => Promise<T>,
): Promise<T> {
  const role = pageRole(project, personal);
  if (!(await hasRole(role))) await makeRole(project, personal);
  const replica = watchReplica()?.isUsed ? env.DATABASE_REPLICA_URL : undefined;
  // A replica learns of a new role a moment later. The server's key may have changed since the password was set.
  const attempts = [...(replica ? [{ replica }] : []), {}, { isMadeAgain: true }];
  for (const attempt of attempts) {
    if ("isMadeAgain" in attempt) await makeRole(project, personal);
    try {
      return await tried(role, runId, "replica" in attempt ? attempt.replica : undefined, work);
    } catch (error) {
      if (!isRejectedRole(error)) throw signInRefusal(error) ?? error;
    }
  }
  throw rejectedRoleRefusal(role);
}
