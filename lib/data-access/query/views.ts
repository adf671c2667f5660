import { randomUUID } from "node:crypto";
import type { Project } from "@/lib/accounts/access/project";
import { asPageRole } from "@/lib/data-access/query/role-client";
import type { QueryView } from "@/lib/data-access/query/schema";

type Row = { schema: string; view: string; about: string | null; columns: QueryView["columns"] };

/** The views that the role reads, with their columns, for completion and the list beside the editor. */
export async function listViews(project: Pick<Project, "id" | "accountId">, personal: boolean) {
  const rows = await asPageRole(
    project,
    personal,
    randomUUID(),
    ({ tx }) => tx<Row[]>`
      select n.nspname::text as schema, c.relname::text as view, obj_description(c.oid, 'pg_class') as about,
        (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by a.attnum)
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('cairn', 'cairn_private') and c.relkind = 'v' and has_table_privilege(c.oid, 'select')
      order by 1, 2`,
  );
  return {
    views: rows.map(({ schema, view, about, columns }) => ({
      name: `${schema}.${view}`,
      // Begins with the version of the views.
      about: (about ?? "").replace(/^v\d+ /, ""),
      columns,
    })),
  };
}
