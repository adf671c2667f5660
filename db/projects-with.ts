import { type Fragment, sql } from "@/db";
import type { dataTables } from "@/db/tables";

/**
 * The projects that have rows in a table of work, as a table of their ids: found from one to the next by an index that
 * begins with `project_id`, so that it costs what there is to do, however many projects there are and however much
 * waits in each. Where such an index has a condition, `which` says the same of a row `w`.
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
