import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import type { BlockEntry } from "@/lib/attribution/fraud/blocks";
import type { ProjectId } from "@/lib/base/ids";
import { zoneOfProject } from "@/lib/ledger/queries";
import { ledgerSums } from "@/lib/ledger/sum-queries";

export type SharedAddressInstall = { id: string; addressKey: string | null; receivedAt: Date };

const housedTable = columnTable<SharedAddressInstall>({
  id: "uuid",
  addressKey: "text",
  receivedAt: "timestamptz",
});

/** Counts installs from the same address in the hour up to each, including it. Single installs are left out. */
export async function countInstallsOfAddress(
  projectId: ProjectId,
  installs: SharedAddressInstall[],
): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; n: number }[]>`
    select s.id, near.n from (
      select id, decode("addressKey", 'hex') as address_key, "receivedAt" as installed_at
      from ${housedTable(installs)} x offset 0
    ) s
    cross join lateral (
      select count(*)::int as n from (
        select 1 from installs o
        where o.project_id = ${projectId} and o.address_key = s.address_key
          and o.installed_at > s.installed_at - interval '1 hour' and o.installed_at <= s.installed_at
          and (o.installed_at < s.installed_at or o.id <= s.id)
        limit 1000
      ) found
    ) near
    where near.n > 1`;
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** The entries of the block list that are in force at any time of the range. */
export const findBlockEntries = (projectId: ProjectId, { from, to }: { from: Date; to: Date }) => sql<
  BlockEntry[]
>`
  select b.id, b.kind, b.value, b.network, b.action, b.max_installs, b.per_hours, b.reason, b.created_by,
    (b.starts_at at time zone ${zoneOfProject(projectId)})::date::text as since, b.starts_at, b.ends_at
  from block_entries b
  where b.project_id = ${projectId} and b.starts_at <= ${to} and (b.ends_at is null or b.ends_at > ${from})
  order by b.id`;

type PublisherInstall = { entry: BlockEntry; id: string; at: Date };

const publisherTable = columnTable<{
  entry: number;
  id: string;
  at: Date;
  publisher: string;
  network: string | null;
  hours: number;
}>({
  entry: "bigint",
  id: "uuid",
  at: "timestamptz",
  publisher: "text",
  network: "text",
  hours: "int",
});

/** Counts the earlier installs of each publisher within the hours of its entry. The key is the entry and the install. */
export async function countInstallsOfPublishers(
  projectId: ProjectId,
  requested: PublisherInstall[],
): Promise<Map<string, number>> {
  const rows = requested.map(({ entry, id, at }) => ({
    entry: entry.id,
    id,
    at,
    publisher: entry.value,
    network: entry.network,
    hours: entry.per_hours ?? 24,
  }));
  const found = await sql<{ entry: number; id: string; n: number }[]>`
    select x.entry, x.id, earlier.n from (select * from ${publisherTable(rows)} x offset 0) x
    cross join lateral (
      select count(*)::int as n from (
        select 1 from decisions d
        join installs s on s.project_id = ${projectId} and s.id = d.install_id and s.decision_version = d.version
        where d.project_id = ${projectId} and d.publisher_id = x.publisher
          and d.install_id >= uuid_floor(x.at - x.hours * interval '1 hour') and d.install_id < x.id
          and s.installed_at > x.at - x.hours * interval '1 hour'
          and (x.network is null or d.network = x.network)
        limit 100001
      ) counted
    ) earlier
    where earlier.n > 0`;
  return new Map(found.map(({ entry, id, n }) => [`${entry} ${id}`, n]));
}

export type FraudSourceRow = {
  campaign_id: number;
  day: string;
  installs: number;
  early: number;
  late: number;
  clicks: number | null;
};

/** Counts each campaign's previous seven days for every day of the range. */
export function findFraudSources(
  projectId: ProjectId,
  campaignIds: number[],
  from: string,
  to: string,
): Promise<FraudSourceRow[]> {
  return sql<FraudSourceRow[]>`
    select d.campaign_id, at.day::date::text as day, sum(d.installs)::int as installs, sum(d.early)::int as early,
      sum(d.late)::int as late,
      case when bool_and(d.clicks is not null) then sum(d.clicks)::int end as clicks
    from generate_series(${from}::text::date, ${to}::text::date, interval '1 day') as at(day)
    join source_days d on d.project_id = ${projectId} and d.day >= at.day::date - 7 and d.day < at.day::date
    where d.campaign_id = any(${campaignIds}::bigint[]) and d.campaign_id <> 0
    group by 1, 2`;
}

/**
 * Counts complete days that are not counted yet and whose installs are all attributed. The counts are never
 * recalculated. Returns true when all days are counted.
 */
export async function countSourceDays(
  projectId: ProjectId,
  timeZone: string,
  from: string,
  to: string,
): Promise<boolean> {
  const [left] = await sql<{ waiting: boolean }[]>`
    with uncounted as materialized (
      select at.day::date as day, at.day::date::timestamp at time zone ${timeZone} as start,
        (at.day::date + 1)::timestamp at time zone ${timeZone} as stop
      from generate_series(${from}::text::date, ${to}::text::date, interval '1 day') as at(day)
      where not exists (
        select 1 from source_days d where d.project_id = ${projectId} and d.day = at.day::date and d.campaign_id = 0)
    ),
    missing as materialized (
      select * from uncounted u
      where not exists (
        select 1 from undecided w where w.project_id = ${projectId} and w.install_id >= uuid_floor(u.start)
          and w.install_id < uuid_floor(u.stop))
    ),
    counted as (
      select m.day, coalesce(s.campaign_id, 0) as campaign_id, count(s.id)::int as installs,
        (count(*) filter (where s.installed_at - s.clicked_at <= interval '1 hour'))::int as early,
        (count(*) filter (where s.installed_at - s.clicked_at > interval '1 day'))::int as late
      from missing m left join installs s on s.project_id = ${projectId} and s.installed_at >= m.start
        and s.installed_at < m.stop
        and s.campaign_id is not null and s.touch = 'CLICK' and s.click_id is not null and s.kind = 'INSTALL'
        and s.method <> 'link' and not s.is_test
      group by 1, 2
    ),
    clicked as (
      select m.day, s.campaign_id, s.count::int as clicks
      from missing m cross join lateral (${ledgerSums(projectId, {
        by: ["campaign_id"],
        measures: ["clicks"],
        days: { from: sql`m.day`, to: sql`m.day` },
        organic: false,
      })}) s
    ),
    every as (
      select day, campaign_id, installs, early, late, 0 as clicks from counted where campaign_id <> 0
      union all
      select day, campaign_id, 0, 0, 0, clicks from clicked
      union all
      select day, 0, 0, 0, 0, 0 from missing
    ),
    stored as (
      insert into source_days (project_id, day, campaign_id, installs, early, late, clicks)
      select ${projectId}, day, campaign_id, sum(installs), sum(early), sum(late), sum(clicks) from every
      group by day, campaign_id
      on conflict do nothing
    )
    select (select count(*) from uncounted) > (select count(*) from missing) as waiting`;
  return !left!.waiting;
}
