import { type Fragment, sql } from "@/db";

/** Tables with a limited number of rows per project, because members add rows by hand. */
type Limited =
  | "alert_rules"
  | "audiences"
  | "block_entries"
  | "budgets"
  | "campaign_templates"
  | "custom_networks"
  | "domain_claims"
  | "file_exports"
  | "incrementality_tests"
  | "report_schedules"
  | "saved_queries"
  | "share_links";

/**
 * A condition of a statement that adds one row: the project has fewer than `max` of them. It also holds for
 * simultaneous calls. A count inside the statement would not, because it sees the table as it was when the statement
 * began.
 */
export const isBelowRowLimit = (table: Limited, project: number, max: number): Fragment =>
  sql`(select has_room(${table}::text, ${project}::bigint, ${max}::int))`;
