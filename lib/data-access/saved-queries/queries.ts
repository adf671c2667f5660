import { sql } from "@/db";
import { isBelowRowLimit } from "@/db/row-limit";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, withBefore } from "@/lib/accounts/audit/queries";
import { type Owner, removeRow } from "@/lib/accounts/audit/remove-queries";
import type { ProjectId } from "@/lib/base/ids";
import { maxSavedQueries, type SavedQueryInput } from "@/lib/data-access/saved-queries/schema";

export type SavedQueryRow = { id: number; name: string; sql: string; by: string; saved_at: Date };

const columns = () => sql`id, name, sql, saved_by as by, saved_at`;

export const findSavedQueries = (projectId: ProjectId): Promise<SavedQueryRow[]> => sql<SavedQueryRow[]>`
  select ${columns()} from saved_queries where project_id = ${projectId}
  order by lower(name), id limit ${maxSavedQueries}`;

export async function findSavedQuery(projectId: ProjectId, id: number): Promise<SavedQueryRow | null> {
  const [row] = await sql<SavedQueryRow[]>`
    select ${columns()} from saved_queries where project_id = ${projectId} and id = ${id}`;
  return row ?? null;
}

/** Null if the project has as many as it may have. */
export async function insertSavedQuery(
  { accountId: account, id: project }: Owner,
  { name, sql: text }: SavedQueryInput,
  by: Actor,
  now: Date,
): Promise<SavedQueryRow | null> {
  const [row] = await audited<SavedQueryRow>(
    by,
    { account, project, action: "query.save", target: name },
    sql`
      insert into saved_queries (project_id, name, sql, saved_by, saved_at)
      select ${project}, ${name}, ${text}, ${by.name}, ${now}
      where ${isBelowRowLimit("saved_queries", project, maxSavedQueries)}
      returning ${columns()}`,
  );
  return row ?? null;
}

export async function updateSavedQuery(
  { accountId: account, id: project }: Owner,
  id: number,
  { name, sql: text }: SavedQueryInput,
  by: Actor,
  now: Date,
): Promise<SavedQueryRow | null> {
  const [row] = await audited<SavedQueryRow>(
    by,
    {
      account,
      project,
      action: "query.edit",
      target: name,
      detail: withBefore(
        { name, sql: text },
        sql`(select to_jsonb(was) from saved_queries was where was.project_id = ${project} and was.id = changed.id)`,
      ),
    },
    sql`
      update saved_queries set name = ${name}, sql = ${text}, saved_by = ${by.name}, saved_at = ${now}
      where project_id = ${project} and id = ${id}
      returning ${columns()}`,
  );
  return row ?? null;
}

export const removeSavedQuery = (project: Owner, id: number, by: Actor) =>
  removeRow(project, id, by, {
    table: "saved_queries",
    action: "query.remove",
    target: sql`changed.name`,
    uses: {
      count: sql`(select count(*) from report_schedules s where s.project_id = ${project.id}
        and s.shown->>'kind' = 'query' and s.shown->>'query' = ${String(id)})`,
      text: (count) =>
        count === 1
          ? "A scheduled report sends this query. Delete it under Alerts first."
          : `${count} scheduled reports send this query. Delete them under Alerts first.`,
    },
  });
