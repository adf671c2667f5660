import { createHmac } from "node:crypto";
import type { Socket } from "node:net";
import postgres from "postgres";
import { watchReplica } from "@/db";
import { driverOptions } from "@/db/client/address";
import { safeTransactions } from "@/db/client/transactions";
import type { Actor } from "@/lib/accounts/audit/actor";
import { insertEntry } from "@/lib/accounts/audit/queries";
import { databaseUrlFor } from "@/lib/base/database-url";
import { env } from "@/lib/base/env";
import { hasRole, type OfProject, pageRole, runName } from "@/lib/data-access/query/queries";
import { createSqlViews, insertSqlRole } from "@/lib/data-access/sql/queries";

/** Slightly less than the front process waits for the dashboard. */
export const runSeconds = 50;
/** The data that one connection may receive, so that no query fills the memory of the process. */
const maxBytes = 64 * 1024 * 1024;
const measureEveryMs = 20;

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
    connect_timeout: 5,
    max_lifetime: 0,
    onnotice: () => {},
    connection: {
      ...settings,
      application_name: runName(runId),
      statement_timeout: runSeconds * 1_000,
    },
  });
  return { client: safeTransactions(client), isTooLarge: () => tooLarge };
}

/** The role does not exist (there), or the server's key changed since its password was set. */
const isUnknownRole = (error: unknown) =>
  ["28P01", "28000"].includes(String((error as { code?: string }).code));

async function tried<T>(
  role: string,
  runId: string,
  replica: string | undefined,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const opened = open(role, runId, replica);
  try {
    return await work(opened);
  } finally {
    await opened.client.end({ timeout: 0 }).catch(() => {});
  }
}

/** Runs the work on a connection that can only read the views of the project, on the replica if it is usable. */
export async function asPageRole<T>(
  project: OfProject,
  personal: boolean,
  runId: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const role = pageRole(project, personal);
  if (!(await hasRole(role))) await makeRole(project, personal);
  const replica = watchReplica()?.isUsed ? env.DATABASE_REPLICA_URL : undefined;
  try {
    return await tried(role, runId, replica, work);
  } catch (error) {
    if (!isUnknownRole(error)) throw error;
    // A replica learns of a new role a moment later.
    if (!replica) await makeRole(project, personal);
    return tried(role, runId, undefined, work);
  }
}
