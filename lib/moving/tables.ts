import { dataTables } from "@/db/tables";

/**
 * Every table with rows of a project, in the order of the export. A test compares the list with the database's
 * catalogue.
 */

/** These tables decide which rows may be removed and which display IDs are taken, so they precede the facts. */
const firstTables = ["limit_settings", "retention_settings", "retention_cutoffs", "display_ids"];

/**
 * Background tasks act on these rows, or find work by them. They are stored in the transaction that makes the project
 * visible, so that no task runs while facts are missing. The list also has tables with a single row per project, whose
 * old and new state look the same.
 */
export const workTables = [
  "app_links",
  "ledger_growth",
  "undecided",
  "late_evidence",
  "pending_reassignments",
  "outbox",
  "listeners",
  "recalculations",
  "replays",
  "network_accounts",
  "network_pulls",
  "network_requests",
  "push_services",
  "purchase_connections",
  "purchase_checks",
  "purchase_notifications",
  "destinations",
  "report_views",
  "alert_rules",
  "report_schedules",
  "file_exports",
  "audiences",
  "mails",
];

/** Their IDs are unique in the whole instance, so they pass through a staging table. */
export const stagedTables = [
  "domains",
  "domain_claims",
  "project_tokens",
  "site_tokens",
  "server_keys",
  "signing_keys",
  "share_links",
  "audit_log",
] as const;

export const excludedColumns: Record<string, string> = {
  project_members: "people are exported by their email, because each instance has its own members",
  project_removals: "a deleted project is not moved",
  project_imports: "it has the import progress of this instance",
  invitation_projects: "an invitation links to the instance that sent it; invite people again on the new one",
};

const isFirst = new Set(firstTables);
const isWork = new Set(workTables);

/** Stored while the project is hidden, in as many transactions as needed. */
export const factTables: string[] = [
  ...firstTables,
  ...dataTables.filter((table) => !isFirst.has(table) && !isWork.has(table)),
];

/** Stored in the last transaction: the work tables directly, the staged ones by way of their staging tables. */
export const lastTables: string[] = [...workTables, ...stagedTables];

export const movedTables: string[] = [...factTables, ...lastTables];

/** The columns that the importing instance fills in, with the same value for all rows of a table. */
export const movedColumns = (table: string): string[] =>
  table === "display_ids" || table === "audit_log" ? ["account_id", "project_id"] : ["project_id"];
