import { Refusal } from "@/lib/base/refusal";
import { runSeconds } from "@/lib/data-access/query/role-client";

type DatabaseError = Error & { code?: string; hint?: string; position?: string };

const tooMany = "53300";
const cancelled = "57014";

/** The line of a position in the text; positions count characters from 1. */
const lineOf = (text: string, position: string) =>
  [...text].slice(0, Number(position) - 1).filter((character) => character === "\n").length + 1;

/**
 * The refusal for an error of the query itself, with the database's own words: its author needs them, and the role that
 * ran it knows nothing else. Null for other errors. `sent` is the text that the database read.
 */
export function refusalOf(error: unknown, sent: { text: string; linesBefore: number }): Refusal | null {
  const { code, message, hint, position } = error as DatabaseError;
  if (typeof code !== "string" || !/^[0-9A-Z]{5}$/.test(code)) return null;
  if (code === tooMany)
    return new Refusal(
      "rate_limited",
      "Five queries of this project are running. Try again when one has ended.",
    );
  if (code === cancelled)
    return new Refusal(
      "query_failed",
      /timeout/.test(message)
        ? `The query was stopped after ${runSeconds} seconds. Choose fewer days or columns.`
        : "The query was cancelled.",
    );
  if (/^(57P|08|58|XX)/.test(code)) return null;
  const line = position ? `Line ${lineOf(sent.text, position) - sent.linesBefore}: ` : "";
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return new Refusal("query_failed", `${line}${sentence}${hint ? ` ${hint}` : ""}`);
}
