import { sql } from "@/db";
import { tableOf } from "@/db/columns";
import type { Outcome } from "@/lib/events/capture";
import type { ProjectId } from "@/lib/ids";
import { cellColumns, cellOfDecision, cellOfInstall, ledgerColumns, senderOf } from "@/lib/ledger/queries";

export type EventRow = {
  project_id: ProjectId;
  id: string;
  at: Date;
  time_zone: string;
  name: string;
  sent_name: string | null;
  instance: string | null;
  user_id: string | null;
  platform: string;
  amount: number | null;
  data: unknown;
  key: string | null;
};

const columns: (keyof EventRow)[] = [
  ...(["project_id", "id", "at", "time_zone", "name", "sent_name"] as const),
  ...(["instance", "user_id", "platform", "amount", "data", "key"] as const),
];

/**
 * Events of many projects in one statement: who sent them, the events, the days their users were there, and their
 * counts in the ledger. Repeating it changes nothing: ids are made by the caller.
 */
export async function storeEvents(rows: EventRow[]): Promise<Outcome[]> {
  const found = await sql<{ outcome: Outcome }[]>`
    with input as materialized (
      select i, project_id::bigint, id::uuid, at::timestamptz, time_zone, name, sent_name, instance, user_id, platform,
        amount::bigint, data::jsonb, key
      from ${tableOf(rows, columns)}
    ),
    who as materialized (
      select x.i, x.project_id, x.id, x.at, (x.at at time zone x.time_zone)::date as day, x.name, x.sent_name, x.amount, x.data, x.key,
        coalesce(given.user_id, identity.user_id) as user_id, coalesce(x.instance, given.install_instance_id) as instance,
        coalesce(nullif(s.platform, 'UNKNOWN'), x.platform) as platform,
        x.key is null or row_number() over (partition by x.project_id, x.key order by x.i) = 1 as first_of_key,
        s.id as install_id, ${cellOfInstall()}
      from input x ${senderOf()}
    ),
    keys as (
      insert into event_keys (project_id, key, seen_at)
      select project_id, key, at from who where key is not null and user_id is not null and first_of_key
      on conflict do nothing
      returning project_id, key
    ),
    stored as (
      insert into events (project_id, id, occurred_at, name, sent_name, user_id, install_instance_id, platform, amount_minor, data,
        counted_version)
      select w.project_id, w.id, w.at, w.name, w.sent_name, w.user_id, w.instance, w.platform, w.amount, w.data, w.counted_version
      from who w left join keys k on k.project_id = w.project_id and k.key = w.key
      where w.user_id is not null and (w.key is null or (w.first_of_key and k.key is not null))
      on conflict (project_id, id) do nothing
      returning project_id, id
    ),
    counted as (
      select w.* from who w join stored on stored.project_id = w.project_id and stored.id = w.id where w.counted
    ),
    newly as materialized (
      select w.project_id, w.name, w.user_id, coalesce(w.instance, '') as instance, w.install_id, w.counted_version, w.counted,
        w.campaign_id, w.ad_set_id, w.creative_id, w.keyword_id, min(w.platform) as platform, min(w.day) as first_day,
        day_bits(array_agg(distinct w.day)) as days
      from who w join stored on stored.project_id = w.project_id and stored.id = w.id
      left join user_days u on u.project_id = w.project_id and u.name = w.name and u.user_id = w.user_id
        and u.install_instance_id = coalesce(w.instance, '')
      where u.user_id is null or not has_day(u.first_day, u.days, w.day, w.day)
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    ),
    present as (
      insert into user_days as u (project_id, name, user_id, install_instance_id, platform, first_day, days, counted_version, is_other)
      select n.project_id, n.name, n.user_id, n.instance, n.platform, n.first_day, n.days, n.counted_version,
        coalesce(person.install_instance_id, '') <> n.instance
      from newly n left join users person on person.project_id = n.project_id and person.user_id = n.user_id
      order by 1, 2, 3, 4
      on conflict (project_id, name, user_id, install_instance_id) do update set first_day = least(u.first_day, excluded.first_day),
        days = join_days(u.first_day, u.days, excluded.first_day, excluded.days)
      returning u.project_id, u.name, u.user_id, u.install_instance_id, u.platform, u.counted_version,
        old.first_day + length(old.days) - 1 as last_before, u.first_day + length(u.days) - 1 as last_day
    ),
    moved as (
      select p.project_id, p.name, p.platform, p.last_before, p.last_day, cell.*
      from present p
      join newly n on n.project_id = p.project_id and n.name = p.name and n.user_id = p.user_id and n.instance = p.install_instance_id
      left join decisions d on d.project_id = p.project_id and d.install_id = n.install_id and d.version = p.counted_version
        and p.counted_version <> n.counted_version
      cross join lateral (
        select n.campaign_id, n.ad_set_id, n.creative_id, n.keyword_id, n.counted where p.counted_version = n.counted_version
        union all
        select c.campaign_id, c.ad_set_id, c.creative_id, c.keyword_id, c.counted
        from (select ${cellOfDecision()}) c where p.counted_version <> n.counted_version
      ) cell
      where p.last_before is distinct from p.last_day
    ),
    cells as (
      insert into ledger ${ledgerColumns()}
      select project_id, day, ${cellColumns()}, 'event', name, count(*), coalesce(sum(amount), 0)::bigint from counted
        group by project_id, day, ${cellColumns()}, name
      union all
      select project_id, last_day, ${cellColumns()}, 'event_users', name, count(*), 0 from moved
        where counted group by project_id, last_day, ${cellColumns()}, name
      union all
      select project_id, last_before, ${cellColumns()}, 'event_users', name, -count(*), 0 from moved
        where counted and last_before is not null group by project_id, last_before, ${cellColumns()}, name
    )
    select case when w.user_id is null then 'unidentified' when stored.id is null then 'repeat' else 'stored' end as outcome
    from who w left join stored on stored.project_id = w.project_id and stored.id = w.id
    order by w.i`;
  return found.map((row) => row.outcome);
}
