import { type Fragment, sql } from "@/db";
import type { dataTables } from "@/db/tables";

/**
 * The projects that have rows in a work table, as a table of their IDs. An index that begins with `project_id` leads
 * from one project to the next. So the cost depends on the projects with work, and not on the number of projects or
 * rows. `which` is the condition on a row `w`, for a partial index.
 */
export const projectsWith = (table: (typeof dataTables)[number], which: Fragment = sql`true`) => sql`(
  with recursive busy as (
    (select w.project_id as id from ${sql(table)} w where ${which} order by w.project_id limit 1)
    union all
    select (select w.project_id from ${sql(table)} w where w.project_id > b.id and ${which}
      order by w.project_id limit 1)
    from busy b where b.id is not null
  )
  select b.id from busy b where b.id is not null)`;
