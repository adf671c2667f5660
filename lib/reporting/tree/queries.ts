import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import type { CampaignPurpose } from "@/lib/campaigns/purposes";
import type { AdDimensions } from "@/lib/ledger/shown-ads-queries";
import { type LedgerSum, ledgerSums } from "@/lib/ledger/sum-queries";
import { destinationKinds } from "@/lib/outbound/kinds/kinds";
import type { MetricView } from "@/lib/reporting/metrics/metrics";

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
  purpose: CampaignPurpose;
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
    is_reported: boolean;
    account_name: string | null;
    external_id: string | null;
  } | null;
};

/** The kinds of destinations that are ad networks. */
const pulledKinds = destinationKinds.filter(({ network }) => network !== null);

/** All campaigns that match the filters; the range of days does not filter campaigns. */
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
    select c.id, c.display_id, c.name, c.active, c.created_at, c.is_shortlink, c.deeplink, c.network, c.web_to_app, c.purpose,
      d.id as domain_id, d.host, c.ios_web_redirect, c.android_web_redirect,
      coalesce((
        select json_agg(json_build_object('id', l.store_listing_id, 'platform', l.platform) order by l.platform)
        from campaign_store_listings l where l.project_id = ${projectId} and l.campaign_id = c.id
      ), '[]') as listings,
      case when a.id is not null then json_build_object(
        'id', a.id, 'name', a.name, 'email', a.email, 'status', a.status,
        'is_reported', exists (
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
  /** The country as stored in the ledger; "" if unknown. */
  country?: string | null;
  /** The publisher as stored in the ledger; "" without one. */
  publisher?: string | null;
};

/** The filters of a range, for sums. */
export const windowFilter = ({ platform, country = null, publisher = null }: ReportWindow) => ({
  platform,
  country,
  publisher,
});

/** The dimensions of campaign measures without an ad set. */
export const noAdDimensions = { ad_set_id: "", creative_id: "", keyword_id: "" };

export const byMeasure = ["measure", "name"] as const;
export const byDay = ["day", ...byMeasure] as const;
export const byCampaign = ["campaign_id", ...byMeasure] as const;
/** By campaign, with its ads. */
export const byAdOnly = ["campaign_id", "ad_set_id", "creative_id", "keyword_id"] as const;
export const byAd = [...byAdOnly, ...byMeasure] as const;

/** Only the retargeting view depends on the purpose of campaigns. */
export const byPurpose = (view: MetricView) => (view === "retargeting" ? (["purpose"] as const) : []);

type WithPurpose = { purpose?: string };
export type CampaignSum = LedgerSum<(typeof byCampaign)[number]> & WithPurpose;
export type AdSum = LedgerSum<(typeof byAd)[number]> & WithPurpose;

/** The measures of the main figures. */
export const mainFigureMeasures = ["clicks", "installs", "signups", "payment", "spend"];

/**
 * The ads with the most installs, then spend, then clicks. Limited by their number, and by the number of their sums.
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
        sum(count(*)) over (order by
          coalesce(sum(p.count) filter (where p.measure = 'installs'), 0) desc,
          coalesce(sum(p.amount) filter (where p.measure = 'spend'), 0) desc,
          coalesce(sum(p.count) filter (where p.measure = 'clicks'), 0) desc,
          p.campaign_id, p.ad_set_id, p.creative_id, p.keyword_id) as sums
      from (${ledgerSums(projectId, {
        by: byAd,
        measures: "all",
        days: window,
        where: { ...windowFilter(window), campaign_id: campaigns },
      })}) p
      where p.ad_set_id || p.creative_id || p.keyword_id <> ''
      group by 1, 2, 3, 4
    ) ranked
    where ranked.sums <= ${sums} order by ranked.sums limit ${ads}`;
}

/** Counts from the first instant of a day in the project's zone. */
export function countActiveUsers(
  projectId: ProjectId,
  campaigns: number[],
  { from, timeZone }: { from: string; timeZone: string },
  { platform, publisher = null }: ReportWindow,
) {
  return readSql<{ campaign_id: number; installs: number }[]>`
    select s.campaign_id, count(*)::int as installs from installs s
    where s.project_id = ${projectId} and s.last_open_at >= ${from}::text::date::timestamp at time zone ${timeZone}
      and s.campaign_id = any(${campaigns}) and not s.is_test
      and (${platform}::text is null or s.platform = ${platform})
      and (${publisher}::text is null or coalesce(s.publisher_id, '') = ${publisher})
    group by s.campaign_id`;
}

export function findReportAdNames(projectId: ProjectId, campaigns: number[]) {
  return readSql<{ campaign_id: number; level: string; ad_id: string; name: string }[]>`
    select campaign_id, level, ad_id, name from ad_names
    where project_id = ${projectId} and campaign_id = any(${campaigns})`;
}

/** The names of a project's events, of which there is a limited number. */
export async function findEventNames(projectId: ProjectId): Promise<string[]> {
  const rows = await readSql<{ name: string }[]>`
    select e.name from event_names e where e.project_id = ${projectId} order by e.name`;
  return rows.map(({ name }) => name);
}
