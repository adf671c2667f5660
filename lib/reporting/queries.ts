import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { otherAds } from "@/lib/ledger/ad-ids/counted";
import { isByAge } from "@/lib/ledger/measure-queries";
import { destinationKinds } from "@/lib/outbound/kinds/kinds";

export type ReportCampaignRow = {
  id: number;
  display_id: string;
  name: string;
  active: boolean;
  created_at: Date;
  is_shortlink: boolean;
  deeplink: string | null;
  network: string | null;
  web_to_app: boolean;
  domain_id: number | null;
  host: string | null;
  ios_web_redirect: string | null;
  android_web_redirect: string | null;
  listings: { id: string; platform: string }[];
  network_account: {
    id: number;
    name: string;
    email: string;
    status: string;
    /** The account's network receives conversions. */
    is_told: boolean;
    account_name: string | null;
    external_id: string | null;
  } | null;
};

/** The kinds of destinations that are networks of campaigns. */
const pulledKinds = destinationKinds.filter(({ network }) => network !== null);

/** All campaigns that match the filters; the window of days never removes one. */
export function findReportCampaigns(
  projectId: ProjectId,
  filter: {
    active: boolean | null;
    network: string | null;
    metaAccountId: number | null;
    affiliateId: number | null;
  },
): Promise<ReportCampaignRow[]> {
  return readSql<ReportCampaignRow[]>`
    select c.id, c.display_id, c.name, c.active, c.created_at, c.is_shortlink, c.deeplink, c.network, c.web_to_app,
      d.id as domain_id, d.host, c.ios_web_redirect, c.android_web_redirect,
      coalesce((
        select json_agg(json_build_object('id', l.store_listing_id, 'platform', l.platform) order by l.platform)
        from campaign_store_listings l where l.project_id = ${projectId} and l.campaign_id = c.id
      ), '[]') as listings,
      case when a.id is not null then json_build_object(
        'id', a.id, 'name', a.name, 'email', a.email, 'status', a.status,
        'is_told', exists (
          select 1 from destinations t
          join unnest(${pulledKinds.map(({ code }) => code)}::text[], ${pulledKinds.map(({ network }) => network)}::text[])
            as k(kind, network) on k.kind = t.kind and k.network = a.network
          where t.project_id = ${projectId} and t.mode = 'live' and t.paused_at is null and t.deleted_at is null),
        'account_name', a.account_name, 'external_id', a.external_id) end as network_account
    from campaigns c
    left join lateral (
      select d.id, d.host from domains d
      where d.project_id = ${projectId} and (d.id = c.domain_id or (c.domain_id is null and d.is_primary))
      order by d.is_primary limit 1
    ) d on true
    left join network_accounts a on a.project_id = ${projectId} and a.id = c.network_account_id
    where c.project_id = ${projectId} and c.deleted_at is null
      and (${filter.active}::boolean is null or c.active = ${filter.active})
      and (${filter.network}::text is null or c.network = ${filter.network})
      and (${filter.affiliateId}::bigint is null or c.affiliate_id = ${filter.affiliateId})
      and (${filter.metaAccountId}::bigint is null or (a.id = ${filter.metaAccountId} and a.network = 'META'))`;
}

export type ReportWindow = {
  from: string | null;
  to: string | null;
  platform: string | null;
  /** As the ledger has it; "" where nobody knows. */
  country?: string | null;
};

/** Spend has no country, so none of it is of one, nor of those that nobody knows. */
export const inCountry = (country: string | null) =>
  country === null ? readSql`` : readSql`and l.country = ${country} and l.measure <> 'spend'`;

export const inWindow = (window: ReportWindow) => readSql`
  l.day >= ${window.from ?? "0001-01-01"}::text::date and l.day <= ${window.to ?? "9999-12-31"}::text::date
  and (${window.platform}::text is null or l.platform = ${window.platform})
  ${inCountry(window.country ?? null)}`;

export type CampaignSum = {
  campaign_id: number;
  measure: string;
  name: string;
  count: number;
  amount: number;
};

/** The measures of every campaign that sorting needs. */
export function sumByCampaign(
  projectId: ProjectId,
  window: ReportWindow,
  measures: readonly string[],
): Promise<CampaignSum[]> {
  return readSql<CampaignSum[]>`
    select l.campaign_id, l.measure, l.name, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
    from ledger l
    where l.project_id = ${projectId} and ${inWindow(window)} and l.measure = any(${measures})
    group by l.campaign_id, l.measure, l.name`;
}

/** The dimensions of a campaign's measures that belong to no ad set. */
export const noAdDimensions = { ad_set_id: "", creative_id: "", keyword_id: "" };

export type AdDimensions = {
  campaign_id: number;
  ad_set_id: string;
  creative_id: string;
  keyword_id: string;
};
export type LedgerSum = AdDimensions & { measure: string; name: string; count: number; amount: number };

/** `users` names the events whose distinct users are requested: for a window that ends today they are a sum as well. */
export function sumLedger(
  projectId: ProjectId,
  window: ReportWindow,
  campaigns: number[],
  { users, only, max }: { users: string[]; only: AdsShown; max: number | null },
): Promise<LedgerSum[]> {
  return readSql<LedgerSum[]>`
    select l.campaign_id, ${adColumns(only)}, l.measure, l.name,
      sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
    from ledger l ${isShownAd(only)}
    where l.project_id = ${projectId} and ${inWindow(window)} and l.campaign_id = any(${campaigns})
      and not ${isByAge("l.measure")}
      and (l.measure <> 'event_users' or l.name = any(${users}))
    group by 1, 2, 3, 4, l.measure, l.name
    having sum(l.count) <> 0 or sum(l.amount) <> 0
    limit ${max}::int`;
}

/**
 * The places with most installs, then spend, then clicks: at most so many, and as many as have together at most so many
 * sums.
 */
export function findLargestAds(
  projectId: ProjectId,
  window: ReportWindow,
  campaigns: number[],
  { ads, sums }: { ads: number; sums: number },
): Promise<AdDimensions[]> {
  return readSql<AdDimensions[]>`
    select ranked.campaign_id, ranked.ad_set_id, ranked.creative_id, ranked.keyword_id
    from (
      select p.campaign_id, p.ad_set_id, p.creative_id, p.keyword_id,
        sum(p.kinds) over (order by p.installs desc, p.spend desc, p.clicks desc, p.campaign_id, p.ad_set_id,
          p.creative_id, p.keyword_id) as sums
      from (
        select l.campaign_id, l.ad_set_id, l.creative_id, l.keyword_id, count(distinct (l.measure, l.name)) as kinds,
          coalesce(sum(l.count) filter (where l.measure = 'installs'), 0) as installs,
          coalesce(sum(l.amount) filter (where l.measure = 'spend'), 0) as spend,
          coalesce(sum(l.count) filter (where l.measure = 'clicks'), 0) as clicks
        from ledger l
        where l.project_id = ${projectId} and ${inWindow(window)} and l.campaign_id = any(${campaigns})
          and l.ad_set_id || l.creative_id || l.keyword_id <> ''
        group by 1, 2, 3, 4
      ) p
    ) ranked
    where ranked.sums <= ${sums} order by ranked.sums limit ${ads}`;
}

/** The places that a report shows by themselves, or null for all. The rest is added up as `(other)`. */
export type AdsShown = AdDimensions[] | null;

/** As a membership test, which the planner always hashes: it knows nothing of the length of a list. */
export const isShownAd = (only: AdsShown) =>
  only === null
    ? readSql``
    : readSql`
      cross join lateral (
        select (l.campaign_id, l.ad_set_id, l.creative_id, l.keyword_id) in (
            select x.campaign_id, x.ad_set_id, x.creative_id, x.keyword_id
            from json_to_recordset(${JSON.stringify(only)}::text::json)
              as x(campaign_id bigint, ad_set_id text, creative_id text, keyword_id text)) as place,
          (l.campaign_id, l.ad_set_id) in (
            select x.campaign_id, x.ad_set_id
            from json_to_recordset(${JSON.stringify(only)}::text::json) as x(campaign_id bigint, ad_set_id text))
            as ad_set
      ) shown`;

/** Unlisted parts belong to their ad set's rest, or with their ad set to the campaign's. */
export const adColumns = (only: AdsShown) => {
  if (only === null) return readSql`l.ad_set_id, l.creative_id, l.keyword_id`;
  const whole = readSql`l.ad_set_id || l.creative_id || l.keyword_id = ''`;
  const below = (column: string) => readSql`
    case when shown.place or ${readSql(`l.${column}`)} = '' then ${readSql(`l.${column}`)}
      when shown.ad_set then ${otherAds}::text else '' end as ${readSql(column)}`;
  return readSql`
    case when ${whole} or shown.ad_set then l.ad_set_id else ${otherAds}::text end as ad_set_id,
    ${below("creative_id")}, ${below("keyword_id")}`;
};

/** Values of all days up to an age share one sum, so the day in `name` is dropped. */
export const matureName = () => readSql`case when ${isByAge("l.measure", "until")} then '' else l.name end`;

/** Installs, and their measures up to an age or on the day of that age. */
export const isMature = () => readSql`
  (l.measure = 'installs' or ${isByAge("l.measure")}) and (l.measure = 'installs'
    or (${isByAge("l.measure", "on")} and l.name = a.age::text)
    or (${isByAge("l.measure", "until")} and l.name::int <= a.age))`;

export type MatureSum = LedgerSum & { age: number };

/** Cohort figures of install days that are at least `age` days old on the given day. */
export function sumMature(
  projectId: ProjectId,
  window: ReportWindow,
  campaigns: number[],
  today: string,
  only: AdsShown,
): Promise<MatureSum[]> {
  return readSql<MatureSum[]>`
    select l.campaign_id, ${adColumns(only)}, l.measure, ${matureName()} as name, a.age,
      sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
    from ledger l ${isShownAd(only)}
    join (values (0), (1), (3), (7), (14), (30)) as a(age) on l.day <= ${today}::text::date - a.age
    where l.project_id = ${projectId} and ${inWindow(window)} and l.campaign_id = any(${campaigns})
      and ${isMature()}
    group by 1, 2, 3, 4, l.measure, 6, a.age`;
}

/** Counts from the first instant of a day of the project on, like `countActivity`. */
export function countActive(
  projectId: ProjectId,
  campaigns: number[],
  { from, timeZone }: { from: string; timeZone: string },
  platform: string | null,
) {
  return readSql<{ campaign_id: number; installs: number }[]>`
    select s.campaign_id, count(*)::int as installs from installs s
    where s.project_id = ${projectId} and s.last_open_at >= ${from}::text::date::timestamp at time zone ${timeZone}
      and s.campaign_id = any(${campaigns}) and not s.is_test
      and (${platform}::text is null or s.platform = ${platform})
    group by s.campaign_id`;
}

export function countActivity(
  projectId: ProjectId,
  campaigns: number[],
  from: string,
  platform: string | null,
) {
  return readSql<{ campaign_id: number; count: number }[]>`
    select l.campaign_id, sum(l.count)::bigint as count from ledger l
    where l.project_id = ${projectId} and l.day >= ${from}::text::date and l.campaign_id = any(${campaigns})
      and l.measure in ('clicks', 'installs', 'signups') and (${platform}::text is null or l.platform = ${platform})
    group by l.campaign_id`;
}

export function findReportAdNames(projectId: ProjectId, campaigns: number[]) {
  return readSql<{ campaign_id: number; level: string; ad_id: string; name: string }[]>`
    select campaign_id, level, ad_id, name from ad_names
    where project_id = ${projectId} and campaign_id = any(${campaigns})`;
}
