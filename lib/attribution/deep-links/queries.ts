import { sql } from "@/db";
import { whereWritable } from "@/db/writable";
import type { ReadLink } from "@/lib/attribution/deep-links/read-link";
import type { ProjectId } from "@/lib/base/ids";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { toOutbox } from "@/lib/ledger/outbox/queries";
import { dimensionsOfInstall, ledgerColumns, zoneOfProject } from "@/lib/ledger/queries";
import type { AdParameters } from "@/lib/traffic/links/params";

type LinkOwner = {
  on_our_host: boolean;
  campaign_id: number | null;
  deeplink: string | null;
  active: boolean | null;
};

/** Finds whether a link's host belongs to the project, and which campaign the link names. */
export async function findLinkOwner(projectId: ProjectId, link: ReadLink): Promise<LinkOwner> {
  const [row] = await sql<LinkOwner[]>`
    select exists (select 1 from domains d where d.project_id = ${projectId} and d.host = ${link.host}) as on_our_host,
      c.id as campaign_id, c.deeplink, c.active
    from (select 1) one
    left join campaigns c on c.project_id = ${projectId} and c.display_id = ${link.displayId} and c.deleted_at is null`;
  return row!;
}

export type DeeplinkOpen = {
  id: string;
  at: Date;
  instance: string | null;
  url: string;
  campaignId: number | null;
  /** The ad's IDs from the link's parameters. */
  ad: AdParameters;
  isOurs: boolean;
  /** A link of an inactive campaign does not count as a re-engagement. */
  isActive: boolean;
  data: object;
  /** Identifies a repeated call; null if the app sends no time or key. */
  key: string | null;
  /** Days of absence after which a link counts as a re-engagement, and the hours until the next can count. */
  absence: { days: number; hoursBetween: number };
};

/** Counts the open under the link's own ad if it is a re-engagement. */
const countedOpen = ({ isOurs, campaignId, ad }: DeeplinkOpen) => sql`
  select a.*, ${isOurs}::boolean as is_ours, exists (select from returns) as reengaged,
    ${campaignId}::bigint as return_campaign, coalesce(${ad.adSetId}::text, '') as return_ad_set,
    coalesce(${ad.creativeId}::text, '') as return_creative,
    coalesce(${ad.keywordId}::text, '') as return_keyword,
    coalesce(${ad.publisherId}::text, '') as return_publisher
  from at_install a`;

/** The open in `at_install`, for the outbox; empty if it was sent before. */
const reportedOpen = ({ id, at, instance, url, campaignId, data }: DeeplinkOpen) => sql`
  select a.project_id, ${id}::text as subject, null::text as user_id, ${instance}::text as instance,
    jsonb_build_object('at', ${at}::timestamptz, 'url', ${url}::text, 'platform', a.platform,
      'campaign_id', ${campaignId}::bigint, 'data', ${JSON.stringify(data)}::text::jsonb,
      'reengaged', exists (select from returns), 'is_test', not a.counted) as payload
  from at_install a`;

/**
 * Stores the open, and counts it with the creative that led to the install. If an earlier user returns through a
 * campaign's link, a re-engagement counts for the campaign and the ad of the link.
 */
export async function storeDeepLinkOpen(projectId: ProjectId, open: DeeplinkOpen): Promise<void> {
  const { adSetId, creativeId, keywordId, publisherId, adSetName, creativeName, keywordName } = open.ad;
  await sql`
    with first_of_key as (
      insert into event_keys (project_id, key, seen_at)
      select ${projectId}::bigint, ${open.key}::text, ${open.at}::timestamptz
      where ${open.key}::text is not null and ${whereWritable(projectId)}
      on conflict do nothing
      returning 1
    ),
    input as materialized (
      select ${projectId}::bigint as project_id, ${open.at}::timestamptz as opened_at,
        ${open.instance}::text as instance
      where ${whereWritable(projectId)} and (${open.key}::text is null or exists (select 1 from first_of_key))
    ),
    at_install as (
      select x.project_id, (x.opened_at at time zone ${zoneOfProject(projectId)})::date as day,
        coalesce(s.platform, 'UNKNOWN') as platform,
        ${dimensionsOfInstall()}
      from input x left join installs s on s.project_id = ${projectId} and s.install_instance_id = x.instance
    ),
    returns as (
      update installs s set reengaged_at = x.opened_at, reengaged_by = ${open.id}::uuid,
        reengaged_days = (select c.reengagement_days from campaigns c
          where c.project_id = ${projectId} and c.id = ${open.campaignId}::bigint)
      from input x
      where ${open.isOurs && open.isActive} and ${open.campaignId}::bigint is not null and s.project_id = ${projectId}
        and s.install_instance_id = x.instance
        and case when s.last_open_at < x.opened_at - interval '30 minutes' then s.last_open_at
          else s.visit_before_at end
          <= x.opened_at - ${open.absence.days} * interval '1 day'
        and (s.reengaged_at is null or s.reengaged_at <= x.opened_at - ${open.absence.hoursBetween} * interval '1 hour')
      returning s.id
    ),
    stored as (
      insert into deeplink_opens (project_id, id, opened_at, install_instance_id, url, campaign_id, ad_set_id,
        creative_id,
        keyword_id, publisher_id, is_ours, reengaged, data, platform, counted_version)
      select ${projectId}, ${open.id}, ${open.at}, ${open.instance}, ${open.url}, ${open.campaignId},
        ${adSetId}, ${creativeId},
        ${keywordId}, ${publisherId}, ${open.isOurs},
        exists (select 1 from returns), ${JSON.stringify(open.data)}::text::jsonb, platform, counted_version
      from at_install
    ),
    outbox_rows as (${toOutbox(projectId, "open", reportedOpen(open))}),
    names as (
      insert into ad_names as n (project_id, campaign_id, level, ad_id, name, updated_at)
      select ${projectId}::bigint, ${open.campaignId}::bigint, part.level, part.ad_id, part.name,
        ${open.at}::timestamptz
      from (values ('ad_set', ${adSetId}::text, ${adSetName}::text),
        ('creative', ${creativeId}::text, ${creativeName}::text),
        ('keyword', ${keywordId}::text, ${keywordName}::text)) as part(level, ad_id, name)
      where part.ad_id is not null and part.name is not null and exists (select 1 from returns)
      on conflict (project_id, campaign_id, level, ad_id)
        do update set name = excluded.name, updated_at = excluded.updated_at
      where n.name <> excluded.name
    )
    insert into ledger ${ledgerColumns()} ${ledgerRowsOf(projectId, "open", countedOpen(open))}`;
}
