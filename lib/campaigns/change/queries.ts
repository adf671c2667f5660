import { type Fragment, sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, auditRow, withBefore } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import type { LinkRule } from "@/lib/campaigns/link-rules/schema";
import type { CampaignPurpose } from "@/lib/campaigns/purposes";
import { campaignUsersSql, type EditedRow, editedColumns } from "@/lib/campaigns/queries";
import { maxTags } from "@/lib/campaigns/table/schema";

/** Makes each change later than the previous one, even if the clock is set back. */
const later = (now: Date) => sql`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`;

/** The time since which its links are inactive. It is kept while they stay inactive, and set if it was never stored. */
const inactiveSince = (active: boolean | null, now: Date) =>
  active === null
    ? sql`inactive_since`
    : active
      ? sql`null`
      : sql`case when active then ${now}::timestamptz else coalesce(inactive_since, updated_at) end`;

/** Activating a campaign restores it. */
const archivedUnless = (active: boolean | null) => (active ? sql`null` : sql`archived_at`);

type Of = { accountId: AccountId; projectId: ProjectId };

/** A campaign's previous values, by the names of its settings; for `returning`. */
const wasCampaign = (project: ProjectId) => sql`
  to_jsonb(old) || jsonb_build_object('link_for_desktop_users', old.website,
    'link_rules', coalesce(old.link_rules, '[]'),
    'domain', (select d.host from domains d where d.project_id = ${project} and d.id = old.domain_id),
    'store_listing_ids', (select coalesce(jsonb_agg(k.store_listing_id order by k.platform desc), '[]')
      from campaign_store_listings k where k.project_id = ${project} and k.campaign_id = old.id)) as was`;

/** The audit entry for the campaigns in `changed`. */
const editRow = ({ accountId, projectId }: Of, by: Actor, detail: Record<string, unknown> | Fragment) =>
  auditRow(
    by,
    {
      account: accountId,
      project: projectId,
      action: "campaign.edit",
      target: sql`changed.display_id`,
      detail,
    },
    sql`from changed`,
  );

/** Concurrent edits run one after the other, and each makes `updated_at` later. */
export async function updateNameAndState(
  of: Of,
  displayId: string,
  change: { name: string | null; active: boolean | null; purpose: CampaignPurpose | null },
  by: Actor,
  now: Date,
): Promise<EditedRow | null> {
  const { projectId: project } = of;
  const { name, active, purpose } = change;
  const detail = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null));
  const [row] = await sql<EditedRow[]>`
    with changed as (
      update campaigns set name = coalesce(${name}::text, name), active = coalesce(${active}::boolean, active),
        purpose = coalesce(${purpose}::text, purpose),
        inactive_since = ${inactiveSince(active, now)}, archived_at = ${archivedUnless(active)},
        updated_at = ${later(now)}
      where project_id = ${project} and display_id = ${displayId} and deleted_at is null
      returning project_id, id, display_id, name, created_at, updated_at, network, network_campaign_id, web_to_app,
        active, is_default, purpose, ${wasCampaign(project)}
    ),
    logged as (${editRow(of, by, withBefore(detail, sql`changed.was`))})
    select ${editedColumns()}, ${campaignUsersSql(project)} as attributed_users from changed c`;
  return row ?? null;
}

/**
 * Removes campaigns from every lookup and frees their display IDs. Their figures stay in the ledger under their
 * internal IDs, which are never reused. Returns which campaigns existed.
 */
export async function removeCampaigns(
  { accountId: account, projectId: project }: Of,
  which: { displayId: string } | { ids: number[] },
  by: Actor,
  now: Date,
): Promise<number[]> {
  const rows = await audited<{ id: number }>(
    by,
    {
      account,
      project,
      action: "campaign.delete",
      target: sql`changed.display_id`,
      detail: sql`jsonb_build_object('name', changed.name)`,
    },
    sql`
      update campaigns set deleted_at = ${now}, active = false,
        updated_at = ${later(now)}
      where project_id = ${project} and deleted_at is null
        and ${"ids" in which ? sql`id = any(${which.ids}::bigint[])` : sql`display_id = ${which.displayId}`}
      returning project_id, id, display_id, name`,
    sql`,
    freed as (
      delete from display_ids r using changed
      where r.account_id = ${account} and r.project_id = ${project} and r.display_id = changed.display_id
    )
    select id from changed`,
  );
  return rows.map(({ id }) => id);
}

export type SettingChanges = Partial<
  Record<(typeof changeable)[number], string | number | boolean | string[] | null>
>;

const changeable = [
  ...([
    "name",
    "active",
    "deeplink",
    "website",
    "android_web_redirect",
    "ios_web_redirect",
    "domain_id",
  ] as const),
  ...(["network", "network_campaign_id", "network_account_id", "web_to_app", "affiliate_id"] as const),
  ...(["open_in_app", "social_title", "social_text", "social_image", "ended_links"] as const),
  ...(["starts_at", "ends_at", "click_limit", "reengagement_days", "purpose", "tags"] as const),
];

/**
 * Changes any settings of campaigns; given listings replace all of their listings. Returns the changed campaigns,
 * without those that do not exist, or were changed since they were read.
 */
export async function updateSettings(
  of: Of,
  ids: number[],
  changes: {
    columns: SettingChanges;
    isShortlink: boolean | null;
    listings: { id: string; platform: string }[] | null;
    linkRules: LinkRule[] | null;
    /** The detail of the audit log's entry. */
    detail: Record<string, unknown>;
    /** The last change that the caller has seen; after a later one, no change is written. */
    seen: string | null;
  },
  by: Actor,
  now: Date,
): Promise<number[]> {
  const { projectId: project } = of;
  const { columns, isShortlink, listings, linkRules, detail, seen } = changes;
  const platforms = listings?.map((listing) => listing.platform) ?? [];
  const deeplink = columns.deeplink === undefined ? sql`deeplink` : sql`${columns.deeplink}::text`;
  const values = {
    ...columns,
    // A campaign without a deeplink can only be a short link.
    is_shortlink: sql`coalesce(${isShortlink}::boolean, is_shortlink) or ${deeplink} is null`,
    ...(typeof columns.active === "boolean"
      ? { inactive_since: inactiveSince(columns.active, now), archived_at: archivedUnless(columns.active) }
      : {}),
    ...(linkRules === null
      ? {}
      : { link_rules: sql`nullif(${JSON.stringify(linkRules)}::text::jsonb, '[]')` }),
    updated_at: later(now),
  };
  const rows = await sql<{ id: number }[]>`
    with changed as (
      update campaigns set ${sql(values as never)}
      where project_id = ${project} and id = any(${ids}::bigint[]) and deleted_at is null
        and (${seen}::timestamptz is null or date_trunc('milliseconds', updated_at) = ${seen}::timestamptz)
      returning project_id, id, display_id, ${wasCampaign(project)}
    ),
    dropped as (
      delete from campaign_store_listings k using changed c
      where k.project_id = ${project} and k.campaign_id = c.id and ${listings !== null}
        and not k.platform = any(${platforms}::text[])
    ),
    placed as (
      insert into campaign_store_listings (project_id, campaign_id, platform, store_listing_id)
      select ${project}::bigint, c.id, l.platform, l.id
      from changed c cross join unnest(${platforms}::text[], ${listings?.map((listing) => listing.id) ?? []}::text[])
        as l(platform, id)
      on conflict (project_id, campaign_id, platform) do update set store_listing_id = excluded.store_listing_id
    ),
    logged as (${editRow(of, by, withBefore(detail, sql`changed.was`))})
    select id from changed`;
  return rows.map(({ id }) => id);
}

/** Adds and removes tags, case-insensitively. Returns the campaigns that changed. */
export async function updateTags(
  of: Of,
  ids: number[],
  { add, remove }: { add: string[]; remove: string[] },
  by: Actor,
  now: Date,
): Promise<number[]> {
  const { projectId: project } = of;
  const changed = [...add, ...remove].map((tag) => tag.toLowerCase());
  const rows = await sql<{ id: number }[]>`
    with requested as (
      select c.id, c.tags as before, array(
        select t from unnest(c.tags) with ordinality as u(t, n) where not lower(t) = any(${changed}::text[]) order by n
      ) || ${add}::text[] as after
      from campaigns c where c.project_id = ${project} and c.id = any(${ids}::bigint[]) and c.deleted_at is null
    ),
    changed as (
      update campaigns set tags = w.after, updated_at = ${later(now)}
      from requested w
      where campaigns.project_id = ${project} and campaigns.id = w.id and cardinality(w.after) <= ${maxTags}
        and not (w.before @> w.after and w.after @> w.before)
      returning campaigns.id, campaigns.display_id, campaigns.tags, w.before
    ),
    logged as (${editRow(of, by, sql`jsonb_build_object('tags', changed.tags, 'before', jsonb_build_object('tags', changed.before))`)})
    select id from changed`;
  return rows.map(({ id }) => id);
}

/** Returns the campaigns whose state changed. */
export async function updateStates(
  of: Of,
  ids: number[],
  active: boolean,
  by: Actor,
  now: Date,
): Promise<number[]> {
  const { projectId: project } = of;
  const rows = await sql<{ id: number }[]>`
    with changed as (
      update campaigns set active = ${active}, inactive_since = ${inactiveSince(active, now)},
        archived_at = ${archivedUnless(active)}, updated_at = ${later(now)}
      where project_id = ${project} and id = any(${ids}::bigint[]) and deleted_at is null and active <> ${active}
      returning id, display_id
    ),
    logged as (${editRow(of, by, { active, before: { active: !active } })})
    select id from changed`;
  return rows.map(({ id }) => id);
}

/** An archived campaign is paused; a restored one stays paused. Returns the changed campaigns and their earlier state. */
export async function storeArchived(
  of: Of,
  ids: number[],
  archived: boolean,
  by: Actor,
  now: Date,
): Promise<{ id: number; was_active: boolean }[]> {
  const { projectId: project } = of;
  return sql<{ id: number; was_active: boolean }[]>`
    with changed as (
      update campaigns set archived_at = ${archived ? now : null}::timestamptz,
        active = active and not ${archived}, inactive_since = ${archived ? inactiveSince(false, now) : sql`inactive_since`},
        updated_at = ${later(now)}
      where project_id = ${project} and id = any(${ids}::bigint[]) and deleted_at is null
        and (archived_at is not null) <> ${archived}
      returning id, display_id, old.active as was_active
    ),
    logged as (${editRow(of, by, { archived, before: { archived: !archived } })})
    select id, was_active from changed`;
}

export type CampaignSchedule = {
  starts_at: string | null;
  ends_at: string | null;
  click_limit: number | null;
  reengagement_days: number | null;
};

/**
 * Sets start, end, click limit or re-engagement window of campaigns, if given. If a given date makes a campaign end before it starts, no
 * campaign changes, and `wrong` lists some of them. Returns the previous values of changed ones.
 */
export async function updateSchedules(
  of: Of,
  ids: number[],
  input: Partial<CampaignSchedule>,
  by: Actor,
  now: Date,
): Promise<{ wrong: string[]; changed: ({ id: number } & CampaignSchedule)[] }> {
  const { projectId: project } = of;
  const namesDates = input.starts_at !== undefined || input.ends_at !== undefined;
  const set = (name: keyof CampaignSchedule, type: Fragment) =>
    input[name] === undefined ? sql`c.${sql(name)}` : sql`${input[name] ?? null}::${type}`;
  const [row] = await sql<[{ wrong: string[]; changed: ({ id: number } & CampaignSchedule)[] }]>`
    with requested as materialized (
      select c.id, c.name, jsonb_build_object('starts_at', c.starts_at, 'ends_at', c.ends_at,
          'click_limit', c.click_limit, 'reengagement_days', c.reengagement_days) as was,
        ${set("starts_at", sql`timestamptz`)} as starts_at, ${set("ends_at", sql`timestamptz`)} as ends_at,
        ${set("click_limit", sql`bigint`)} as click_limit,
        ${set("reengagement_days", sql`smallint`)} as reengagement_days
      from campaigns c
      where c.project_id = ${project} and c.id = any(${ids}::bigint[]) and c.deleted_at is null
      order by c.id for update of c
    ),
    wrong as (select name from requested where ${namesDates} and ends_at <= starts_at),
    changed as (
      update campaigns set starts_at = w.starts_at, ends_at = w.ends_at, click_limit = w.click_limit,
        reengagement_days = w.reengagement_days, updated_at = ${later(now)}
      from requested w
      where campaigns.project_id = ${project} and campaigns.id = w.id and not exists (select from wrong)
        and (campaigns.starts_at, campaigns.ends_at, campaigns.click_limit, campaigns.reengagement_days)
          is distinct from (w.starts_at, w.ends_at, w.click_limit, w.reengagement_days)
      returning campaigns.id, campaigns.display_id, w.was
    ),
    logged as (${editRow(of, by, withBefore(input, sql`changed.was`))})
    select (select coalesce(json_agg(w.name), '[]') from (select name from wrong order by name limit 4) w) as wrong,
      (select coalesce(json_agg(changed.was || jsonb_build_object('id', changed.id)), '[]') from changed) as changed`;
  return row;
}
