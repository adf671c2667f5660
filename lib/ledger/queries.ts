import { type Fragment, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { revenueSignText } from "@/lib/ledger/measures";
import { returnDays } from "@/lib/ledger/return-days";

/**
 * The country and app version of a fact of an install `s`: those of the install, once that was decided. An earlier fact
 * has none until it follows the decision.
 */
export const originOfInstall = () => sql`
  case when s.decision_version > 0 then coalesce(s.country, '') else '' end as country,
  case when s.decision_version > 0 then coalesce(s.install_version, '') else '' end as install_version`;

/**
 * The current ledger dimensions of an install `s` (left-joined, so it may be missing). Every statement that stores a
 * fact writes them.
 */
export const dimensionsOfInstall = () => sql`
  coalesce(s.campaign_id, 0) as campaign_id, coalesce(s.ad_set_id, '') as ad_set_id,
  coalesce(s.creative_id, '') as creative_id, coalesce(s.keyword_id, '') as keyword_id, coalesce(s.publisher_id, '') as publisher_id, ${originOfInstall()},
  coalesce(s.decision_version, 0) as counted_version, not coalesce(s.is_test, false) as counted`;

/**
 * The sender of a fact `x`, and its install `s`. Looked up row by row: the planner would otherwise scan a table that
 * was small at planning time. It would keep that plan while the table grows.
 */
export const joinSender = () => sql`
  left join lateral (
    select i.user_id from identities i
    where i.project_id = x.project_id and i.install_instance_id = x.instance limit 1
  ) identity on true
  left join lateral (
    select u.user_id, u.install_instance_id from users u
    where u.project_id = x.project_id and u.user_id = x.user_id limit 1
  ) given on true
  left join lateral (
    select n.id, n.platform, n.kind, n.installed_at, n.decision_version, n.is_test, n.campaign_id,
      n.ad_set_id, n.creative_id, n.country, n.install_version,
      n.keyword_id, n.publisher_id, n.reengaged_at, n.reengaged_by, n.reengaged_days, n.reinstall_days, n.method
    from installs n
    where n.project_id = x.project_id and n.install_instance_id = coalesce(x.instance, given.install_instance_id)
    limit 1
  ) s on true`;

/** The ledger's dimensions of a row, with defaults for missing ones. */
export const knownDimensions = (of: string) => sql`
  coalesce(${sql(`${of}.campaign_id`)}, 0) as campaign_id, coalesce(${sql(`${of}.ad_set_id`)}, '') as ad_set_id,
  coalesce(${sql(`${of}.creative_id`)}, '') as creative_id, coalesce(${sql(`${of}.keyword_id`)}, '') as keyword_id,
  coalesce(${sql(`${of}.publisher_id`)}, '') as publisher_id`;

/** The country and app version of an install of any state, as the ledger has them. */
export const knownOrigin = (of: string) => sql`
  coalesce(${sql(`${of}.country`)}, '') as country, coalesce(${sql(`${of}.install_version`)}, '') as install_version`;

/**
 * The same for a decision `d` whose version a fact was counted under. The install's country and app version, in columns
 * of `install`, never change.
 */
export const dimensionsOfDecision = (install: { country: Fragment; version: Fragment }) => sql`
  coalesce(d.campaign_id, 0) as campaign_id, coalesce(d.ad_set_id, '') as ad_set_id,
  coalesce(d.creative_id, '') as creative_id, coalesce(d.keyword_id, '') as keyword_id, coalesce(d.publisher_id, '') as publisher_id,
  case when d.version is not null then coalesce(${install.country}, '') else '' end as country,
  case when d.version is not null then coalesce(${install.version}, '') else '' end as install_version,
  coalesce(d.counted, true) as counted`;

/**
 * A project's zone, read by the statement itself and never cached. The same snapshot then determines both the facts and
 * their days.
 */
export const zoneOfProject = (projectId: ProjectId) =>
  sql`(select home.time_zone from projects home where home.id = ${projectId})`;

/** Joins the project of each row `x`, if the rows belong to many projects. */
export const joinHome = () => sql`join projects home on home.id = x.project_id`;

export const ledgerColumns = () => sql`
  (project_id, day, campaign_id, ad_set_id, creative_id, keyword_id, publisher_id, platform, country, install_version, measure, name,
    count, amount, cohort_day, cohort_age)`;

export const dimensionColumns = () => sql`
  campaign_id, ad_set_id, creative_id, keyword_id, publisher_id, platform, country, install_version`;

export const revenueSignOf = (type: string) => sql.unsafe(revenueSignText(type));

/** True if a touch led to the reinstall. A reinstall that only keeps its campaign had no touch. */
export const isAttributable = (of: "s" | "t") => sql`${sql(`${of}.method`)} is distinct from 'reinstall'`;

/**
 * The dimensions of an install or decision itself. A reinstall that only keeps its campaign is organic, but its later
 * facts count for the campaign.
 */
export const installDimensions = (of: "s" | "d" | "b" | "c") => {
  const own = (column: string) =>
    sql`case when ${sql(`${of}.method`)} = 'reinstall' then null else ${sql(`${of}.${column}`)} end as ${sql(column)}`;
  return sql`${own("campaign_id")}, ${own("ad_set_id")}, ${own("creative_id")}, ${own("keyword_id")},
    ${own("publisher_id")}`;
};

/** True within the days after a return in which a fact counts for the return: those of the campaign at that time. */
export const isAfterReturn = (at: string, returned: string, days: string) => sql`
  ${sql(returned)} <= ${sql(at)}
  and ${sql(returned)} > ${sql(at)} - coalesce(${sql(days)}, ${returnDays}::int) * interval '1 day'`;

/**
 * The return shortly before a fact `x` of an install `s`: the last re-engaging open, or else a reinstall itself. It is
 * stored with the fact, so that later returns do not change it.
 */
export const returnBefore = () => sql`
  case when s.reengaged_by is not null and ${isAfterReturn("x.at", "s.reengaged_at", "s.reengaged_days")} then s.reengaged_by
    when s.decision_version > 0 and s.kind = 'REINSTALL' and ${isAttributable("s")}
      and ${isAfterReturn("x.at", "s.installed_at", "s.reinstall_days")} then s.id end`;

/** The open `o` that brought back the sender of a fact, if there is one. */
export const returningOpen = (projectId: ProjectId | Fragment, returnedBy: Fragment) => sql`
  left join lateral (
    select q.id, q.campaign_id, q.ad_set_id, q.creative_id, q.keyword_id, q.publisher_id from deeplink_opens q
    where q.project_id = ${projectId} and q.id = ${returnedBy} limit 1
  ) o on true`;

/** Whole days of 24 hours from the install to a fact. */
export const ageInDays = (at: Fragment, installedAt: Fragment) =>
  sql`floor(extract(epoch from ${at} - ${installedAt}) / 86400)::int`;

/** The age of a fact of an install `s`; null unless it is a decided first install. */
export const ageOfInstall = (at: Fragment) => sql`
  case when s.decision_version > 0 and s.kind = 'INSTALL' then ${ageInDays(at, sql`s.installed_at`)} end`;

/** The time at which a payment counts in cohorts: a refund counts at that of the payment that it refunds, if known. */
export const countedTimeOf = (payment: string) =>
  sql`coalesce(${sql(`${payment}.refunded_at`)}, ${sql(`${payment}.paid_at`)})`;

/** The payment `p` that refund `r` names: one of the same install that counts toward revenue, removed or not. */
export const isRefundOf = (refund: "x" | "w" | "r", payment: "p" | "w") => sql`
  ${sql(`${payment}.payment_id`)} = ${sql(`${refund}.refunded_payment_id`)}
    and ${countsAsRevenue(`${payment}.type`, `${payment}.status`)}`;

/** True for completed payments that count toward revenue. */
export const countsAsRevenue = (type: string, status: string) =>
  sql`${sql(status)} = 'PAYMENT_COMPLETED' and ${revenueSignOf(type)} > 0`;

/** The dimensions of a return: the ad of the open `o`, or else of the install or decision. */
export const dimensionsOfReturn = (of: "s" | "d" | "t" | "i") => {
  const either = (column: string, none: Fragment) =>
    sql`coalesce(case when o.id is null then ${sql(`${of}.${column}`)} else ${sql(`o.${column}`)} end, ${none})`;
  return sql`
    ${either("campaign_id", sql`0`)} as return_campaign, ${either("ad_set_id", sql`''`)} as return_ad_set,
    ${either("creative_id", sql`''`)} as return_creative, ${either("keyword_id", sql`''`)} as return_keyword,
    ${either("publisher_id", sql`''`)} as return_publisher`;
};

/** The rows of one project, or of all projects of a batch. */
export type LedgerScope = ProjectId | "several";

/** The project ID of such a row: a constant, or the row's own column. */
export const projectColumn = (whose: LedgerScope, row: string) =>
  whose === "several" ? sql`${sql(`${row}.project_id`)}` : sql`${whose}::bigint`;

/** The cell in which an install `i` is counted: its decision may no longer be the one in force. */
export const joinCellOfInstall = (whose: LedgerScope) => sql`
  cross join lateral (
    select coalesce(i.campaign_id, 0) as campaign_id, coalesce(i.ad_set_id, '') as ad_set_id,
      coalesce(i.creative_id, '') as creative_id, coalesce(i.keyword_id, '') as keyword_id, coalesce(i.publisher_id, '') as publisher_id, not i.is_test as counted,
      i.kind
    where i.counted_version > 0 and i.counted_version = i.decision_version
    union all
    select coalesce(d.campaign_id, 0), coalesce(d.ad_set_id, ''), coalesce(d.creative_id, ''),
      coalesce(d.keyword_id, ''), coalesce(d.publisher_id, ''), d.counted, d.kind
    from decisions d
    where d.project_id = ${projectColumn(whose, "i")} and d.install_id = i.id and d.version = i.counted_version
      and i.counted_version <> i.decision_version
  ) cell`;

/** Columns of an install `s` for `joinCellOfInstall`. */
export const countedColumns = () => sql`
  s.id, s.platform, s.country, s.install_version, s.is_test, s.counted_version, s.decision_version, s.campaign_id, s.ad_set_id,
  s.creative_id, s.keyword_id, s.publisher_id, s.kind`;

/**
 * Queues installs whose facts must move, once all active statements see this change. It waits for a parallel move that
 * removes them from the list without seeing this.
 */
export const queueReassignment = (whose: LedgerScope, which: Fragment) => sql`
  insert into pending_reassignments (project_id, install_id, xid)
  select ${projectColumn(whose, "moving")}, id, pg_current_xact_id()::text::bigint from (${which}) moving order by 1, 2
  on conflict (project_id, install_id) do update set xid = excluded.xid, since = excluded.since`;

/**
 * Another ID for a row of ad revenue whose user or install gets another name, at the same time. The computed ID of an
 * hourly row belongs to the former name, which may send again in the same hour.
 */
export const newHourlyId = (row: string): Fragment => sql`
  case when ${sql(`${row}.is_hourly`)}
    then (substr(${sql(`${row}.id`)}::text, 1, 15) || substr(gen_random_uuid()::text, 16))::uuid
    else ${sql(`${row}.id`)} end`;

/** Queues installs without an earlier decision, which cannot be on the list yet. */
export const queueFirstReassignment = (projectId: ProjectId, which: Fragment) => sql`
  insert into pending_reassignments (project_id, install_id, xid)
  select ${projectId}::bigint, id, pg_current_xact_id()::text::bigint from (${which}) moving`;
