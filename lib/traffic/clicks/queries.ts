import { sql } from "@/db";
import { tableOf } from "@/db/columns";
import { storeOnce } from "@/db/insert-once";
import type { ProjectId } from "@/lib/base/ids";
import type { LinkRule } from "@/lib/campaigns/link-rules/schema";
import { countLimitedClicks } from "@/lib/campaigns/queries";
import { summedCellsOf } from "@/lib/ledger/measure-queries";
import { qrMark } from "@/lib/ledger/qr-mark";
import { homeOf, ledgerColumns } from "@/lib/ledger/queries";

export type SiteRow = {
  project_id: ProjectId;
  name: string;
  website: string | null;
  hosts: string[];
  ended_links: string;
  link_color: string | null;
};

/** Finds the project that a host belongs to. */
export async function findSite(host: string): Promise<SiteRow | null> {
  const [row] = await sql<SiteRow[]>`
    select p.id as project_id, p.name, p.website, p.ended_links, p.link_color,
      (select array_agg(own.host) from domains own where own.project_id = p.id) as hosts
    from domains d join projects p on p.id = d.project_id
    where d.host = ${host} and d.verified_at is not null and p.deleted_at is null`;
  return row ?? null;
}

/** Rows of an earlier version's file have only the first three. */
export type SiteListingRow = {
  platform: string;
  url: string;
  pageId: string | null;
  app?: { name: string; rating: number | null; ratings: number | null; icon: string | null } | null;
};

export function findSiteListings(projectId: ProjectId) {
  return sql<SiteListingRow[]>`
    select s.platform, s.url, s.page_id as "pageId", case when s.app_name is not null then json_build_object(
        'name', s.app_name, 'rating', s.app_rating, 'ratings', s.app_ratings,
        'icon', case when s.app_icon is not null
          then s.id || '.' || (extract(epoch from s.app_read_at) * 1000)::bigint end) end as app
    from store_listings s
    where s.project_id = ${projectId} order by s.created_at, s.id`;
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
 * Finds campaigns of many projects by their display ids. Where an id was used several times, the campaign that has it
 * now is found, else the one that had it last.
 */
export async function findLinkedCampaigns(
  wanted: { project_id: ProjectId; display_id: string }[],
): Promise<(LinkedCampaignRow | null)[]> {
  const input = JSON.stringify(wanted.map((one, i) => ({ i, ...one })));
  const rows = await sql<(LinkedCampaignRow | { id: null })[]>`
    with wanted as materialized (
      select * from json_to_recordset(${input}::text::json) as x(i int, project_id bigint, display_id text)
    ),
    named as materialized (
      select w.i, w.project_id, coalesce(live.id, gone.id) as id
      from wanted w
      left join campaigns live on live.project_id = w.project_id and live.display_id = w.display_id
        and live.deleted_at is null
      left join lateral (
        select d.id from campaigns d
        where live.id is null and d.project_id = w.project_id and d.display_id = w.display_id
          and d.deleted_at is not null
        order by d.deleted_at desc limit 1
      ) gone on true
    )
    select c.id, c.display_id, c.active, c.deleted_at is not null as deleted, c.deeplink, c.website,
      c.android_web_redirect,
      c.ios_web_redirect, c.network, c.open_in_app, c.social_title, c.social_text, c.social_image,
      c.ended_links, c.link_rules, (extract(epoch from c.starts_at) * 1000)::float8 as starts_ms,
      (extract(epoch from c.ends_at) * 1000)::float8 as ends_ms,
      coalesce(c.click_limit <= ${countLimitedClicks()}, false) as is_used_up, l.listings
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

/** The stored fields of a visit. Absent ones are left out, so that the text of a batch stays short. */
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
  no_referrer?: true;
  link_variant?: string;
  params?: Record<string, string>;
  warnings?: string[];
  /** Names that this process has not stored yet. */
  names?: { level: "ad_set" | "creative" | "keyword"; id: string; name: string }[];
};

const clickTable = tableOf<ClickRow>({
  project_id: "bigint",
  id: "uuid",
  clicked_at: "timestamptz",
  kind: "text",
  campaign_id: "bigint",
  not_counted: "text",
  is_test: "boolean",
  network: "text",
  ad_set_id: "text",
  ad_set_name: "text",
  creative_id: "text",
  creative_name: "text",
  keyword_id: "text",
  keyword_name: "text",
  platform: "text",
  os_version: "text",
  device_model: "text",
  browser: "text",
  country: "text",
  language: "text",
  user_agent: "text",
  referrer: "text",
  address_key: "text",
  address_list: "text",
  advertising_id: "text",
  no_referrer: "boolean",
  link_variant: "text",
  params: "jsonb",
  warnings: "jsonb",
});

const idTable = tableOf<ClickRow>({ project_id: "bigint", id: "uuid" });

/** Stores visits of many projects and counts them. Repeating it changes nothing. */
export async function storeClicks(rows: ClickRow[]): Promise<undefined[]> {
  await storeOnce(rows, storeNew, findStored);
  return new Array<undefined>(rows.length);
}

const findStored = (rows: ClickRow[]) => sql<{ id: string }[]>`
  select c.id from ${idTable(rows)} x
  join clicks c on c.project_id = x.project_id and c.id = x.id`;

/** One statement, all of it or nothing, so it can count the same rows that it inserts. */
async function storeNew(rows: ClickRow[]): Promise<void> {
  const names = namesIn(rows);
  await sql`
    with stored as (
      insert into clicks (project_id, id, clicked_at, kind, campaign_id, not_counted, is_test, network, ad_set_id,
        ad_set_name, creative_id, creative_name, keyword_id, keyword_name, platform, os_version, device_model, browser,
        country, language, user_agent, referrer, address_key, address_list, advertising_id,
        no_referrer, link_variant, params, warnings)
      select project_id, id, clicked_at, kind, campaign_id, not_counted, coalesce(is_test, false), network, ad_set_id,
        ad_set_name, creative_id, creative_name, keyword_id, keyword_name, platform, os_version, device_model, browser,
        country, language, user_agent, referrer, decode(address_key, 'hex'), address_list, advertising_id, no_referrer,
        link_variant, coalesce(params, '{}'),
        case when warnings is not null then (select array_agg(warned)
          from jsonb_array_elements_text(warnings) as warned) end
      from ${clickTable(rows)} x
    )${names.length > 0 ? sql`, named as (${tellNames(names)})` : sql``}
    insert into ledger ${ledgerColumns()} ${summedCellsOf("click", clicksOfCells(rows))}`;
}

const clicksOfCells = (rows: ClickRow[]) => sql`
  select x.project_id, (x.at at time zone home.time_zone)::date as day, x.campaign_id,
    coalesce(x.ad_set_id, '') as ad_set_id, coalesce(x.creative_id, '') as creative_id,
    coalesce(x.keyword_id, '') as keyword_id, x.platform, x.kind, x.count, x.is_scan,
    true as counted
  from ${cellTable(inQuarters(rows))} x ${homeOf()}`;

type Cell = Pick<
  ClickRow,
  "project_id" | "campaign_id" | "ad_set_id" | "creative_id" | "keyword_id" | "platform" | "kind"
> & {
  /** The beginning of the quarter of an hour. */
  at: Date;
  count: number;
  is_scan: boolean;
};

const cellTable = tableOf<Cell>({
  project_id: "bigint",
  at: "timestamptz",
  campaign_id: "bigint",
  ad_set_id: "text",
  creative_id: "text",
  keyword_id: "text",
  platform: "text",
  kind: "text",
  count: "int",
  is_scan: "boolean",
});

/** All zones change their clocks, and their days, at quarters of an hour. */
const quarter = 15 * 60_000;

/** Groups the visits that count by everything that the ledger distinguishes. */
function inQuarters(rows: ClickRow[]): Cell[] {
  const cells = new Map<string, Cell>();
  for (const row of rows) {
    if (row.not_counted || row.is_test) continue;
    const { project_id, campaign_id, ad_set_id, creative_id, keyword_id, platform, kind } = row;
    const at = new Date(Math.floor(new Date(row.clicked_at).getTime() / quarter) * quarter);
    const isScan = row.params?.[qrMark.name] === qrMark.value;
    const key = `${project_id} ${at.getTime()} ${campaign_id} ${platform} ${kind} ${isScan} ${ad_set_id}\n${creative_id}\n${keyword_id}`;
    const cell = cells.get(key);
    if (cell) cell.count++;
    else {
      cells.set(key, {
        project_id,
        at,
        campaign_id,
        ad_set_id,
        creative_id,
        keyword_id,
        platform,
        kind,
        count: 1,
        is_scan: isScan,
      });
    }
  }
  return [...cells.values()];
}

type Name = {
  project_id: ProjectId;
  campaign_id: number;
  level: string;
  id: string;
  name: string;
  at: Date | string;
};

const nameTable = tableOf<Name>({
  project_id: "bigint",
  campaign_id: "bigint",
  level: "text",
  id: "text",
  name: "text",
  at: "timestamptz",
});

const namesIn = (rows: ClickRow[]): Name[] =>
  rows.flatMap(({ project_id, campaign_id, clicked_at, names = [] }) =>
    names.map((name) => ({ ...name, project_id, campaign_id, at: clicked_at })),
  );

/** Stores the latest name of each ad. */
const tellNames = (names: Name[]) => sql`
  insert into ad_names as known (project_id, campaign_id, level, ad_id, name, updated_at)
  select distinct on (project_id, campaign_id, level, id) project_id, campaign_id, level, id, name, at
  from ${nameTable(names)} x
  order by project_id, campaign_id, level, id, at desc
  on conflict (project_id, campaign_id, level, ad_id)
    do update set name = excluded.name, updated_at = excluded.updated_at
  where known.name <> excluded.name and known.updated_at <= excluded.updated_at`;
