import type { z } from "zod";
import { sql } from "@/db";
import type { adRevenueSchema } from "@/lib/activity/lists/ad-revenue/schema";
import { type FilteredQuery, readDimensions } from "@/lib/activity/lists/filtered-query";
import type { ProjectId } from "@/lib/base/ids";
import { millionths } from "@/lib/base/money";
import { campaignName, isTest, matchesDimensions } from "@/lib/ledger/rows-queries";
import type { Cursor } from "@/lib/platform/keyset";
import { readAsTimes, whereFilters } from "@/lib/platform/lists/queries";
import type { DatabaseRow } from "@/lib/platform/lists/schema";

type AdRevenueRow = DatabaseRow<typeof adRevenueSchema.row>;

export type AdRevenueFilter = FilteredQuery<z.output<typeof adRevenueSchema.filter>> & {
  /** Only these instances' rows, unless it is null. They are few enough to be looked up separately. */
  instances: string[] | null;
};

/** IDs begin with the time, so the primary key is in chronological order. */
function matchingRows(projectId: ProjectId, filter: AdRevenueFilter, before: Cursor | null, limit: number) {
  const { instances } = filter;
  const conditions = whereFilters(
    { ...filter, before },
    {
      ...readAsTimes,
      ...readDimensions,
      campaign: null,
      install: null,
      instances: null,
      before: ({ id }) => sql`and e.id < ${id}::uuid`,
      start: (start) => sql`and e.id >= uuid_floor(${start})`,
      end: (end) => sql`and e.id < uuid_floor(${new Date(end.getTime() + 1)})`,
      ad_network: (network) => sql`and e.network = ${network}`,
      placement: (placement) => sql`and e.placement = ${placement}`,
      source: (source) => sql`and e.source = ${source}`,
      user: (id) => sql`and e.user_id = ${id}`,
      platform: (platform) => sql`and e.platform = ${platform}`,
      dimensions: (dimensions) => matchesDimensions(projectId, "e", dimensions),
      counted: (counts) =>
        counts ? sql`and not ${isTest(projectId, "e")}` : sql`and ${isTest(projectId, "e")}`,
    },
  );
  const newest = sql`order by e.id desc limit ${limit}`;
  if (instances && !filter.user)
    return sql`
      select e.id from unnest(${instances}::text[]) as one(instance) cross join lateral (
        select e.id from ad_revenue e
        where e.project_id = ${projectId} and e.install_instance_id = one.instance ${conditions} ${newest}
      ) e ${newest}`;
  return sql`
    select e.id from ad_revenue e where e.project_id = ${projectId}
      ${instances ? sql`and e.install_instance_id = any(${instances}::text[])` : sql``} ${conditions} ${newest}`;
}

/** The newest rows first, after the cursor. */
export const findAdRevenue = (
  projectId: ProjectId,
  filter: AdRevenueFilter,
  before: Cursor | null,
  limit: number,
) => sql<AdRevenueRow[]>`
  with page as materialized (${matchingRows(projectId, filter, before, limit)})
  select e.id, e.occurred_at, e.is_hourly, e.impressions, e.amount_millionths / ${millionths}::float8 as amount_minor,
    case when e.original_millionths is not null then json_build_object(
      'amount_minor', e.original_millionths / ${millionths}::float8, 'currency', e.original_currency,
      'waits', e.amount_millionths = 0 and e.original_millionths <> 0) end as original,
    e.network as ad_network, e.placement, e.ad_unit, e.ad_format, e.precision, e.source, e.user_id,
    e.install_instance_id, s.id as install_id, e.platform, coalesce(s.is_test, false) as is_test, ${campaignName()}
  from page p join ad_revenue e on e.project_id = ${projectId} and e.id = p.id
  left join installs s on s.project_id = ${projectId} and s.install_instance_id = e.install_instance_id
  left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id
  order by e.id desc`;

export async function countAdRevenue(projectId: ProjectId, filter: AdRevenueFilter, max: number) {
  const [row] = await sql<{ count: number; amount_minor: number; impressions: number }[]>`
    with page as materialized (${matchingRows(projectId, filter, null, max)})
    select count(*) as count, coalesce(sum(e.amount_millionths), 0)::float8 / ${millionths} as amount_minor,
      coalesce(sum(e.impressions), 0)::bigint as impressions
    from page p join ad_revenue e on e.project_id = ${projectId} and e.id = p.id`;
  return row!;
}
