/**
 * The tables that statements of "Show SQL" read, as views of the role's project under the tables' own names, so that a
 * role runs a shown statement unchanged. Only what the statements need, and no personal data.
 */
const columns: Record<string, string> = {
  ad_names: "project_id, campaign_id, level, ad_id, name, updated_at",
  affiliates: "project_id, id, name",
  apple_postbacks: `project_id, id, received_at, framework, postback_uid, sequence, verdict, why, is_test, is_first,
    source, skan_version, network_id, source_identifier, app_id, publisher_app_id, source_domain, marketplace,
    conversion_type, fidelity, did_win, interaction, fine, coarse, country, begun_from, begun_until, schema_from,
    schema_until`,
  apple_sources: "project_id, network_id, source_identifier, campaign_id",
  budgets: "project_id, id, campaign_id, network, amount_minor, currency, from_day, to_day",
  campaigns: `project_id, id, display_id, name, network, network_campaign_id, network_account_id, affiliate_id, active,
    reengagement_days, purpose, tags, archived_at, created_at, deleted_at`,
  cohort_sums: "project_id, measure, name, day, campaign_id, count, amount",
  country_spend: `project_id, day, campaign_id, ad_set_id, creative_id, keyword_id, platform, country, amount_minor,
    currency, original_minor, network_impressions, network_clicks, source, import_id, updated_at`,
  decisions: `project_id, install_id, version, decided_at, attribution_type, campaign_id, method, click_id, counted, kind,
    touch, flags, candidates`,
  events: "project_id, id, occurred_at, name, install_instance_id, platform, amount_minor, returned_by",
  exchange_rates: "project_id, currency, day, rate",
  installs: `project_id, id, install_instance_id, kind, platform, installed_at, app_version, install_version, os_version, country,
    is_test, state, decided_at, decision_version, campaign_id, ad_set_id, creative_id, keyword_id, publisher_id, method, touch, clicked_at, flags, reengaged_at, reengaged_by,
    reengaged_days, opened_on, first_paid_at, erased_at, uninstalled_at`,
  ledger: `project_id, day, campaign_id, measure, name, platform, country, install_version, ad_set_id, creative_id,
    keyword_id, publisher_id, count, amount, cohort_day, cohort_age, sum_mark`,
  payments: `project_id, id, type, status, amount_minor, paid_at, user_id, install_instance_id, platform,
    removed_at, returned_by`,
  spend: `project_id, day, campaign_id, ad_set_id, creative_id, keyword_id, platform, amount_minor, currency,
    original_minor, network_impressions, network_clicks, source, import_id, updated_at`,
  spend_imports: "project_id, id, kind, source_key, name",
  user_days: "project_id, name, user_id, install_instance_id, first_day, days",
  users:
    "project_id, user_id, install_instance_id, platform, identified_at, is_signup, campaign_id, attributed_at",
};

export const tableSchema = "cairn_tables";

const own = (name: string, listed: string, key: string) => ({
  name: `${tableSchema}.${name}`,
  query: `select ${listed} from public.${name} where ${key} = (select cairn.own_project())`,
});

export const tableViews = [
  ...Object.entries(columns).map(([name, listed]) => own(name, listed, "project_id")),
  own("projects", "id, name, time_zone, currency, week_starts_on", "id"),
];
