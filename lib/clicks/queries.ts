import { LRUCache } from "lru-cache";
import { sql } from "@/db";
import { columnText } from "@/db/columns";
import type { ProjectId } from "@/lib/ids";
import { ledgerColumns } from "@/lib/ledger/queries";
import { dayIn } from "@/lib/time";

export type SiteRow = {
  project_id: ProjectId;
  name: string;
  time_zone: string;
  website: string | null;
  hosts: string[];
};

/** Whose host it is. */
export async function findSite(host: string): Promise<SiteRow | null> {
  const [row] = await sql<SiteRow[]>`
    select p.id as project_id, p.name, p.time_zone, p.website,
      (select array_agg(own.host) from domains own where own.project_id = p.id) as hosts
    from domains d join projects p on p.id = d.project_id
    where d.host = ${host} and p.deleted_at is null`;
  return row ?? null;
}

export type ListingRow = { platform: string; url: string; pageId: string | null };

/** The oldest first. */
export function findListings(projectId: ProjectId) {
  return sql<ListingRow[]>`
    select s.platform, s.url, s.page_id as "pageId" from store_listings s
    where s.project_id = ${projectId} order by s.created_at, s.id`;
}

export type CampaignRow = {
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
  listings: ListingRow[];
};

/**
 * Campaigns of many projects by what their links call them. Where several had the id, the one that has it now, else
 * the one that had it last.
 */
export async function findCampaigns(
  wanted: { project_id: ProjectId; display_id: string }[],
): Promise<(CampaignRow | null)[]> {
  const input = JSON.stringify(wanted.map((one, i) => ({ i, ...one })));
  const rows = await sql<(CampaignRow | { id: null })[]>`
    with wanted as materialized (
      select * from json_to_recordset(${input}::text::json) as x(i int, project_id bigint, display_id text)
    ),
    named as materialized (
      select w.i, w.project_id, coalesce(live.id, gone.id) as id
      from wanted w
      left join campaigns live on live.project_id = w.project_id and live.display_id = w.display_id and live.deleted_at is null
      left join lateral (
        select d.id from campaigns d
        where live.id is null and d.project_id = w.project_id and d.display_id = w.display_id and d.deleted_at is not null
        order by d.deleted_at desc limit 1
      ) gone on true
    )
    select c.id, c.display_id, c.active, c.deleted_at is not null as deleted, c.deeplink, c.website, c.android_web_redirect,
      c.ios_web_redirect, c.network, c.open_in_app, c.social_title, c.social_text, c.social_image, l.listings
    from named n
    left join campaigns c on c.project_id = n.project_id and c.id = n.id
    left join lateral (
      select coalesce(json_agg(json_build_object('platform', s.platform, 'url', s.url, 'pageId', s.page_id)), '[]') as listings
      from campaign_store_listings k join store_listings s on s.project_id = k.project_id and s.id = k.store_listing_id
      where k.project_id = n.project_id and k.campaign_id = n.id
    ) l on true
    order by n.i`;
  return rows.map((row) => (row.id === null ? null : row));
}

/** What is stored of a visit. What is absent is left out, so that the text of a batch stays short. */
export type ClickRow = {
  project_id: ProjectId;
  id: string;
  clicked_at: Date | string;
  kind: "click" | "view";
  campaign_id: number;
  not_counted?: string;
  is_test?: true;
  network?: string;
  ad_set_id?: string;
  ad_set_name?: string;
  creative_id?: string;
  creative_name?: string;
  keyword_id?: string;
  keyword_name?: string;
  platform: string;
  os_version?: string;
  device_model?: string;
  browser?: string;
  country?: string;
  language?: string;
  user_agent?: string;
  referrer?: string;
  address_key?: string;
  address_list?: string;
  advertising_id?: string;
  params?: Record<string, string>;
  warnings?: string[];
  time_zone: string;
  /** Names that this process has not told yet. */
  names?: { level: "ad_set" | "creative" | "keyword"; id: string; name: string }[];
};

/**
 * Visits of many projects with what they count, in one statement. Repeating it changes nothing: ids are made by the
 * caller, and only what is stored now is counted.
 */
export async function storeClicks(rows: ClickRow[]): Promise<undefined[]> {
  const text = (name: keyof ClickRow) => columnText(rows, (row) => row[name]);
  await sql`
    with input as materialized (
      select project_id::bigint, id::uuid, clicked_at::timestamptz, day::date, kind, campaign_id::bigint, not_counted,
        is_test::boolean, network, ad_set_id, ad_set_name, creative_id, creative_name, keyword_id, keyword_name, platform,
        os_version, device_model, browser, country, language, user_agent, referrer, address_key, address_list, advertising_id,
        params::jsonb, warnings::jsonb, names::jsonb
      from unnest(
        string_to_array(${text("project_id")}, chr(31), chr(30)), string_to_array(${text("id")}, chr(31), chr(30)),
        string_to_array(${text("clicked_at")}, chr(31), chr(30)), string_to_array(${columnText(rows, dayOf)}, chr(31), chr(30)),
        string_to_array(${text("kind")}, chr(31), chr(30)), string_to_array(${text("campaign_id")}, chr(31), chr(30)),
        string_to_array(${text("not_counted")}, chr(31), chr(30)), string_to_array(${text("is_test")}, chr(31), chr(30)),
        string_to_array(${text("network")}, chr(31), chr(30)), string_to_array(${text("ad_set_id")}, chr(31), chr(30)),
        string_to_array(${text("ad_set_name")}, chr(31), chr(30)), string_to_array(${text("creative_id")}, chr(31), chr(30)),
        string_to_array(${text("creative_name")}, chr(31), chr(30)), string_to_array(${text("keyword_id")}, chr(31), chr(30)),
        string_to_array(${text("keyword_name")}, chr(31), chr(30)), string_to_array(${text("platform")}, chr(31), chr(30)),
        string_to_array(${text("os_version")}, chr(31), chr(30)), string_to_array(${text("device_model")}, chr(31), chr(30)),
        string_to_array(${text("browser")}, chr(31), chr(30)), string_to_array(${text("country")}, chr(31), chr(30)),
        string_to_array(${text("language")}, chr(31), chr(30)), string_to_array(${text("user_agent")}, chr(31), chr(30)),
        string_to_array(${text("referrer")}, chr(31), chr(30)), string_to_array(${text("address_key")}, chr(31), chr(30)),
        string_to_array(${text("address_list")}, chr(31), chr(30)),
        string_to_array(${text("advertising_id")}, chr(31), chr(30)), string_to_array(${text("params")}, chr(31), chr(30)),
        string_to_array(${text("warnings")}, chr(31), chr(30)), string_to_array(${text("names")}, chr(31), chr(30)))
      as x(project_id, id, clicked_at, day, kind, campaign_id, not_counted, is_test, network, ad_set_id, ad_set_name,
        creative_id, creative_name, keyword_id, keyword_name, platform, os_version, device_model, browser, country,
        language, user_agent, referrer, address_key, address_list, advertising_id, params, warnings, names)
    ),
    stored as (
      insert into clicks (project_id, id, clicked_at, kind, campaign_id, not_counted, is_test, network, ad_set_id,
        ad_set_name, creative_id, creative_name, keyword_id, keyword_name, platform, os_version, device_model, browser,
        country, language, user_agent, referrer, address_key, address_list, advertising_id, params, warnings)
      select project_id, id, clicked_at, kind, campaign_id, not_counted, coalesce(is_test, false), network, ad_set_id,
        ad_set_name, creative_id, creative_name, keyword_id, keyword_name, platform, os_version, device_model, browser,
        country, language, user_agent, referrer, decode(address_key, 'hex'), address_list, advertising_id, coalesce(params, '{}'),
        (select array_agg(told) from jsonb_array_elements_text(warnings) as told)
      from input
      on conflict (project_id, id) do nothing
      returning project_id, id
    ),
    named as (
      insert into ad_names as known (project_id, campaign_id, level, ad_id, name, updated_at)
      select distinct on (x.project_id, x.campaign_id, told.level, told.id)
        x.project_id, x.campaign_id, told.level, told.id, told.name, x.clicked_at
      from input x cross join lateral jsonb_to_recordset(x.names) as told(level text, id text, name text)
      where x.names is not null
      order by x.project_id, x.campaign_id, told.level, told.id, x.clicked_at desc
      on conflict (project_id, campaign_id, level, ad_id) do update set name = excluded.name, updated_at = excluded.updated_at
      where known.name <> excluded.name and known.updated_at <= excluded.updated_at
    )
    insert into ledger ${ledgerColumns()}
    select x.project_id, x.day, x.campaign_id, coalesce(x.ad_set_id, ''),
      coalesce(x.creative_id, ''), coalesce(x.keyword_id, ''), x.platform,
      case x.kind when 'view' then 'impressions' else 'clicks' end, '', count(*), 0
    from input x join stored s on s.project_id = x.project_id and s.id = x.id
    where x.not_counted is null and x.is_test is not true
    group by 1, 2, 3, 4, 5, 6, 7, 8`;
  return new Array<undefined>(rows.length);
}

/** All zones change their clocks, and their days, at quarters of an hour. */
const quarter = 15 * 60_000;
const days = new LRUCache<string, string>({ max: 10_000 });

/** The day in the project's zone. */
function dayOf({ time_zone, clicked_at }: ClickRow): string {
  const at = new Date(clicked_at);
  const key = `${time_zone} ${Math.floor(at.getTime() / quarter)}`;
  let day = days.get(key);
  if (day === undefined) {
    day = dayIn(time_zone, at);
    days.set(key, day);
  }
  return day;
}

export type WarningRow = { warning: string; count: number; last_at: Date };

/** What was wrong with the latest clicks of a campaign with which something was. */
export function findWarnings(projectId: ProjectId, campaignId: number, most: number) {
  return sql<WarningRow[]>`
    select told.warning, count(*) as count, max(latest.clicked_at) as last_at
    from (
      select c.warnings, c.clicked_at from clicks c
      where c.project_id = ${projectId} and c.campaign_id = ${campaignId} and c.warnings is not null
      order by c.id desc limit ${most}
    ) latest cross join lateral unnest(latest.warnings) as told(warning)
    group by told.warning order by 2 desc, 1`;
}
