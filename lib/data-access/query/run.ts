import type postgres from "postgres";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { insertEntry } from "@/lib/accounts/audit/queries";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import { refusalOf } from "@/lib/data-access/query/database-error";
import { fillIn, placeholdersIn } from "@/lib/data-access/query/fill-in";
import { cancelRun } from "@/lib/data-access/query/queries";
import { asPageRole } from "@/lib/data-access/query/role-client";
import { type ColumnKind, maxRows, type QueryResult, type RunInput } from "@/lib/data-access/query/schema";

type OfProject = Pick<Project, "id" | "accountId">;
export type Reader = { personal: boolean; by: Actor };

/** Above it, the database expects tens of seconds. In units of its planner: a page that is read in order costs 1. */
const expensive = 3_000_000;
const batchRows = 500;
/** The text of a result; its parts are in memory several times while it is sent. */
const maxResultLength = 8_000_000;

const kinds: Record<number, ColumnKind> = {
  ...Object.fromEntries([20, 21, 23, 26, 700, 701, 1700].map((oid) => [oid, "number"])),
  1082: "day",
  1114: "time",
  1184: "time",
  16: "boolean",
  114: "json",
  3802: "json",
};

type Plan = { "Plan Rows": number; "Total Cost": number; Plans?: Plan[] };

const rowsRead = (plan: Plan): number =>
  plan.Plans ? plan.Plans.reduce((sum, below) => sum + rowsRead(below), 0) : plan["Plan Rows"];

const explain = "explain (format json)\n";

/** Only a statement with a plan passes: a query, or a change, which the read-only transaction rejects. */
async function refuseExpensive(tx: postgres.TransactionSql, text: string, confirmed: boolean) {
  const [row] = await tx.unsafe<[{ "QUERY PLAN": [{ Plan: Plan }] }]>(explain + text, [], {
    simple: false,
  } as never);
  const plan = row["QUERY PLAN"][0].Plan;
  if (confirmed || plan["Total Cost"] <= expensive) return;
  const rows = Math.round(rowsRead(plan));
  throw new Refusal(
    "query_expensive",
    `The database expects to read about ${rows.toLocaleString("en")} rows, which takes long. Choose fewer days, or run it anyway.`,
    { extra: { rows } },
  );
}

async function read(
  stop: postgres.Sql["CLOSE"],
  tx: postgres.TransactionSql,
  text: string,
): Promise<Omit<QueryResult, "milliseconds">> {
  const rows: (string | null)[][] = [];
  let columns: QueryResult["columns"] = [];
  let length = 0;
  let isCut = false;
  const query = tx.unsafe(text, [], { simple: false } as never).raw();
  await query.cursor(batchRows, (batch) => {
    // Only the first batch names its columns.
    const named = (batch as unknown as { columns: { name: string; type: number }[] | null }).columns;
    if (named) columns = named.map(({ name, type }) => ({ name, kind: kinds[type] ?? "text" }));
    for (const row of batch as unknown as (Buffer | null)[][]) {
      const values = row.map((value) => (value === null ? null : value.toString("utf8")));
      length += values.reduce((sum, value) => sum + (value?.length ?? 4), 0);
      isCut = rows.length >= maxRows || length > maxResultLength;
      if (isCut) return stop;
      rows.push(values);
    }
    return undefined;
  });
  return { columns, rows, is_cut: isCut };
}

/** Runs one query of a person or an assistant with the rights of the project's role, which only reads its views. */
export async function runQuery(
  project: OfProject,
  input: RunInput,
  { personal, by }: Reader,
): Promise<QueryResult> {
  if (!env.QUERY_PAGE)
    throw new Refusal("permission_denied", "The operator of this server has turned queries off.");
  const missing = placeholdersIn(input.sql).find((name) => !Object.hasOwn(input.values, name));
  if (missing !== undefined) throw new Refusal("invalid_request", `{{${missing}}} has no value.`);
  const text = fillIn(input.sql.replace(/;\s*$/, ""), input.values);
  const entry = { account: project.accountId, project: project.id, action: "query.run", target: "query" };
  await insertEntry(by, { ...entry, detail: { sql: input.sql.slice(0, 2_000), personal } });
  const since = performance.now();
  let sent = { text: explain + text, linesBefore: 1 };
  return asPageRole(project, personal, input.run_id, async ({ tx, stop }) => {
    try {
      await refuseExpensive(tx, text, input.confirmed);
      sent = { text, linesBefore: 0 };
      const result = await read(stop, tx, text);
      return { ...result, milliseconds: Math.round(performance.now() - since) };
    } catch (error) {
      throw refusalOf(error, sent) ?? error;
    }
  });
}

export const cancelQuery = async (project: OfProject, runId: string) => ({
  cancelled: await cancelRun(project, runId),
});
