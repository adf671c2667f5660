/** A saved query as a scheduled report. */
import { randomUUID } from "node:crypto";
import type { Project } from "@/lib/accounts/access/project";
import type { ReportedDays } from "@/lib/alerts/reports/runs";
import { Refusal } from "@/lib/base/refusal";
import { csvLines } from "@/lib/base/text/csv";
import { placeholdersIn } from "@/lib/data-access/query/fill-in";
import { runQuery } from "@/lib/data-access/query/run";
import type { ColumnKind } from "@/lib/data-access/query/schema";
import { findSavedQuery } from "@/lib/data-access/saved-queries/queries";

const scheduler = { memberId: null, name: "Cairn" };

/** The path of the query's page in a project. */
export const queryAddress = (query: number) => `report/query?query=${query}`;

/** Throws if the query cannot run without a person who fills in values. */
export async function checkScheduledQuery(project: Project, id: number): Promise<void> {
  const query = await findSavedQuery(project.id, id);
  const refuse = (text: string) => new Refusal("invalid_request", text, { fields: { "shown.query": text } });
  if (!query) throw refuse("This saved query does not exist.");
  const other = placeholdersIn(query.sql).find((name) => name !== "from" && name !== "to");
  if (other !== undefined)
    throw refuse(`A scheduled query can have only {{from}} and {{to}}. Replace {{${other}}} in the query.`);
}

type ScheduledRows = {
  /** Each has an ID of its own, even if two columns of the query have one name. */
  columns: { id: string; label: string; kind: ColumnKind }[];
  rows: (string | null)[][];
  isCut: boolean;
  csv: string;
};

/**
 * The rows of a saved query for these days, without personal columns: the recipients may lack the permission for them.
 * Runs like a query of the Query page, with its time limit.
 */
export async function scheduledRows(
  project: Project,
  id: number,
  days: ReportedDays,
): Promise<ScheduledRows> {
  const query = await findSavedQuery(project.id, id);
  if (!query) throw new Refusal("not_found", "The saved query was deleted.");
  const input = { sql: query.sql, values: days, run_id: randomUUID(), confirmed: true };
  const {
    columns,
    rows,
    is_cut: isCut,
  } = await runQuery(project, input, {
    personal: false,
    by: scheduler,
  }).catch((error: unknown) => {
    // Other queries are running. The run is repeated, unlike after a mistake in the query.
    if (error instanceof Refusal && error.code === "rate_limited") throw new Error(error.message);
    throw error;
  });
  const ids = new Set<string>();
  const idOf = (name: string) => {
    let free = name;
    for (let n = 2; ids.has(free); n++) free = `${name}_${n}`;
    ids.add(free);
    return free;
  };
  return {
    columns: columns.map(({ name, kind }) => ({ id: idOf(name), label: name, kind })),
    rows,
    isCut,
    csv: csvLines([columns.map(({ name }) => name), ...rows]),
  };
}
