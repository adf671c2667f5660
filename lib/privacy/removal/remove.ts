import { dataTables } from "@/db/tables";
import type { ProjectId } from "@/lib/base/ids";
import {
  type DueRemoval,
  deleteProjectRow,
  deleteRows,
  deleteUnseenRow,
  findAbandonedImports,
  findDue,
  markBegun,
  markImportAbandoned,
  noteProgress,
} from "@/lib/privacy/removal/queries";

/**
 * Every table with rows of a project, in the order of removal; `projects` and the removal's own row are last. A test
 * compares the list with the database's catalogue.
 */
export const removedTables = [
  ...dataTables,
  "invitation_projects",
  "project_members",
  "share_links",
  "domain_claims",
  "domains",
  "server_keys",
  "signing_keys",
  "project_tokens",
  "site_tokens",
  "limit_settings",
  "retention_settings",
  "display_ids",
  "audit_log",
  "project_imports",
] as const;

const max = 5_000;

export type RemovedProjects = { projects: number; rows: number; left: boolean };

/**
 * Removes the data of projects whose restore period is over, and of abandoned imports. It uses small statements until
 * the time is over; the next run continues.
 */
export async function removeProjects(budgetMs: number, now: () => Date): Promise<RemovedProjects> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end;
  const removed: RemovedProjects = { projects: 0, rows: 0, left: false };
  for (const project of await findDue(now())) {
    if (!(await markBegun(project.id, removedTables.length, now()))) continue;
    const { rows, left } = await removeRows(project, isOver);
    removed.rows += rows;
    if (left) return { ...removed, left: true };
    await deleteProjectRow(project);
    removed.projects += 1;
  }
  for (const project of await findAbandonedImports(now())) {
    const became = await removeUnseenProjects(project, isOver);
    if (became === "left") return { ...removed, left: true };
    if (became === "gone") removed.projects += 1;
  }
  return removed;
}

/**
 * Removes an unfinished import of a project. `left`: the time ended before everything was removed. `busy`: an import is
 * storing rows now; continuing it later is rejected.
 */
export async function removeUnseenProjects(
  project: ProjectId,
  isOver: () => boolean,
): Promise<"gone" | "left" | "busy"> {
  if (!(await markImportAbandoned(project))) return "busy";
  for (const table of removedTables) {
    // This row marks the project as an unfinished import, so it is deleted together with the project.
    if (table === "project_imports") continue;
    while ((await deleteRows(table, project, max)) > 0) if (isOver()) return "left";
  }
  await deleteUnseenRow(project);
  return "gone";
}

async function removeRows({ id, done: begin }: DueRemoval, isOver: () => boolean) {
  let rows = 0;
  for (let done = begin; done < removedTables.length; ) {
    const deleted = await deleteRows(removedTables[done]!, id, max);
    rows += deleted;
    if (deleted === 0) done += 1;
    await noteProgress(id, done, deleted);
    if (isOver()) return { rows, left: true };
  }
  // Statements in progress during the deletion may have stored rows after the removal of their table.
  for (const table of removedTables) {
    for (let deleted = 1; deleted > 0; rows += deleted) deleted = await deleteRows(table, id, max);
  }
  return { rows, left: false };
}
