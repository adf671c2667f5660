import { sql } from "@/db";
import { tableOf } from "@/db/columns";
import type { Outcome } from "@/lib/events/capture";
import type { ProjectId } from "@/lib/ids";
import { cellColumns, cellOfInstall, ledgerColumns, senderOf } from "@/lib/ledger/queries";

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
 * Events of many projects in one statement: who sent them, the events, and their counts in the ledger. Repeating
 * it changes nothing: ids are made by the caller.
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
        ${cellOfInstall()}
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
    present as (
      insert into event_users (project_id, name, day, user_id, install_instance_id)
      select distinct w.project_id, w.name, w.day, w.user_id, coalesce(w.instance, '')
      from who w join stored on stored.project_id = w.project_id and stored.id = w.id
      on conflict do nothing
    ),
    cells as (
      insert into ledger ${ledgerColumns()}
      select project_id, day, ${cellColumns()}, 'event', name, count(*), coalesce(sum(amount), 0)::bigint from counted
        group by project_id, day, ${cellColumns()}, name
    )
    select case when w.user_id is null then 'unidentified' when stored.id is null then 'repeat' else 'stored' end as outcome
    from who w left join stored on stored.project_id = w.project_id and stored.id = w.id
    order by w.i`;
  return found.map((row) => row.outcome);
}
