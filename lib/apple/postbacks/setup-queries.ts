import { readSql, sql } from "@/db";
import { columnTable } from "@/db/columns";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { AppleSettings } from "@/lib/apple/postbacks/settings";
import type { AppleSetup, SetupInput } from "@/lib/apple/postbacks/setup-schema";
import { hasSourceIdentifier, matchedSource } from "@/lib/apple/sources/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";

/** `is_contested`: another project lists it, too. */
export type AppRow = { app_id: string; name: string; is_contested: boolean; last_at: Date | null };

export const findApps = (projectId: ProjectId) => sql<AppRow[]>`/* all projects */
  select s.app_id, min(coalesce(s.app_name, s.name)) as name, exists (
    select from store_listings o join projects p on p.id = o.project_id
    where o.app_id = s.app_id and o.platform = 'IOS' and o.project_id <> ${projectId} and p.deleted_at is null
      and not exists (select from project_imports i where i.project_id = p.id)) as is_contested, (
    select r.received_at from apple_postbacks r
    where r.project_id = ${projectId} and r.app_id = s.app_id and r.verdict = 'verified'
    order by r.received_at desc limit 1) as last_at
  from store_listings s where s.project_id = ${projectId} and s.platform = 'IOS'
  group by s.app_id order by 2, 1`;

export const findAppleSetupSources = (projectId: ProjectId) => sql<AppleSetup["sources"]>`
  select a.network_id, a.source_identifier, json_build_object('id', c.id, 'name', c.name, 'display_id', c.display_id,
    'deleted', c.deleted_at is not null) as campaign
  from apple_sources a join campaigns c on c.project_id = ${projectId} and c.id = a.campaign_id
  where a.project_id = ${projectId} order by a.network_id, a.source_identifier`;

export const findUnassigned = (projectId: ProjectId, since: Date) => readSql<AppleSetup["unassigned"]>`
  with r as (
    select r.network_id, r.source_identifier, ${hasSourceIdentifier()} as is_hierarchical, count(*)::int as postbacks
    from apple_postbacks r
    where r.project_id = ${projectId} and r.is_first and not r.is_test and r.did_win
      and r.source_identifier is not null and r.received_at >= ${since}
    group by 1, 2, 3
  )
  select r.network_id, r.source_identifier, sum(r.postbacks)::int as postbacks,
    max(matched.campaigns)::int as campaigns
  from r ${matchedSource(projectId)} where matched.campaign_id is null
  group by 1, 2 order by 3 desc, 1, 2 limit 100`;

export async function findPrimaryHost(projectId: ProjectId): Promise<string> {
  const [row] = await sql<{ host: string }[]>`
    select host from domains where project_id = ${projectId} order by is_primary desc, id limit 1`;
  return row?.host ?? "";
}

const sourcesOf = columnTable<SetupInput["sources"][number]>({
  network_id: "text",
  source_identifier: "text",
  campaign_id: "bigint",
});

/** Stores everything or nothing. Returns the campaigns that do not belong to the project. */
export async function storeAppleSetup(
  owner: { id: ProjectId; accountId: AccountId },
  settings: AppleSettings,
  sources: SetupInput["sources"],
  by: Actor,
  at: Date,
): Promise<number[]> {
  const detail = {
    domain: settings.domain,
    networks: Object.keys(settings.networks).length,
    sources: sources.length,
  };
  const rows = await sql<{ campaign_id: number }[]>`
    with input as materialized (select * from ${sourcesOf(sources)} x),
    unknown_campaigns as materialized (
      select w.campaign_id from input w where not exists (
        select from campaigns c where c.project_id = ${owner.id} and c.id = w.campaign_id)
    ),
    changed as (
      update projects set updated_at = ${at}, settings = settings || jsonb_build_object('apple_postbacks',
        ${JSON.stringify(settings)}::text::jsonb)
      where id = ${owner.id} and not exists (select from unknown_campaigns) returning name
    ),
    removed as (
      delete from apple_sources a where a.project_id = ${owner.id} and exists (select from changed)
        and not exists (select from input w where w.network_id = a.network_id
          and w.source_identifier = a.source_identifier)
    ),
    stored as (
      insert into apple_sources as a (project_id, network_id, source_identifier, campaign_id, updated_at)
      select ${owner.id}, w.network_id, w.source_identifier, w.campaign_id, ${at}::timestamptz
      from input w where exists (select from changed)
      on conflict (project_id, network_id, source_identifier) do update
        set campaign_id = excluded.campaign_id, updated_at = excluded.updated_at
        where a.campaign_id <> excluded.campaign_id
    ),
    logged as (${auditRow(
      by,
      {
        account: owner.accountId,
        project: owner.id,
        action: "apple-postbacks.change",
        target: sql`changed.name`,
        detail,
      },
      sql`from changed`,
    )})
    select distinct campaign_id from unknown_campaigns order by 1`;
  return rows.map(({ campaign_id }) => campaign_id);
}
