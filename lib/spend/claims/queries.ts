import { sql } from "@/db";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import { noNetworkValue } from "@/lib/campaigns/networks";
import type { NetworkDayClaim } from "@/lib/spend/claims/claim";

/** In days. A campaign without reports for this long has ended. */
const lately = 28;

export type ClaimSource = {
  name: string;
  /** For days that an account reported: missing campaigns have zero now. */
  account: { id: number; zone: string | null; from: string; to: string } | null;
};

/**
 * Adds a version of each claim that differs from the last one. Fields that a source leaves out stay unchanged; a
 * campaign that an account reported lately and now leaves out had zero that day. Of two parallel reports of a day, the
 * second is left out until the next sync.
 */
export async function storeClaims(
  projectId: ProjectId,
  claims: readonly NetworkDayClaim[],
  { name, account }: ClaimSource,
  at: Date,
): Promise<void> {
  await sql`
    with input as materialized (
      select x.day, x.campaign_id, round(x.impressions)::bigint as impressions, round(x.clicks)::bigint as clicks,
        x.installs, x.windows, x.conversions
      from json_to_recordset(${JSON.stringify(claims)}::text::json) as x(day date, campaign_id bigint,
        impressions numeric, clicks numeric, installs numeric, windows jsonb, conversions jsonb)
      union all
      select g.day::date, k.campaign_id, 0, 0, case when k.tells_installs then 0 end, '{}', '{}'
      from (
        select c.campaign_id, max(c.installs) is not null as tells_installs from network_claims c
        where c.project_id = ${projectId} and c.account_id = ${account?.id ?? null}::bigint
          and c.day > ${account?.to ?? null}::text::date - ${lately}::int and c.day <= ${account?.to ?? null}::text::date
        group by c.campaign_id having sum(c.impressions) > 0 or sum(c.clicks) > 0 or sum(c.installs) > 0
      ) k
      cross join generate_series(${account?.from ?? null}::text::timestamp, ${account?.to ?? null}::text::timestamp,
        interval '1 day') as g(day)
      where not exists (
        select from json_to_recordset(${JSON.stringify(claims)}::text::json) as y(day date, campaign_id bigint)
        where y.day = g.day::date and y.campaign_id = k.campaign_id)
    )
    insert into network_claims as n (project_id, campaign_id, day, version, reported_at, source, account_id, day_zone,
      impressions, clicks, installs, windows, conversions)
    select ${projectId}, x.campaign_id, x.day, coalesce(l.version, 0) + 1, ${at}::timestamptz, ${name}::text,
      ${account?.id ?? null}::bigint, coalesce(${account?.zone ?? null}::text, l.day_zone),
      coalesce(x.impressions, l.impressions), coalesce(x.clicks, l.clicks), coalesce(x.installs, l.installs),
      coalesce(x.windows, '{}'), coalesce(x.conversions, '{}')
    from input x left join lateral (
      select v.* from network_claims v
      where v.project_id = ${projectId} and v.campaign_id = x.campaign_id and v.day = x.day
      order by v.version desc limit 1
    ) l on true
    where ${whereWritable(projectId)} and (l.version is null
      or (x.impressions is not null and x.impressions is distinct from l.impressions)
      or (x.clicks is not null and x.clicks is distinct from l.clicks)
      or (x.installs is not null and x.installs is distinct from l.installs)
      or (x.windows <> '{}' and x.windows <> l.windows) or (x.conversions <> '{}' and x.conversions <> l.conversions)
      or coalesce(${account?.zone ?? null}::text, l.day_zone) is distinct from l.day_zone)
    on conflict do nothing`;
}

export type ClaimRow = {
  campaign_id: number;
  day: string;
  network: string | null;
  name: string;
  display_id: string;
  deleted: boolean;
  impressions: number | null;
  clicks: number | null;
  installs: number | null;
  windows: Record<string, number>;
  zone: string | null;
  source: string;
  reported_at: Date;
  /** The previously claimed installs; null if they never changed. */
  before: number | null;
  before_at: Date | null;
};

export type ClaimFilter = {
  from: string;
  to: string;
  network: string | null;
  campaign: number | null;
};

/** The current claims of each campaign's day, the newest day first. */
export const findNetworkClaims = (
  projectId: ProjectId,
  { from, to, network, campaign }: ClaimFilter,
  projectZone: string,
) => sql<ClaimRow[]>`
  with latest as materialized (
    select distinct on (c.campaign_id, c.day) c.* from network_claims c
    where c.project_id = ${projectId} and c.day between ${from}::text::date and ${to}::text::date
      and (${campaign}::bigint is null or c.campaign_id = ${campaign}::bigint)
    order by c.campaign_id, c.day, c.version desc
  )
  select l.campaign_id, l.day::text as day, g.network, coalesce(g.name, '') as name,
    coalesce(g.display_id, '') as display_id, coalesce(g.deleted_at is not null, true) as deleted,
    l.impressions, l.clicks, l.installs::double precision as installs, l.windows, l.day_zone as zone, l.source,
    l.reported_at, b.installs as before, b.reported_at as before_at
  from latest l
  join campaigns g on g.project_id = ${projectId} and g.id = l.campaign_id
  left join lateral (
    -- A later claim may repeat this figure: the last claim with another number counts.
    select p.installs::double precision as installs, p.reported_at from network_claims p
    where p.project_id = ${projectId} and p.campaign_id = l.campaign_id and p.day = l.day and p.version < l.version
      and p.installs is distinct from l.installs and p.installs is not null
      -- A report before the end of a day did not cover the whole day.
      and p.reported_at >= (p.day + 1)::timestamp at time zone coalesce(p.day_zone, ${projectZone})
    order by p.version desc limit 1
  ) b on true
  where (${network}::text is null or coalesce(g.network, ${noNetworkValue}) = ${network}::text)
  order by l.day desc, l.campaign_id`;

export type NetworkTotals = {
  /** The days that the network reported. */
  days: string[];
  installs: number | null;
  conversions: Record<string, number>;
};

/** A network's current counts, summed over all its campaigns. */
export async function findNetworkTotals(
  projectId: ProjectId,
  { network, from, to }: { network: string; from: string; to: string },
): Promise<NetworkTotals> {
  const [row] = await sql<[NetworkTotals]>`
    with latest as materialized (
      select distinct on (c.campaign_id, c.day) c.day, c.installs, c.conversions from network_claims c
      join campaigns g on g.project_id = ${projectId} and g.id = c.campaign_id and g.network = ${network}
      where c.project_id = ${projectId} and c.day between ${from}::text::date and ${to}::text::date
      order by c.campaign_id, c.day, c.version desc
    )
    select coalesce((select array_agg(distinct l.day::text) from latest l where l.installs is not null
        or l.conversions <> '{}'), '{}') as days,
      (select sum(l.installs)::double precision from latest l) as installs,
      coalesce((select jsonb_object_agg(x.name, x.count) from (
        select e.key as name, round(sum(e.value::numeric), 2) as count
        from latest l cross join lateral jsonb_each_text(l.conversions) e group by 1
      ) x), '{}') as conversions`;
  return row;
}

export type ClaimVersion = {
  version: number;
  reported_at: Date;
  source: string;
  impressions: number | null;
  clicks: number | null;
  installs: number | null;
  windows: Record<string, number>;
};

/** All reported versions of a campaign's day, the latest first. */
export const findClaimVersions = (projectId: ProjectId, campaign: number, day: string, max: number) => sql<
  ClaimVersion[]
>`
  select c.version, c.reported_at, c.source, c.impressions, c.clicks, c.installs::double precision as installs, c.windows
  from network_claims c
  where c.project_id = ${projectId} and c.campaign_id = ${campaign} and c.day = ${day}::text::date
  order by c.version desc limit ${max}`;

/** True if any source ever reported installs. */
export async function findHasClaims(projectId: ProjectId): Promise<boolean> {
  const [row] = await sql<{ has: boolean }[]>`
    select exists (
      select from network_claims c where c.project_id = ${projectId} and c.installs is not null) as has`;
  return row?.has ?? false;
}

export async function findLastClaimDay(projectId: ProjectId): Promise<string | null> {
  const [row] = await sql<{ day: string | null }[]>`
    select max(c.day)::text as day from network_claims c
    where c.project_id = ${projectId} and c.installs is not null`;
  return row?.day ?? null;
}
