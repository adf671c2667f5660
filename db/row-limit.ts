import { type Fragment, sql } from "@/db";

/** Tables with a limited number of rows per project, because members add rows by hand. */
type Limited = "alert_rules" | "report_schedules" | "share_links" | "domain_claims" | "campaign_templates";

/**
 * A condition of a statement that adds one row: the project has fewer than `max` of them. It also holds for
 * simultaneous calls. A count inside the statement would not, because it sees the table as it was when the statement
 * began.
 */
export const isBelowRowLimit = (table: Limited, project: number, max: number): Fragment =>
  sql`(select has_room(${table}::text, ${project}::bigint, ${max}::int))`;
