import { type Fragment, sql } from "@/db";
import { columnTable } from "@/db/columns";

type InProject = { project_id: number };

/**
 * A condition of every statement that stores acknowledged data: if one of the projects is frozen, the statement stores
 * nothing and fails (`isFrozenError`). It reads what is committed when it is evaluated, and freezing a project waits for
 * statements that have passed it; so everything that is stored here is in the copy that leaves.
 */
export function whereWritable(projects: number | readonly InProject[]): Fragment {
  const ids = typeof projects === "number" ? [projects] : projects.map(({ project_id }) => project_id);
  return sql`(select projects_writable(${[...new Set(ids)]}::bigint[]))`;
}

/** A batch as a table (db/columns.ts) for a statement that stores it: the condition is part of it. */
export function writableTable<Row extends InProject>(columns: Parameters<typeof columnTable<Row>>[0]) {
  const table = columnTable<Row>(columns);
  return (rows: readonly Row[]): Fragment =>
    sql`(select * from ${table(rows)} batch where ${whereWritable(rows)})`;
}
