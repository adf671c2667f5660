import { type Fragment, readSql } from "@/db";
import { findPostbackGroups } from "@/lib/apple/figures/queries";
import type { ProjectId } from "@/lib/base/ids";

export type KnownRow = {
  campaign_id: number;
  /** By the device's or a click's ID, by Apple's token, or by likelihood. */
  by_id: number;
  by_token: number;
  by_likelihood: number;
  /** The installs that should have sent Apple's postback, and that Apple should have sent on by now. */
  eligible: number;
};

/** The first iOS version that sends developers a copy of postbacks. */
const firstVersion = 15;

type KnownSpan = { start: Date; end: Date; arrivedBefore: Date };

/**
 * The attributed first iOS installs of these days by campaign. An install should have sent a postback if its system can,
 * if it is older than Apple's delay, and if postbacks arrived here at all by then.
 */
export const findKnownInstalls = (projectId: ProjectId, { start, end, arrivedBefore }: KnownSpan) => readSql<
  KnownRow[]
>`
  with first_postback as (
    select min(r.begun_from) as began from apple_postbacks r
    where r.project_id = ${projectId} and r.is_first and not r.is_test and r.did_win
  )
  select i.campaign_id, count(*) filter (where i.method not in ('apple', 'probabilistic'))::int as by_id,
    count(*) filter (where i.method = 'apple')::int as by_token,
    count(*) filter (where i.method = 'probabilistic')::int as by_likelihood,
    count(*) filter (where i.installed_at <= ${arrivedBefore} and i.installed_at >= f.began
      and coalesce(substring(i.os_version from '^\\d{1,4}')::int, ${firstVersion}) >= ${firstVersion})::int as eligible
  from installs i cross join first_postback f
  where i.project_id = ${projectId} and i.installed_at between ${start} and ${end} and i.platform = 'IOS'
    and i.kind = 'INSTALL' and i.state = 'DECIDED' and not i.is_test and i.campaign_id is not null
  group by 1`;

/**
 * The statement that returns the counts that each estimate is computed from, by campaign. Installs that Apple reports
 * without a campaign are by network.
 */
export const partsStatement = (
  projectId: ProjectId,
  span: KnownSpan & { timeZone: string },
): Fragment => readSql`
  select c.name as campaign, a.network_id, coalesce(k.by_id, 0) as "Known by ID",
    coalesce(k.by_token, 0) as "Known by Apple's token", coalesce(k.by_likelihood, 0) as "Known by likelihood",
    coalesce(k.eligible, 0) as "Should have sent a postback", coalesce(a.postbacks, 0) as "Apple's installs"
  from (
    ${findKnownInstalls(projectId, span)}
  ) k
  full join (
    select g.campaign_id, case when g.campaign_id is null then g.network_id end as network_id,
      sum(g.postbacks) filter (where g.sequence = 0) as postbacks
    from (
      ${findPostbackGroups(projectId, { ...span, by: "began" })}
    ) g
    where g.conversion_type = 'download'
    group by 1, 2
  ) a on a.campaign_id = k.campaign_id
  left join campaigns c on c.project_id = ${projectId} and c.id = coalesce(k.campaign_id, a.campaign_id)
  order by 7 desc, 1, 2`;

/** iOS installs of these days that no campaign won. */
export async function countOrganicInstalls(
  projectId: ProjectId,
  { start, end }: { start: Date; end: Date },
): Promise<number> {
  const [row] = await readSql<[{ count: number }]>`
    select count(*)::int as count from installs i
    where i.project_id = ${projectId} and i.installed_at between ${start} and ${end} and i.platform = 'IOS'
      and i.kind = 'INSTALL' and i.state = 'DECIDED' and not i.is_test and i.campaign_id is null`;
  return row.count;
}

export type CampaignRow = {
  id: number;
  name: string;
  display_id: string;
  deleted: boolean;
  network: string | null;
};

export const findCampaignsById = (projectId: ProjectId, ids: readonly number[]) => readSql<CampaignRow[]>`
  select c.id, c.name, c.display_id, c.deleted_at is not null as deleted, c.network from campaigns c
  where c.project_id = ${projectId} and c.id = any(${ids}::bigint[])`;
