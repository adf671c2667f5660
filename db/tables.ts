/** Which table is of which kind; see "Storage rules" in the README. */

/** Hold what belongs to a project; distributed by `project_id` where the database is. */
export const dataTables = [
  "ad_names",
  "affiliates",
  "app_links",
  "apple_tokens",
  "attribution_answers",
  "campaign_store_listings",
  "campaigns",
  "click_uses",
  "clicks",
  "conversion_schemas",
  "decisions",
  "deeplink_opens",
  "erased_ids",
  "event_keys",
  "event_names",
  "events",
  "exchange_rates",
  "identities",
  "install_details",
  "install_devices",
  "installs",
  "late_evidence",
  "ledger",
  "network_accounts",
  "network_pulls",
  "payments",
  "recuts",
  "rejections",
  "replays",
  "retention_cuts",
  "report_views",
  "rule_sets",
  "source_days",
  "spend",
  "spend_imports",
  "store_listings",
  "test_devices",
  "user_days",
  "users",
] as const;

/** Small and global: read by every project's requests, present on every node. */
export const referenceTables = [
  "accounts",
  "address_lists",
  "display_ids",
  "domains",
  "limit_settings",
  "project_tokens",
  "projects",
  "retention_settings",
  "server_keys",
  "signing_keys",
] as const;

/** Only the dashboard and the operation of the server need them. */
export const localTables = [
  "audit_log",
  "instance_settings",
  "invitations",
  "members",
  "memberships",
  "page_ends",
  "task_leases",
] as const;
