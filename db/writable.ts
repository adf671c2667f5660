import { type Fragment, sql } from "@/db";
import { columnTable } from "@/db/columns";

type InProject = { project_id: number };

/**
 * A condition of every statement that stores acknowledged data. If one of the projects is frozen, the statement stores
 * no row and fails (`isFrozenError`). It reads the committed state, and freezing a project waits for statements that
 * have passed the condition. So the export contains every row that was stored here.
 */
export function whereWritable(projects: number | readonly InProject[]): Fragment {
  const ids = typeof projects === "number" ? [projects] : projects.map(({ project_id }) => project_id);
  return sql`(select projects_writable(${[...new Set(ids)]}::bigint[]))`;
}

/** Adds the condition to a batch (db/columns.ts), for a statement that stores it. */
export function writableTable<Row extends InProject>(columns: Parameters<typeof columnTable<Row>>[0]) {
  const table = columnTable<Row>(columns);
  return (rows: readonly Row[]): Fragment =>
    sql`(select * from ${table(rows)} batch where ${whereWritable(rows)})`;
}
