import { type Fragment, sql } from "@/db";

/** The tables of which a project has a limited number of rows, by hand and not by the thousand. */
type Limited = "alert_rules" | "report_schedules" | "share_links" | "domain_claims" | "campaign_templates";

/**
 * A condition of a statement that adds one row: the project has fewer than `max` of them. It holds for calls at the same
 * moment, too, which a count inside the statement would not: that sees the table as it was when the statement began.
 */
export const hasRoom = (table: Limited, project: number, max: number): Fragment =>
  sql`(select has_room(${table}::text, ${project}::bigint, ${max}::int))`;
