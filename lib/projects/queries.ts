import type { z } from "zod";
import { sql } from "@/db";
import { recordRemoved, removedRateKeys } from "@/db/removed-rows";
import type { LimitSetting } from "@/lib/accounts/access/limits";
import type { ProjectRow } from "@/lib/accounts/access/queries";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, auditRow, withBefore } from "@/lib/accounts/audit/queries";
import type { WeekStart } from "@/lib/base/days";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { commandInstance, type ProjectChanges, type shownProject } from "@/lib/projects/schema";

export type ProjectDetailRow = Omit<ProjectRow, "project_id" | "settings" | "limit_settings"> & {
  id: number;
  created_at: Date;
  updated_at: Date;
  recalculation: z.output<typeof shownProject>["recalculation"];
  link_clipboard: boolean;
  ad_revenue_hourly: boolean;
  has_figures: boolean;
  has_installs: boolean;
  first_install: z.output<typeof shownProject>["first_install"];
  host: string;
  tokens: { token: string; created_at: string; expires_at: string | null }[];
};

export async function findProjectDetail(project: ProjectId, now: Date): Promise<ProjectDetailRow | null> {
  const [row] = await sql<ProjectDetailRow[]>`
    select p.id, p.account_id, p.name, p.slug, p.platforms, p.time_zone, p.currency, p.week_starts_on, p.website,
           p.ended_links, p.link_color,
           p.settings @> '{"link_clipboard": true}' as link_clipboard,
           p.settings @> '{"ad_revenue_hourly": true}' as ad_revenue_hourly,
           p.suspended_at, p.sample_days, p.payment_link, p.created_at, p.updated_at,
           (select json_build_object('state', r.state, 'from_time_zone', r.from_zone, 'time_zone', r.to_zone,
              'from_currency', r.from_currency, 'currency', r.to_currency, 'created_by', r.created_by, 'created_at', r.created_at,
              'problem', r.problem, 'done', r.done, 'total', r.total)
            from recalculations r where r.project_id = ${project} and r.state <> 'DONE') as recalculation,
           exists (select from ledger l where l.project_id = ${project}) as has_figures,
           exists (select from installs i where i.project_id = ${project}) as has_installs,
           (select json_build_object('id', i.id, 'installed_at', i.installed_at, 'platform', i.platform,
              'campaign', (select c.name from campaigns c where c.project_id = ${project} and c.id = i.campaign_id))
            from installs i
            where i.project_id = ${project} and i.decision_version > 0 and not i.is_test
              and i.install_instance_id <> ${commandInstance}
            order by i.installed_at limit 1) as first_install,
           (select d.host from domains d where d.project_id = ${project} and d.is_primary) as host,
           (select json_agg(json_build_object('token', t.token, 'created_at', t.created_at, 'expires_at', t.expires_at)
                            order by t.created_at desc)
              from project_tokens t
             where t.project_id = ${project} and (t.expires_at is null or t.expires_at > ${now})) as tokens
    from projects p where p.id = ${project}`;
  return row ?? null;
}

/** Returns which of a slug and a host are taken. */
export async function findTakenSlugs(input: {
  slug: string;
  host: string;
}): Promise<{ slug: boolean; host: boolean; proved: boolean }> {
  const [row] = await sql<{ slug: boolean; host: boolean; proved: boolean }[]>`
    select exists (select from projects where slug = ${input.slug}) as slug,
           exists (select from domains where host = ${input.host}) as host,
           exists (select from domains where host = ${input.host} and verified_at is not null
             and proved_by is distinct from 'before') as proved`;
  return row!;
}

export type NewProjectRow = {
  name: string;
  slug: string;
  platforms: string[];
  timeZone: string;
  currency: string;
  weekStart: WeekStart;
  website: string | null;
  token: string;
  host: string;
  verification: string;
  verifiedAt: Date;
  provedBy: "local" | "operator";
  isSample: boolean;
  key: { name: string; prefix: string; hash: Buffer } | null;
};

/** Inserts the project with all rows it needs to be used, or none of them. */
export async function insertProject(
  account: AccountId,
  project: NewProjectRow,
  by: Actor,
): Promise<ProjectId> {
  const { key } = project;
  const [row] = await sql<{ id: ProjectId }[]>`
    with made as (
           insert into projects (account_id, name, slug, platforms, time_zone, currency, week_starts_on, website, sample_days)
           values (${account}, ${project.name}, ${project.slug}, ${project.platforms}, ${project.timeZone},
                   ${project.currency}, ${project.weekStart}, ${project.website},
                   ${project.isSample ? 0 : null}::smallint)
           returning id),
         token as (insert into project_tokens (token, project_id) select ${project.token}, id from made),
         domain as (
           insert into domains (project_id, host, is_primary, verification, verified_at, proved_by)
           select id, ${project.host}, true, ${project.verification},
             ${project.verifiedAt}::timestamptz, ${project.provedBy}
           from made),
         key as (
           insert into server_keys (project_id, name, prefix, hash, created_by)
           select id, ${key?.name ?? ""}, ${key?.prefix ?? ""}, ${key?.hash ?? null}::bytea, ${by.memberId}::bigint
           from made
           where ${key !== null}
           returning project_id, name, prefix),
         logged as (${auditRow(
           by,
           {
             account,
             project: sql`made.id`,
             action: "project.create",
             target: project.name,
             detail: { domain: project.host },
           },
           sql`from made`,
         )}),
         logged_key as (${auditRow(
           by,
           {
             account,
             project: sql`key.project_id`,
             action: "server-key.create",
             target: sql`key.name`,
             detail: sql`jsonb_build_object('prefix', key.prefix)`,
           },
           sql`from key`,
         )})
    select id from made`;
  return row!.id;
}

/** The time of the project's last change. */
export async function findLastChange(project: ProjectId): Promise<string | null> {
  const [row] = await sql<{ updated_at: Date }[]>`select updated_at from projects where id = ${project}`;
  return row?.updated_at.toISOString() ?? null;
}

/**
 * Changes time zone and currency only while no figure depends on them. False if one does, or if the project was changed
 * since it was read.
 */
export async function updateProject(
  account: AccountId,
  project: ProjectId,
  { seen: known, ...changes }: ProjectChanges,
  now: Date,
  by: Actor,
): Promise<boolean> {
  const { name = null, platforms = null, time_zone = null, currency = null, website } = changes;
  const { ended_links = null, link_color: color, week_starts_on: weekStart = null } = changes;
  const { link_clipboard, ad_revenue_hourly } = changes;
  const switches = JSON.stringify({ link_clipboard, ad_revenue_hourly });
  const seen = known ?? null;
  const rows = await audited(
    by,
    {
      account,
      project,
      action: "project.change",
      target: sql`changed.name`,
      detail: withBefore(changes, sql`changed.was`),
    },
    sql`
           update projects set
             name = coalesce(${name}, name), platforms = coalesce(${platforms}::text[], platforms),
             time_zone = coalesce(${time_zone}, time_zone), currency = coalesce(${currency}, currency),
             week_starts_on = coalesce(${weekStart}, week_starts_on),
             website = case when ${website !== undefined} then ${website ?? null}::text else website end,
             ended_links = coalesce(${ended_links}, ended_links),
             settings = settings || ${switches}::text::jsonb,
             link_color = case when ${color !== undefined} then ${color ?? null}::text else link_color end,
             updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
           where id = ${project}
             and (${seen}::timestamptz is null or date_trunc('milliseconds', updated_at) = ${seen}::timestamptz)
             and ((coalesce(${time_zone}, time_zone) = time_zone and coalesce(${currency}, currency) = currency)
                  or not exists (select from ledger l where l.project_id = ${project}))
           returning id, name, to_jsonb(old) || jsonb_build_object(
             'link_clipboard', old.settings @> '{"link_clipboard": true}',
             'ad_revenue_hourly', old.settings @> '{"ad_revenue_hourly": true}') as was`,
    sql`,
         -- The rates that convert into the previous currency.
         removed as (
           delete from exchange_rates where project_id = ${project} and exists (
             select 1 from changed join projects old on old.id = ${project}
             where old.currency <> coalesce(${currency}, old.currency)) returning currency, day),
         recorded as (${recordRemoved(project, "rates", removedRateKeys("removed"))}),
         -- Their time zone has changed, so the next run is calculated again.
         moved as (
           update report_schedules s set next_at = ${now}, next_zone = ''
           from changed where s.project_id = ${project} and s.next_at is not null
             and changed.was ->> 'time_zone' <> ${time_zone}::text)
    select id from changed`,
  );
  return rows.length > 0;
}

/**
 * The token without expiry gets one, and the expiries of earlier tokens do not move later. Of two simultaneous
 * rotations, the second finds no such token and returns false.
 */
export async function replaceAppToken(
  account: AccountId,
  project: ProjectId,
  token: { fresh: string; now: Date; expiresAt: Date },
  by: Actor,
): Promise<boolean> {
  const detail = { old_expires_at: token.expiresAt.toISOString() };
  const rows = await sql`
    with old as (
           update project_tokens set expires_at = ${token.expiresAt}
           where project_id = ${project} and expires_at is null returning token),
         earlier as (
           update project_tokens set expires_at = ${token.expiresAt}
           where project_id = ${project} and expires_at > ${token.expiresAt} and exists (select from old)),
         made as (
           insert into project_tokens (token, project_id, created_at) select ${token.fresh}, ${project}, ${token.now}
           from old
           returning token),
         logged as (${auditRow(by, { account, project, action: "token.rotate", detail }, sql`from made`)})
    select token from made`;
  return rows.length > 0;
}

export async function updateBilling(
  account: AccountId,
  project: ProjectId,
  billing: { suspended: boolean; paymentLink: string | null | undefined; now: Date },
  by: Actor,
): Promise<{ suspended: boolean; payment_link: string | null }> {
  const { suspended, paymentLink, now } = billing;
  const [row] = await audited<{ suspended: boolean; payment_link: string | null }>(
    by,
    {
      account,
      project,
      action: suspended ? "project.suspend" : "project.resume",
      target: sql`changed.name`,
      detail: sql`jsonb_build_object('payment_link', changed.payment_link,
               'before', jsonb_build_object('payment_link', changed.was))`,
    },
    sql`
           update projects set
             suspended_at = case when ${suspended} then coalesce(suspended_at, ${now}) end,
             payment_link = case when ${paymentLink !== undefined} then ${paymentLink ?? null}::text
               else payment_link end,
             updated_at = ${now}
           where id = ${project}
           returning name, suspended_at is not null as suspended, payment_link, old.payment_link as was`,
    sql`select suspended, payment_link from changed`,
  );
  return row!;
}

/** If the project is already in that state, neither the project nor the log changes. */
export async function updateArchived(
  account: AccountId,
  project: ProjectId,
  { archived, now }: { archived: boolean; now: Date },
  by: Actor,
): Promise<void> {
  await audited(
    by,
    {
      account,
      project,
      action: archived ? "project.archive" : "project.unarchive",
      target: sql`changed.name`,
    },
    sql`
           update projects set archived_at = case when ${archived} then ${now}::timestamptz end
           where id = ${project} and (archived_at is not null) <> ${archived}
           returning name`,
  );
}

/** Project 0 means the instance. */
export function findLimitSettings(project: ProjectId | 0) {
  return sql<LimitSetting[]>`
    select project_id, "group", per_second from limit_settings where project_id in (0, ${project})`;
}

export type LimitChange = { group: string; perSecond: number | null; unset: boolean };

/** `audit` is null for the instance, which belongs to no account. */
export async function saveLimits(
  project: ProjectId | 0,
  changes: LimitChange[],
  now: Date,
  audit: { account: AccountId; by: Actor } | null,
): Promise<void> {
  const set = changes.filter((change) => !change.unset);
  const unset = changes.filter((change) => change.unset).map((change) => change.group);
  const detail = Object.fromEntries(
    changes.map(({ group, perSecond, unset }) => [group, unset ? null : (perSecond ?? "off")]),
  );
  const was = sql`(
    select coalesce(jsonb_object_agg(l."group", coalesce(to_jsonb(l.per_second), '"off"')), '{}') from limit_settings l
    where l.project_id = ${project})`;
  const logged =
    audit && project !== 0
      ? sql`, logged as (${auditRow(audit.by, { account: audit.account, project, action: "limits.change", detail: withBefore(detail, was) }, sql``)})`
      : sql``;
  await sql`
    with removed as (delete from limit_settings where project_id = ${project} and "group" = any(${unset}::text[])),
         stored as (
           insert into limit_settings (project_id, "group", per_second, updated_at)
           select ${project}, c."group", c.per_second, ${now}
           from unnest(${set.map((c) => c.group)}::text[], ${set.map((c) => c.perSecond)}::int[])
             as c ("group", per_second)
           on conflict (project_id, "group")
             do update set per_second = excluded.per_second, updated_at = excluded.updated_at)
         ${logged}
    select 1`;
}
