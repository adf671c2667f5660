import { connect } from "@/db";
import { errorCode, isPassing } from "@/db/failure";
import { CannotStart } from "@/lib/cannot-start";
import { env } from "@/lib/env";

/** The database is right, as far as anybody can tell, but not there now. */
export class DatabaseAway extends CannotStart {}

/** It may be there in a moment. */
const away: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "it hung up",
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "the name of the host cannot be looked up",
  ENOENT: "there is no such socket",
  ETIMEDOUT: "it does not answer",
  EHOSTUNREACH: "there is no way to that host",
  ENETUNREACH: "there is no way to that network",
  CONNECT_TIMEOUT: "it does not answer",
  CONNECTION_CLOSED: "it hung up",
  "57P03": "it is starting up",
  "53300": "it has too many connections",
};

/** Nobody waits for these. */
const wrong: Record<string, string> = {
  "28P01": "the password is wrong",
  "28000": "it refuses this user",
  "3D000": "it has no database of that name",
  "42501": "the user may not connect",
  "08P01":
    "a pooler in front of it refuses Cairn's settings (set DATABASE_PREPARE=off, or name statement_timeout, lock_timeout and idle_in_transaction_session_timeout in its ignore_startup_parameters)",
};

const place = () => {
  const url = new URL(env.DATABASE_URL ?? "");
  return `${url.hostname || "localhost"}:${url.port || 5432}${url.pathname}`;
};

/** One sentence about a DATABASE_URL that does not work; never the password. */
export function sentenceOf(error: unknown): string {
  const code = errorCode(error) ?? "no code";
  return `The database at ${place()} cannot be used: ${away[code] ?? wrong[code] ?? `error ${code}`}. Check DATABASE_URL.`;
}

export async function checkOwn(): Promise<void> {
  const url = new URL(env.DATABASE_URL ?? "");
  if (!/^\/[^/@:]*$/.test(url.pathname || "/")) {
    throw new CannotStart("DATABASE_URL must look like postgres://user:password@host:5432/name.");
  }
  const client = connect({ max: 1 });
  try {
    await client`select 1`;
  } catch (error) {
    const code = errorCode(error) ?? "";
    const isAway = code in away || (isPassing(error) && !(code in wrong));
    throw isAway ? new DatabaseAway(sentenceOf(error)) : new CannotStart(sentenceOf(error));
  } finally {
    await client.end({ timeout: 1 });
  }
}
