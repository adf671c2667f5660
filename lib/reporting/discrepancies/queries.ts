import { readSql, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { networkCounts, networks, noNetworkValue } from "@/lib/campaigns/networks";
import { isAttributable, zoneOfProject } from "@/lib/ledger/queries";
import { campaignName } from "@/lib/ledger/rows-queries";
import { ledgerSums } from "@/lib/ledger/sum-queries";
import type { Cursor } from "@/lib/platform/keyset";
import { causeNames, type DiscrepancyCause } from "@/lib/reporting/discrepancies/causes";
import type { CauseCount, ClickCount } from "@/lib/reporting/discrepancies/rules";

export type DiscrepancyFilter = {
  from: string;
  to: string;
  network: string | null;
  campaign: number | null;
};

const day = 86_400_000;
const hour = 3_600_000;

/** Each network's attribution windows, in milliseconds. */
const windowsOf = (code: string | null) => {
  const { clickDays, viewDays } = networkCounts(code);
  return { click: clickDays * day, view: viewDays * day };
};
const windows = Object.fromEntries(networks.map(({ code }) => [code, windowsOf(code)]));

const windowIn = (kind: "click" | "view") => sql`
  coalesce((${JSON.stringify(windows)}::text::jsonb -> g.network ->> ${kind}::text)::double precision,
    ${windowsOf(null)[kind]}::double precision)`;

/** The rank of a cause, from 1: the first matching cause explains an install. */
const rank = (cause: DiscrepancyCause) => sql`${causeNames.indexOf(cause) + 1}::int`;

/** Why Cairn does not count a candidate `c` of an install `s`. The network of a claimed campaign `t` may count it. */
const lostAs = () => sql`
  case
    -- A network also counts the last touch of its own campaigns. Campaigns without a network have none in common.
    when s.campaign_id is not null and s.network = t.network then null
    when a.age < 0 or a.age > case when a.is_view then t.view_ms else t.click_ms end then null
    when a.lost like 'fraud:%' then ${rank("fraud")}
    when a.lost like 'lost\\_to\\_%' and (a.tier <> 4 or a.lost = 'lost_to_better_fit') then ${rank("other_won")}
    when a.is_view and a.lost in ('out_of_window', 'switched_off', 'view_without_id') then ${rank("view_through")}
    when a.tier < 4 and a.lost = 'out_of_window' then ${rank("window")}
    when a.tier <> 4 and a.lost in ('used', 'campaign_deleted', 'campaign_inactive_at_click') then ${rank("rejected")}
    -- The same address is only a cause if the install has no better touch.
    when a.tier = 4 and s.campaign_id is null and a.lost in ('out_of_window', 'switched_off', 'consent_refused',
      'consent_missing', 'listed_address', 'referrer_organic', 'att_denied', 'att_not_authorized', 'network_link',
      'below_floor', 'ambiguous')
      then case when s.platform = 'IOS' then ${rank("ios_no_id")} else ${rank("unproven")} end
  end`;

/**
 * Pairs each install with the campaigns that have claims for its day. Either both sides count it (`ours`), or the cause
 * explains why only one does. Installs are read by their time index, within the earliest and latest bounds of a day in
 * any zone.
 */
const entries = (projectId: ProjectId, { from, to, network, campaign }: DiscrepancyFilter) => sql`
  claimed as materialized (
    select distinct c.campaign_id, c.day from network_claims c
    where c.project_id = ${projectId} and c.day between ${from}::text::date and ${to}::text::date
      and c.installs is not null and (${campaign}::bigint is null or c.campaign_id = ${campaign}::bigint)
  ),
  claimed_campaigns as materialized (
    select g.id as campaign_id, g.network, ${windowIn("click")} as click_ms, ${windowIn("view")} as view_ms, (
        select v.day_zone from network_claims v
        where v.project_id = ${projectId} and v.campaign_id = g.id and v.day_zone is not null
        order by v.day desc, v.version desc limit 1) as zone
    from campaigns g
    where g.project_id = ${projectId} and g.id in (select campaign_id from claimed)
      and (${network}::text is null or coalesce(g.network, ${noNetworkValue}) = ${network}::text)
  ),
  seen as (
    select s.id, s.installed_at, s.kind, s.is_test, s.platform, s.campaign_id, s.network, s.method, s.touch,
      s.clicked_at, d.candidates
    from installs s
    left join decisions d on d.project_id = ${projectId} and d.install_id = s.id and d.version = s.decision_version
    where s.project_id = ${projectId} and s.decision_version > 0
      and s.installed_at >= ${new Date(Date.parse(from) - 14 * hour)}
      and s.installed_at < ${new Date(Date.parse(to) + day + 12 * hour)}
      and exists (select from claimed_campaigns)
  ),
  ranked as (
    select s.id, s.installed_at, t.campaign_id, t.zone, case
        when s.is_test then ${rank("test")}
        when s.kind = 'REINSTALL' then ${rank("reinstall")}
        when extract(epoch from s.installed_at - s.clicked_at) * 1000 >
          case when s.touch = 'VIEW' then t.view_ms else t.click_ms end then ${rank("window_ours")}
        else 0
      end as rank
    from seen s join claimed_campaigns t on t.campaign_id = s.campaign_id
    where ${isAttributable("s")}
    union all
    select s.id, s.installed_at, t.campaign_id, t.zone, case
        when s.is_test then ${rank("test")} when s.kind = 'REINSTALL' then ${rank("reinstall")} else l.rank end
    from seen s
    cross join lateral jsonb_array_elements(s.candidates) as c(one)
    join claimed_campaigns t on t.campaign_id = (c.one->>'campaign_id')::bigint
    cross join lateral (
      select c.one->>'lost' as lost, (c.one->>'tier')::int as tier, c.one->>'source' = 'view' as is_view,
        extract(epoch from s.installed_at - (c.one->>'at')::timestamptz) * 1000 as age
    ) a
    cross join lateral (select ${lostAs()} as rank) l
    where s.candidates <> '[]' and l.rank is not null
  ),
  pairs as (
    select j.id, j.installed_at, j.campaign_id, j.zone, min(j.rank) as rank from ranked j group by 1, 2, 3, 4
  ),
  placed as (
    select p.id, p.installed_at, p.campaign_id, e.day, e.cause
    from pairs p
    cross join lateral (
      select (p.installed_at at time zone ${zoneOfProject(projectId)})::date as here,
        (p.installed_at at time zone coalesce(p.zone, ${zoneOfProject(projectId)}))::date as there
    ) d
    cross join lateral (
      select d.here as day, 'ours' as cause where p.rank in (0, ${rank("window_ours")})
      union all
      select d.here, 'day_out' where p.rank = 0 and d.here <> d.there
      union all
      select d.there, 'day_in' where p.rank = 0 and d.here <> d.there
      union all
      select d.here, 'window_ours' where p.rank = ${rank("window_ours")}
      union all
      select d.there, (${causeNames}::text[])[p.rank] where p.rank > 0 and p.rank <> ${rank("window_ours")}
    ) e
    union all
    select null, null, c.campaign_id, c.day, null from claimed c
  ),
  entries as (
    -- Sorted together with the claims, because a join with a wrong row estimate may compare all pairs.
    select k.id, k.installed_at, k.campaign_id, k.day, k.cause
    from (
      select p.*, bool_or(p.id is null) over (partition by p.campaign_id, p.day) as is_claimed from placed p
    ) k
    where k.is_claimed and k.id is not null
  )`;

/** For each claimed campaign's day, the number of installs that Cairn counts, and the number for each cause. */
export const findCauseCounts = (projectId: ProjectId, filter: DiscrepancyFilter) => readSql<CauseCount[]>`
  with ${entries(projectId, filter)}
  select e.campaign_id, e.day::text as day, e.cause, count(*)::int as count from entries e group by 1, 2, 3`;

/** Cairn's clicks, as in the report, for the claimed campaigns and days. */
export const findClaimedClicks = (projectId: ProjectId, { from, to, campaign }: DiscrepancyFilter) => readSql<
  ClickCount[]
>`
  select s.campaign_id, s.day, s.count::int as clicks
  from (${ledgerSums(projectId, {
    by: ["campaign_id", "day"],
    measures: ["clicks"],
    days: { from, to },
    where: { campaign_id: campaign },
  })}) s
  where (s.campaign_id, s.day) in (
    select c.campaign_id, c.day::text from network_claims c
    where c.project_id = ${projectId} and c.day between ${from}::text::date and ${to}::text::date
      and c.installs is not null)`;

export type DiscrepantRow = {
  /** Identifies the install, the campaign and the day, because an install may appear with several campaigns. */
  id: string;
  installed_at: Date;
  install_id: string;
  cause: string;
  day: string;
  platform: string;
  method: string | null;
  /** The campaign whose figure it explains, and the campaign that has the install in Cairn. */
  claimed_by: { id: number; name: string; display_id: string; deleted: boolean };
  campaign: { id: number; name: string; display_id: string; deleted: boolean } | null;
};

export type DiscrepantFilter = DiscrepancyFilter & { cause: DiscrepancyCause | "ours" | null };

/** Installs that explain a difference, the newest first; with `ours`, the installs that Cairn counts. */
function listed(projectId: ProjectId, filter: DiscrepantFilter, before: Cursor | null, limit: number) {
  const which = filter.cause === null ? sql`e.cause <> 'ours'` : sql`e.cause = ${filter.cause}`;
  return sql`
    with ${entries(projectId, filter)},
    named as (
      select md5(e.id::text || ' ' || e.campaign_id || ' ' || e.day || ' ' || e.cause)::uuid as entry, e.*
      from entries e where ${which}
    ),
    page as materialized (
      select n.* from named n
      where ${before === null} or (n.installed_at, n.entry) < (${before?.at ?? null}::timestamptz,
        ${before?.id ?? null}::text::uuid)
      order by n.installed_at desc, n.entry desc limit ${limit}
    )`;
}

export const findDiscrepant = (
  projectId: ProjectId,
  filter: DiscrepantFilter,
  before: Cursor | null,
  limit: number,
) => readSql<DiscrepantRow[]>`
  ${listed(projectId, filter, before, limit)}
  select p.entry as id, p.installed_at, p.id as install_id, p.cause, p.day::text as day, s.platform, s.method,
    json_build_object('id', g.id, 'name', g.name, 'display_id', g.display_id, 'deleted', g.deleted_at is not null)
      as claimed_by,
    ${campaignName()}
  from page p
  join installs s on s.project_id = ${projectId} and s.id = p.id
  join campaigns g on g.project_id = ${projectId} and g.id = p.campaign_id
  left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id
  order by p.installed_at desc, p.entry desc`;

export async function countDiscrepant(projectId: ProjectId, filter: DiscrepantFilter, max: number) {
  const [row] = await readSql<{ count: number }[]>`
    ${listed(projectId, filter, null, max)} select count(*)::int as count from page`;
  return row!;
}
