import { connect as openSocket } from "node:net";
import { connect, type Sql } from "@/db";
import { CannotStart } from "@/lib/base/cannot-start";
import { errorCode, isTemporaryFailure } from "@/lib/base/database-failure";
import { readDatabaseUrl } from "@/lib/base/database-url";
import { Deadline, withDeadline } from "@/lib/base/deadline";
import { env } from "@/lib/base/env";
import { checkPooler } from "@/server/database/pooler";

/** The configuration seems right, but the database cannot be reached now. */
export class DatabaseUnavailable extends CannotStart {}

/** Temporary errors, so the start waits. */
const unavailable: Record<string, string> = {
  ECONNREFUSED: "no server listens at this address",
  ECONNRESET: "it hung up",
  ENOTFOUND: "the host name doesn't resolve",
  EAI_AGAIN: "the host name can't be looked up",
  ENOENT: "the socket does not exist",
  ETIMEDOUT: "it does not respond",
  EHOSTUNREACH: "the host is unreachable",
  ENETUNREACH: "the network is unreachable",
  CONNECT_TIMEOUT: "it does not respond",
  CONNECTION_CLOSED: "it hung up",
  "25006": "it is read-only (a standby, or set to read-only)",
  "53300": "it has no free connections for this user",
  "57P03": "it is starting up",
};

/** Permanent errors, so the start fails. */
const wrong: Record<string, string> = {
  "28P01": "the password is wrong",
  "28000": "it rejects this user, or requires TLS (sslmode=require)",
  "3D000": "the database does not exist",
  "42501": "the user has no permission to connect",
  "42704": "it does not support one of its parameters",
  "08P01":
    "a pooler in front of it rejects Cairn's settings (set DATABASE_PREPARE=off, or add statement_timeout, lock_timeout and idle_in_transaction_session_timeout to its ignore_startup_parameters)",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed (set sslrootcert to trust it)",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate has an unknown issuer (set sslrootcert to trust it)",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate has an unknown issuer (set sslrootcert to trust it)",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate has an unknown issuer (set sslrootcert to trust it)",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  CERT_HAS_EXPIRED: "its certificate has expired",
  NO_TLS: "it does not support TLS, which sslmode requires",
};

/** Longer than any host of the database may take to answer. */
const answerMs = 10_000;

function addressText(): string {
  const { hosts, socket, database } = readDatabaseUrl(env.DATABASE_URL ?? "");
  const at = socket ?? (hosts.map(({ host, port }) => `${host}:${port}`).join(" and ") || "localhost:5432");
  return `${at}/${database}`;
}

/** One sentence about a DATABASE_URL that does not work; it never contains the password. */
export function describeDatabaseFailure(error: unknown): string {
  const code = error instanceof Deadline ? "CONNECT_TIMEOUT" : (errorCode(error) ?? "no code");
  return `The database at ${addressText()} cannot be used: ${unavailable[code] ?? wrong[code] ?? `error ${code}`}. Check DATABASE_URL.`;
}

class Coded extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** With `stores`, a read-only database is rejected. */
export async function checkOwnDatabase({ stores }: { stores: boolean }): Promise<void> {
  const client = connect({ max: 1 });
  let isPooled = false;
  try {
    isPooled = await withDeadline(inspect(client, stores), answerMs);
  } catch (thrown) {
    const error = (await lacksTls(thrown)) ? new Coded("NO_TLS") : thrown;
    const code = errorCode(error) ?? "";
    const isUnavailable =
      error instanceof Deadline || code in unavailable || (isTemporaryFailure(error) && !(code in wrong));
    throw isUnavailable
      ? new DatabaseUnavailable(describeDatabaseFailure(error))
      : new CannotStart(describeDatabaseFailure(error));
  } finally {
    await client.end({ timeout: 1 });
  }
  if (stores && isPooled) await checkPooler();
}

/** Detects a pooler in front of the database. */
async function inspect(client: Sql, stores: boolean): Promise<boolean> {
  const rows = await client<{ pid: number; reads: boolean }[]>`
    select pg_backend_pid() as pid, pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as reads`;
  const [{ pid, reads } = { pid: 0, reads: false }] = rows;
  if (stores && reads) throw new Coded("25006");
  // Postgres sends a client the process ID of its backend at the start; a pooler's differs.
  const announced = (rows as unknown as { state?: { pid?: number } }).state?.pid;
  return announced !== pid;
}

/** True if the server offers no TLS. The driver continues without it and is then disconnected. */
async function lacksTls(error: unknown): Promise<boolean> {
  const { tls, hosts } = readDatabaseUrl(env.DATABASE_URL ?? "");
  if (tls === "off" || tls === "prefer" || env.DATABASE_SOCKET || hosts.length !== 1) return false;
  if (
    ![
      "ECONNRESET",
      "CONNECTION_CLOSED",
      "EPROTO",
      "ERR_SSL_WRONG_VERSION_NUMBER",
      "CONNECT_TIMEOUT",
    ].includes(errorCode(error) ?? "")
  )
    return false;
  return (await offersTls(hosts[0]!)) === false;
}

/** A Postgres client's request for TLS. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Postgres' answer to a request for TLS; null if there is no answer. */
function offersTls({ host, port }: { host: string; port: number }): Promise<boolean | null> {
  return new Promise((resolve) => {
    const socket = openSocket(port, host, () => socket.write(tlsRequest));
    socket.setTimeout(3_000, () => socket.destroy());
    socket.once("data", (reply) => {
      resolve(reply[0] === "S".charCodeAt(0));
      socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(null));
  });
}
