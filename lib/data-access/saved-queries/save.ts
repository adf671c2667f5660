import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import {
  findSavedQueries,
  insertSavedQuery,
  type SavedQueryRow,
  updateSavedQuery,
} from "@/lib/data-access/saved-queries/queries";
import {
  maxSavedQueries,
  type SavedQuery,
  type SavedQueryInput,
} from "@/lib/data-access/saved-queries/schema";

export { removeSavedQuery } from "@/lib/data-access/saved-queries/queries";

const present = (row: SavedQueryRow): SavedQuery => ({ ...row, saved_at: row.saved_at.toISOString() });

export const listSavedQueries = async (project: Project) => ({
  queries: (await findSavedQueries(project.id)).map(present),
});

export async function saveQuery(project: Project, input: SavedQueryInput, by: Actor, now: Date) {
  const row = await insertSavedQuery(project, input, by, now);
  if (!row)
    throw new Refusal(
      "limit_reached",
      `A project can have at most ${maxSavedQueries} saved queries. Remove one first.`,
    );
  return { query: present(row) };
}

export async function changeSavedQuery(
  project: Project,
  id: number,
  input: SavedQueryInput,
  by: Actor,
  now: Date,
) {
  const row = await updateSavedQuery(project, id, input, by, now);
  if (!row) throw new Refusal("not_found", "Not found.");
  return { query: present(row) };
}
