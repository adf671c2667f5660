import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { ledgerSums } from "@/lib/ledger/sum-queries";
import type { DateRange } from "@/lib/reporting/metrics/compare";

export type SetUpProblems = {
  failed_syncs: number;
  failed_sync: string | null;
  unmatched: number;
  unmatched_account: string | null;
  unproved: number;
  unproved_host: string | null;
  unrouted: number;
  unrouted_host: string | null;
};

/** Problems of accounts and domains, with the name of one each. A project has few of either. */
export async function findSetUpProblems(projectId: ProjectId): Promise<SetUpProblems> {
  const [row] = await readSql<SetUpProblems[]>`
    with pulls as (
           select a.name, n.problem, jsonb_array_length(n.remarks) as unmatched
           from network_pulls n join network_accounts a on a.project_id = ${projectId} and a.id = n.account_id
           where n.project_id = ${projectId} and a.status = 'ACTIVE' and a.credentials is not null),
         claims as (select c.host from domain_claims c where c.project_id = ${projectId}),
         unrouted as (
           select d.host from domains d
           where d.project_id = ${projectId} and (d.check_result->>'routed')::boolean is false)
    select count(*) filter (where p.problem is not null)::int as failed_syncs,
      min(p.name) filter (where p.problem is not null) as failed_sync,
      coalesce(sum(p.unmatched), 0)::int as unmatched,
      min(p.name) filter (where p.unmatched > 0) as unmatched_account,
      (select count(*)::int from claims) as unproved, (select min(host) from claims) as unproved_host,
      (select count(*)::int from unrouted) as unrouted, (select min(host) from unrouted) as unrouted_host
    from pulls p`;
  return row!;
}

export type RecentDays = {
  week_installs: number;
  week_suspicious: number;
  before_installs: number;
  before_suspicious: number;
  active_days: number;
};

/**
 * Sums since `from`: suspicious installs of the week that begins with `week`, and of the earlier days. Also the number
 * of days in `calls` with calls from the app.
 */
export async function sumRecentDays(
  projectId: ProjectId,
  { from, to, week, calls }: { from: string; to: string; week: string; calls: DateRange },
) {
  const [row] = await readSql<RecentDays[]>`
    with days as (${ledgerSums(projectId, {
      by: ["day", "measure"],
      measures: ["installs", "suspicious", "reinstalls", "signups", "event", "payment"],
      days: { from, to },
    })})
    select coalesce(sum(count) filter (where measure = 'installs' and day >= ${week}), 0)::bigint
        as week_installs,
      coalesce(sum(count) filter (where measure = 'suspicious' and day >= ${week}), 0)::bigint
        as week_suspicious,
      coalesce(sum(count) filter (where measure = 'installs' and day < ${week}), 0)::bigint
        as before_installs,
      coalesce(sum(count) filter (where measure = 'suspicious' and day < ${week}), 0)::bigint
        as before_suspicious,
      count(distinct day) filter (
        where day between ${calls.from} and ${calls.to} and count > 0
          and measure <> 'suspicious')::int as active_days
    from days`;
  return row!;
}

export type WarnedCampaign = { campaign_id: number; name: string; clicks: number };

/** Campaigns with clicks that contained placeholders, the most clicks first. Reads at most `max` clicks. */
export function findWarnedCampaigns(projectId: ProjectId, minId: string, max: number) {
  return readSql<WarnedCampaign[]>`
    select c.id as campaign_id, c.name, count(*)::int as clicks
    from (
      select k.campaign_id from clicks k
      where k.project_id = ${projectId} and k.id >= ${minId} and k.warnings is not null limit ${max}
    ) warned
    join campaigns c on c.project_id = ${projectId} and c.id = warned.campaign_id
    where c.deleted_at is null
    group by c.id, c.name order by clicks desc, c.id`;
}

export type UnclickedCampaign = { campaign_id: number; name: string; installs: number };

/**
 * Campaigns known only from the UTM tags of installs since `week`. Their links have no clicks since `from`, which is
 * earlier than any attribution window. The most installs first.
 */
export function findUnclickedCampaigns(
  projectId: ProjectId,
  { from, week, since, max }: { from: string; week: string; since: Date; max: number },
) {
  return readSql<UnclickedCampaign[]>`
    with unclicked as materialized (
      select s.campaign_id from (${ledgerSums(projectId, {
        by: ["campaign_id", "measure", "day"],
        measures: ["clicks", "click_through"],
        days: { from, to: null },
        organic: false,
      })}) s
      group by s.campaign_id
      having coalesce(sum(s.count) filter (where s.measure = 'clicks'), 0) = 0
        and sum(s.count) filter (where s.measure = 'click_through' and s.day >= ${week}) > 0
    )
    select c.id as campaign_id, c.name, count(*)::int as installs
    from installs s join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id
    where s.project_id = ${projectId} and s.installed_at >= ${since} and s.method = 'tags' and not s.is_test
      and s.campaign_id in (select campaign_id from unclicked) and c.deleted_at is null
    group by c.id, c.name order by installs desc, c.id limit ${max}`;
}
