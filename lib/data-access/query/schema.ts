/** Runs in the browser too. */
import { z } from "zod";
import { t } from "@/lib/base/languages/texts";

const maxSqlLength = 20_000;
/** Slightly less than the front process waits for the dashboard. */
export const runSeconds = 50;
/** The rows of one result. */
export const maxRows = 10_000;

export const queryText = z
  .string({ error: "sql must be a text." })
  .trim()
  .min(1, t("Write a query."))
  .max(
    maxSqlLength,
    t("A query may have at most {maxSqlLength} characters.", {
      maxSqlLength: maxSqlLength.toLocaleString("en"),
    }),
  )
  .refine((text) => !text.includes("\0"), t("A query must not contain NUL characters."));

export const runInput = z.object({
  sql: queryText,
  /** The values of the placeholders in {{…}}. */
  values: z
    .record(z.string().max(40), z.string().max(1_000, t("A value may have at most 1,000 characters.")))
    .refine((values) => Object.keys(values).length <= 50, t("A query may have at most 50 placeholders."))
    .default({}),
  /** Chosen by the caller, to cancel the run. */
  run_id: z.uuid({ error: "run_id must be a UUID." }),
  /** Runs the query even if the database expects it to be expensive. */
  confirmed: z.boolean().default(false),
});
export type RunInput = z.output<typeof runInput>;

export const cancelInput = runInput.pick({ run_id: true });

const columnKinds = ["number", "day", "time", "boolean", "json", "text"] as const;
export type ColumnKind = (typeof columnKinds)[number];

const resultColumn = z.object({ name: z.string(), kind: z.enum(columnKinds) });

export const queryResult = z.object({
  columns: z.array(resultColumn),
  /** Values as Postgres writes them, in UTC. */
  rows: z.array(z.array(z.string().nullable())),
  /** The query has more rows or data than a result may have. */
  is_cut: z.boolean(),
  milliseconds: z.number().int(),
});
export type QueryResult = z.output<typeof queryResult>;

export const cancelResult = z.object({ cancelled: z.boolean() });

const view = z.object({
  name: z.string(),
  about: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
});
export type QueryView = z.output<typeof view>;
export const viewList = z.object({ views: z.array(view) });
