import { Refusal } from "@/lib/base/refusal";
import { runSeconds } from "@/lib/data-access/query/schema";

type DatabaseError = Error & { code?: string; hint?: string; position?: string };

const tooMany = "53300";
const cancelled = "57014";
/** Of a replica: a query needs rows that the primary has removed. */
const conflict = "40001";
/** A pooler uses it for every reason. */
const protocolViolation = "08P01";

/** The line of a position in the text; positions count characters from 1. */
const lineOf = (text: string, position: string) =>
  [...text].slice(0, Number(position) - 1).filter((character) => character === "\n").length + 1;

/** The database, or a pooler in front of it, does not let the role sign in. */
export function isRejectedRole(error: unknown): boolean {
  const { code, message } = error as DatabaseError;
  if (code === protocolViolation) return /authentication failed|no such user/.test(message);
  return code === "28P01" || code === "28000";
}

export const rejectedRoleRefusal = (role: string): Refusal =>
  new Refusal(
    "wrong_state",
    `The database does not let the role ${role} sign in. Allow roles whose names begin with cairn_sql_ in pg_hba.conf and, if there is one, in the connection pooler. The page "SQL" of the documentation has an example.`,
  );

export const noConnectionRefusal = (): Refusal =>
  new Refusal(
    "rate_limited",
    "The database has no free connection for this query. Try again when another one has ended.",
  );

export const tooLargeRefusal = (): Refusal =>
  new Refusal("query_failed", "The result is too large. Select fewer columns or shorter values.");

const cancelledRefusal = () => new Refusal("query_failed", "The query was cancelled.");

/** The refusal for an error at the start of a role's transaction; null for other errors. */
export function signInRefusal(error: unknown): Refusal | null {
  const { code, message } = error as DatabaseError;
  if (code === cancelled) return cancelledRefusal();
  if (code !== tooMany) return null;
  // The server as a whole has a limit, too.
  if (!/for role/.test(message)) return noConnectionRefusal();
  return new Refusal(
    "rate_limited",
    "Five queries of this project are running. Try again when one has ended.",
  );
}

/**
 * The refusal for an error of the query itself, with the database's own words: its author needs them, and the role that
 * ran it knows nothing else. Null for other errors. `sent` is the text that the database read.
 */
export function refusalOf(error: unknown, sent: { text: string; linesBefore: number }): Refusal | null {
  const { code, message, hint, position } = error as DatabaseError;
  if (typeof code !== "string" || !/^[0-9A-Z]{5}$/.test(code)) return null;
  if (code === cancelled)
    return /timeout/.test(message)
      ? new Refusal(
          "query_failed",
          `The query was stopped after ${runSeconds} seconds. Choose fewer days or columns.`,
        )
      : cancelledRefusal();
  if (code === conflict)
    return new Refusal(
      "query_failed",
      "The replica stopped the query because it needed rows that have changed. Run it again.",
    );
  if (/^(57P|08|58|XX)/.test(code)) return null;
  const line = position ? `Line ${lineOf(sent.text, position) - sent.linesBefore}: ` : "";
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return new Refusal("query_failed", `${line}${sentence}${hint ? ` ${hint}` : ""}`);
}
