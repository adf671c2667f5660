import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import type { LinkRule } from "@/lib/campaigns/link-rules/schema";
import { sharedClickParameters } from "@/lib/campaigns/networks";
import { countLimitedClicks } from "@/lib/campaigns/queries";
import type { CustomClick, CustomPublishers } from "@/lib/traffic/links/params";
import type { CachedServerClicks } from "@/lib/traffic/links/server-click-key";

export type LinkHostRow = {
  project_id: ProjectId;
  name: string;
  website: string | null;
  hosts: string[];
  ended_links: string;
  link_color: string | null;
  origins: string[] | null;
  clipboard: boolean;
  default_campaign: string | null;
  custom_clicks: CustomClick[] | null;
  custom_publishers: CustomPublishers | null;
  server_clicks: Record<string, CachedServerClicks> | null;
  blocks_addresses: boolean;
  frozen: boolean;
  moved_links: string | null;
  listings: SiteListingRow[];
};

/** Rows in a file of an earlier version have only the first three. */
export type SiteListingRow = {
  platform: string;
  url: string;
  pageId: string | null;
  app?: {
    name: string;
    rating: number | null;
    ratings: number | null;
    icon: string | null;
    /** A name for each state of the pictures, which ends with their number; missing in files of earlier versions. */
    pictures?: string | null;
  } | null;
};

/** The projects of hosts, in the order of the hosts. */
export async function findSites(hosts: string[]): Promise<(LinkHostRow | null)[]> {
  const rows = await sql<(LinkHostRow & { host: string })[]>`/* several projects */
    select d.host, p.id as project_id, p.name, p.website, p.ended_links, p.link_color,
      case when jsonb_typeof(p.settings->'web'->'origins') = 'array'
        then array(select jsonb_array_elements_text(p.settings->'web'->'origins')) end as origins,
      p.settings @> '{"link_clipboard": true}' as clipboard,
      (select c.display_id from campaigns c
        where c.project_id = p.id and c.is_default and c.deleted_at is null limit 1) as default_campaign,
      (select json_agg(json_build_object('network', n.code, 'parameter', lower(n.click_parameter)) order by n.code)
        from custom_networks n
        where n.project_id = p.id and not lower(n.click_parameter) = any(${[...sharedClickParameters]}::text[]))
        as custom_clicks,
      (select json_object_agg(n.code, n.publisher_parameter) from custom_networks n
        where n.project_id = p.id and n.publisher_parameter is not null) as custom_publishers,
      (select json_object_agg(k.network, json_build_object('generation', k.generation,
          'previous_until_ms', (extract(epoch from k.previous_until) * 1000)::float8,
          'calls_per_second', k.calls_per_second))
        from server_click_settings k where k.project_id = p.id) as server_clicks,
      exists (select from block_entries b where b.project_id = p.id and b.kind = 'address'
        and (b.ends_at is null or b.ends_at > now())) as blocks_addresses,
      p.frozen_at is not null as frozen, p.moved_links,
      (select array_agg(own.host) from domains own where own.project_id = p.id) as hosts,
      (select coalesce(json_agg(json_build_object('platform', s.platform, 'url', s.url, 'pageId', s.page_id,
          'app', case when s.app_name is not null then json_build_object(
            'name', s.app_name, 'rating', s.app_rating, 'ratings', s.app_ratings,
            'pictures', case when cardinality(s.app_pictures) > 0 then s.id || '.'
              || (extract(epoch from s.app_read_at) * 1000)::bigint || '.' || cardinality(s.app_pictures) end,
            'icon', case when s.app_icon is not null
              then s.id || '.' || (extract(epoch from s.app_read_at) * 1000)::bigint end) end)
          order by s.created_at, s.id), '[]')
        from store_listings s where s.project_id = p.id) as listings
    from domains d join projects p on p.id = d.project_id
    where d.host = any(${hosts}::text[]) and d.verified_at is not null and p.deleted_at is null`;
  const found = new Map(rows.map((row) => [row.host, row]));
  return hosts.map((host) => found.get(host) ?? null);
}

export type LinkedCampaignRow = {
  id: number;
  display_id: string;
  active: boolean;
  deleted: boolean;
  deeplink: string | null;
  website: string | null;
  android_web_redirect: string | null;
  ios_web_redirect: string | null;
  network: string | null;
  open_in_app: boolean;
  social_title: string | null;
  social_text: string | null;
  social_image: string | null;
  ended_links: string | null;
  /** Absent in a file of an earlier version. */
  link_rules?: LinkRule[] | null;
  /** Milliseconds: rows are also read from a file. */
  starts_ms: number | null;
  ends_ms: number | null;
  is_used_up: boolean;
  listings: SiteListingRow[];
};

/**
 * Finds campaigns of many projects by display ID. If an ID was used several times, finds the campaign that has it now,
 * else the last one that had it.
 */
export async function findLinkedCampaigns(
  keys: { project_id: ProjectId; display_id: string }[],
): Promise<(LinkedCampaignRow | null)[]> {
  const input = JSON.stringify(keys.map((one, i) => ({ i, ...one })));
  const rows = await sql<(LinkedCampaignRow | { id: null })[]>`/* several projects */
    with requested as materialized (
      select * from json_to_recordset(${input}::text::json) as x(i int, project_id bigint, display_id text)
    ),
    named as materialized (
      select w.i, w.project_id, coalesce(live.id, deleted.id) as id
      from requested w
      left join campaigns live on live.project_id = w.project_id and live.display_id = w.display_id
        and live.deleted_at is null
      left join lateral (
        select d.id from campaigns d
        where live.id is null and d.project_id = w.project_id and d.display_id = w.display_id
          and d.deleted_at is not null
        order by d.deleted_at desc limit 1
      ) deleted on true
    )
    select c.id, c.display_id, c.active, c.deleted_at is not null as deleted, c.deeplink, c.website,
      c.android_web_redirect,
      c.ios_web_redirect, c.network, c.open_in_app, c.social_title, c.social_text, c.social_image,
      c.ended_links, c.link_rules, (extract(epoch from c.starts_at) * 1000)::float8 as starts_ms,
      (extract(epoch from c.ends_at) * 1000)::float8 as ends_ms,
      coalesce(c.click_limit <= ${countLimitedClicks(sql`n.project_id`)}, false) as is_used_up, l.listings
    from named n
    left join campaigns c on c.project_id = n.project_id and c.id = n.id
    left join lateral (
      select coalesce(
        json_agg(json_build_object('platform', s.platform, 'url', s.url, 'pageId', s.page_id)), '[]') as listings
      from campaign_store_listings k join store_listings s on s.project_id = k.project_id and s.id = k.store_listing_id
      where k.project_id = n.project_id and k.campaign_id = n.id
    ) l on true
    order by n.i`;
  return rows.map((row) => (row.id === null ? null : row));
}
