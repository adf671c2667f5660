import { dataTables } from "@/db/tables";

/**
 * Every table with rows of a project is named here: a test reads the catalogue. What follows is the order in which they
 * come.
 */

/** By these it is known what may be removed, and whose display ids are taken; so they are there before any fact is. */
const firstTables = ["limit_settings", "retention_settings", "retention_cutoffs", "display_ids"];

/**
 * Somebody acts on these rows, or reads them to find work: they come in the transaction that shows the project, so that
 * nothing is decided or sent while a part of the facts is missing. And one that has a single row, which nothing tells
 * apart from what it was before.
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
  "destinations",
  "report_views",
  "alert_rules",
  "report_schedules",
  "mails",
];

/** Their ids are of the whole instance: they pass through a table of their own. */
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

/** Stored while nobody sees the project, in as many transactions as it takes. */
export const factTables: string[] = [
  ...firstTables,
  ...dataTables.filter((table) => !isFirst.has(table) && !isWork.has(table)),
];

/** Stored in the last transaction: these as they are, and the staged ones. */
export const lastTables: string[] = [...workTables, ...stagedTables];

export const movedTables: string[] = [...factTables, ...lastTables];

/** The columns that another instance fills in: the same for all rows of a table. */
export const movedColumns = (table: string): string[] =>
  table === "display_ids" || table === "audit_log" ? ["account_id", "project_id"] : ["project_id"];
