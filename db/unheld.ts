import { type Fragment, sql } from "@/db";

/**
 * A condition of a statement that stores something of these projects: where one of them is held, nothing is stored, and
 * the statement fails (`isHeld`). It asks what is committed when it is reached, and whoever holds a project waits for
 * the statements that were beyond it by then; so what is stored here is in the copy that leaves.
 */
export const unheld = (rows: readonly { project_id: number }[]): Fragment =>
  sql`(select unheld(${[...new Set(rows.map(({ project_id }) => project_id))]}::bigint[]))`;

/** The same of one project. */
export const isUnheld = (project: number): Fragment => unheld([{ project_id: project }]);
