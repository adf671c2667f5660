import { type Fragment, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { revenueSignText } from "@/lib/ledger/measures";
import { returnDays } from "@/lib/ledger/return-days";

/**
 * The country in which a fact of an install `s` is counted: the install's, as soon as that was decided. A fact that
 * came before cannot tell whether its install was known then, so it has none until it follows the decision.
 */
export const countryOfInstall = () => sql`
  case when s.decision_version > 0 then coalesce(s.country, '') else '' end as country`;

/**
 * The ledger's columns of an install `s` (left-joined, so perhaps missing): where a fact of that install is counted
 * now. Written by every statement that stores a fact.
 */
export const dimensionsOfInstall = () => sql`
  coalesce(s.campaign_id, 0) as campaign_id, coalesce(s.ad_set_id, '') as ad_set_id,
  coalesce(s.creative_id, '') as creative_id, coalesce(s.keyword_id, '') as keyword_id, ${countryOfInstall()},
  coalesce(s.decision_version, 0) as counted_version, not coalesce(s.is_test, false) as counted`;

/**
 * The sender of a fact `x`, and its install `s`. Looked up row by row: the planner would read all of a table that was
 * small when it chose, and go on with that while it grows.
 */
export const senderOf = () => sql`
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
      n.ad_set_id, n.creative_id, n.country,
      n.keyword_id, n.reengaged_at, n.reengaged_by, n.method
    from installs n
    where n.project_id = x.project_id and n.install_instance_id = coalesce(x.instance, given.install_instance_id)
    limit 1
  ) s on true`;

/** The ledger's dimensions of a row whose own may be missing. */
export const knownDimensions = (of: string) => sql`
  coalesce(${sql(`${of}.campaign_id`)}, 0) as campaign_id, coalesce(${sql(`${of}.ad_set_id`)}, '') as ad_set_id,
  coalesce(${sql(`${of}.creative_id`)}, '') as creative_id, coalesce(${sql(`${of}.keyword_id`)}, '') as keyword_id`;

/** The same from the decision `d` under whose version a fact was counted; the country of its install never changes. */
export const dimensionsOfDecision = (country: Fragment) => sql`
  coalesce(d.campaign_id, 0) as campaign_id, coalesce(d.ad_set_id, '') as ad_set_id,
  coalesce(d.creative_id, '') as creative_id, coalesce(d.keyword_id, '') as keyword_id,
  case when d.version is not null then coalesce(${country}, '') else '' end as country,
  coalesce(d.counted, true) as counted`;

/**
 * A project's zone as the statement itself finds it, never as somebody knew it before: days are cut by one zone or by
 * the other, and the same snapshot says which facts there are.
 */
export const zoneOf = (projectId: ProjectId) =>
  sql`(select home.time_zone from projects home where home.id = ${projectId})`;

/** The same of rows `x` of many projects. */
export const homeOf = () => sql`join projects home on home.id = x.project_id`;

export const ledgerColumns = () => sql`
  (project_id, day, campaign_id, ad_set_id, creative_id, keyword_id, platform, country, measure, name, count, amount)`;

export const dimensionColumns = () => sql`campaign_id, ad_set_id, creative_id, keyword_id, platform, country`;

export const revenueSignOf = (type: string) => sql.unsafe(revenueSignText(type));

/** True where a touch led to a reinstall: one that only stays with its campaign had none. */
export const isAttributable = (of: "s" | "t") => sql`${sql(`${of}.method`)} is distinct from 'reinstall'`;

/**
 * Dimensions of an install or decision itself: nobody brought a device back that only stays with its campaign, so that
 * reinstall is organic, while what it brings is the campaign's.
 */
export const installDimensions = (of: "s" | "d" | "b" | "c") => {
  const own = (column: string) =>
    sql`case when ${sql(`${of}.method`)} = 'reinstall' then null else ${sql(`${of}.${column}`)} end as ${sql(column)}`;
  return sql`${own("campaign_id")}, ${own("ad_set_id")}, ${own("creative_id")}, ${own("keyword_id")}`;
};

/** True within the days after a return in which a fact counts for what brought the user back. */
export const isAfterReturn = (at: string, returned: string) => sql`
  ${sql(returned)} <= ${sql(at)} and ${sql(returned)} > ${sql(at)} - ${returnDays}::int * interval '1 day'`;

/**
 * Finds what brought the user back not long before a fact `x` of an install `s`: the last open of a campaign's link
 * that did, else the install itself where it is a reinstall. It is kept with the fact, so that what comes later changes
 * nothing.
 */
export const returnOf = () => sql`
  case when s.reengaged_by is not null and ${isAfterReturn("x.at", "s.reengaged_at")} then s.reengaged_by
    when s.decision_version > 0 and s.kind = 'REINSTALL' and ${isAttributable("s")}
      and ${isAfterReturn("x.at", "s.installed_at")} then s.id end`;

/** The open `o` that brought back the sender of a fact, if there is one. */
export const returningOpen = (projectId: ProjectId | Fragment, returnedBy: Fragment) => sql`
  left join lateral (
    select q.id, q.campaign_id, q.ad_set_id, q.creative_id, q.keyword_id from deeplink_opens q
    where q.project_id = ${projectId} and q.id = ${returnedBy} limit 1
  ) o on true`;

/** A fact counts for what brought the user back at the ad of the open `o`, else at that of an install or decision. */
export const dimensionsOfReturn = (of: "s" | "d" | "t" | "i") => {
  const either = (column: string, none: Fragment) =>
    sql`coalesce(case when o.id is null then ${sql(`${of}.${column}`)} else ${sql(`o.${column}`)} end, ${none})`;
  return sql`
    ${either("campaign_id", sql`0`)} as return_campaign, ${either("ad_set_id", sql`''`)} as return_ad_set,
    ${either("creative_id", sql`''`)} as return_creative, ${either("keyword_id", sql`''`)} as return_keyword`;
};

/** Whose rows a part of a statement is about: of one project, or of as many as are in a batch. */
export type Whose = ProjectId | "several";

/** The project of a row of such a part: the one, else the row's own. */
export const projectColumn = (whose: Whose, row: string) =>
  whose === "several" ? sql`${sql(`${row}.project_id`)}` : sql`${whose}::bigint`;

/**
 * Queues installs whose facts must move, once all active statements see this change. It waits for a parallel move that
 * removes them from the list without seeing this.
 */
export const isToReassign = (whose: Whose, which: Fragment) => sql`
  insert into pending_reassignments (project_id, install_id, xid)
  select ${projectColumn(whose, "moving")}, id, pg_current_xact_id()::text::bigint from (${which}) moving order by 1, 2
  on conflict (project_id, install_id) do update set xid = excluded.xid, since = excluded.since`;

/** The same where none of them was decided before, so that none can be on the list. */
export const firstToReassign = (projectId: ProjectId, which: Fragment) => sql`
  insert into pending_reassignments (project_id, install_id, xid)
  select ${projectId}::bigint, id, pg_current_xact_id()::text::bigint from (${which}) moving`;
