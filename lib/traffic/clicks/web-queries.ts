import { type Fragment, sql } from "@/db";
import { columnTable } from "@/db/columns";
import type { ProjectId } from "@/lib/base/ids";

type FromWeb = { project_id: ProjectId; id: string; web_id?: string; clicked_at: Date | string };

const webTable = columnTable<FromWeb>({
  project_id: "bigint",
  id: "uuid",
  web_id: "text",
  clicked_at: "timestamptz",
});

/** A part of the statement that stores clicks: stores the website visitors who made them. Null if there are none. */
export function storeVisitors(clicks: FromWeb[]): Fragment | null {
  const rows = clicks.filter(({ web_id }) => web_id !== undefined);
  if (rows.length === 0) return null;
  return sql`
    insert into web_clicks (project_id, click_id, web_id, clicked_at)
    select project_id, id, web_id, clicked_at from ${webTable(rows)} x`;
}
