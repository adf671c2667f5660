import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import { storeOnce } from "@/db/insert-once";
import { writableTable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import type { ReportedTimes } from "@/lib/facts/app-calls/event-time";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { toOutbox } from "@/lib/ledger/outbox/queries";
import {
  ageOfInstall,
  dimensionsOfDecision,
  dimensionsOfInstall,
  dimensionsOfReturn,
  joinHome,
  joinSender,
  ledgerColumns,
  returnBefore,
  returningOpen,
} from "@/lib/ledger/queries";

export type EventStorage = "stored" | "repeat" | "unidentified";

export type EventRow = {
  project_id: ProjectId;
  id: string;
  at: Date;
  name: string;
  sent_name: string | null;
  instance: string | null;
  user_id: string | null;
  platform: string;
  amount: number | null;
  currency: string | null;
  data: unknown;
  key: string | null;
} & ReportedTimes;

const eventTable = writableTable<EventRow & { again?: boolean }>({
  project_id: "bigint",
  id: "uuid",
  at: "timestamptz",
  name: "text",
  sent_name: "text",
  instance: "text",
  user_id: "text",
  platform: "text",
  amount: "bigint",
  currency: "text",
  data: "jsonb",
  key: "text",
  device_at: "timestamptz",
  arrived_at: "timestamptz",
  again: "boolean",
});

const idTable = columnTable<EventRow>({ project_id: "bigint", id: "uuid" });

/** A user counts on the last active day. When that day changes, the count moves to the new one. */
const userDays = () => sql`
  select m.*, change.day, change.sign
  from moved m cross join lateral (values (m.last_day, 1), (m.last_before, -1)) as change(day, sign)
  where change.day is not null`;

/** Only the fields that select destinations; the sender reads the event itself. */
const sentEvents = () => sql`
  select w.project_id, w.id::text as subject, w.user_id, w.instance,
    jsonb_build_object('at', w.at, 'name', w.name) as payload
  from who w`;

/** Safe to repeat. */
export async function storeEvents(rows: EventRow[]): Promise<EventStorage[]> {
  const outcomes = new Map<string, EventStorage>();
  const { repeated } = await storeOnce(rows, (some) => storeNew(some, outcomes), findStored);
  return rows.map(({ id }) => (repeated.has(id) ? "repeat" : (outcomes.get(id) ?? "stored")));
}

/**
 * Stores events of many projects in one statement: their senders, the events, their users' active days, and their
 * counts in the ledger. `outcomes` has the events that were not stored.
 */
async function storeNew(rows: EventRow[], outcomes: Map<string, EventStorage>): Promise<void> {
  const isStored = sql`
    w.user_id is not null
      and (w.key is null or not w.again and (w.project_id, w.key) in (select k.project_id, k.key from keys k))`;
  const found = await sql<{ id: string; outcome: EventStorage }[]>`/* several projects */
    with who as materialized (
      select x.project_id, x.id, x.at, (x.at at time zone home.time_zone)::date as day, x.name, x.sent_name, x.amount,
        x.currency, x.data, x.key, x.again, x.device_at, x.arrived_at,
        coalesce(given.user_id, identity.user_id) as user_id,
          coalesce(x.instance, given.install_instance_id) as instance,
        coalesce(nullif(s.platform, 'UNKNOWN'), x.platform) as platform, s.id as install_id, s.country as install_country,
        s.install_version as version_of_install,
        (s.installed_at at time zone home.time_zone)::date as install_day, ${ageOfInstall(sql`x.at`)} as age,
        ${dimensionsOfInstall()}, back.returned_by, ${dimensionsOfReturn("s")}
      from ${eventTable(withAgain(rows))} x ${joinHome()} ${joinSender()}
      cross join lateral (select ${returnBefore()} as returned_by) back
      ${returningOpen(sql`x.project_id`, sql`back.returned_by`)}
    ),
    keys as (
      insert into event_keys (project_id, key, seen_at)
      select project_id, key, at from who where key is not null and user_id is not null and not again
      on conflict do nothing
      returning project_id, key
    ),
    stored as (
      insert into events (project_id, id, occurred_at, name, sent_name, user_id, install_instance_id, platform,
        amount_minor, original_currency, data,
        counted_version, returned_by, device_at, arrived_at)
      select w.project_id, w.id, w.at, w.name, w.sent_name, w.user_id, w.instance, w.platform, w.amount, w.currency,
        w.data, w.counted_version, w.returned_by, w.device_at, w.arrived_at
      from who w where ${isStored}
    ),
    outbox_rows as (${toOutbox("several", "event", sql`${sentEvents()} where ${isStored}`)}),
    newly as materialized (
      select w.project_id, w.name, w.user_id, coalesce(w.instance, '') as instance, w.install_id,
        w.counted_version, w.counted, w.install_country, w.version_of_install,
        w.campaign_id, w.ad_set_id, w.creative_id, w.keyword_id, w.publisher_id, w.country, w.install_version, min(w.platform) as platform, min(w.day) as first_day,
        day_bits(array_agg(distinct w.day)) as days
      from who w
      left join lateral (
        select d.first_day, d.days from user_days d
        where d.project_id = w.project_id and d.name = w.name and d.user_id = w.user_id
          and d.install_instance_id = coalesce(w.instance, '') limit 1
      ) u on true
      where ${isStored} and (u.days is null or not has_day(u.first_day, u.days, w.day, w.day))
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
    ),
    present as (
      insert into user_days as u (project_id, name, user_id, install_instance_id, platform, first_day, days,
        counted_version, is_other)
      select n.project_id, n.name, n.user_id, n.instance, n.platform, n.first_day, n.days, n.counted_version,
        coalesce(person.install_instance_id, '') <> n.instance
      from newly n left join users person on person.project_id = n.project_id and person.user_id = n.user_id
      order by 1, 2, 3, 4
      on conflict (project_id, name, user_id, install_instance_id)
        do update set first_day = least(u.first_day, excluded.first_day),
        days = join_days(u.first_day, u.days, excluded.first_day, excluded.days)
      returning u.project_id, u.name, u.user_id, u.install_instance_id, u.platform, u.counted_version,
        old.first_day + length(old.days) - 1 as last_before, u.first_day + length(u.days) - 1 as last_day
    ),
    moved as (
      select p.project_id, p.name, p.platform, p.last_before, p.last_day, cell.*
      from present p
      join newly n on n.project_id = p.project_id and n.name = p.name and n.user_id = p.user_id
        and n.instance = p.install_instance_id
      left join decisions d on d.project_id = p.project_id and d.install_id = n.install_id
        and d.version = p.counted_version
        and p.counted_version <> n.counted_version
      cross join lateral (
        select n.campaign_id, n.ad_set_id, n.creative_id, n.keyword_id, n.publisher_id, n.country, n.install_version, n.counted
        where p.counted_version = n.counted_version
        union all
        select c.campaign_id, c.ad_set_id, c.creative_id, c.keyword_id, c.publisher_id, c.country, c.install_version, c.counted
        from (
          select ${dimensionsOfDecision({ country: sql`n.install_country`, version: sql`n.version_of_install` })}
        ) c
        where p.counted_version <> n.counted_version
      ) cell
      where p.last_before is distinct from p.last_day
    ),
    cells as (
      insert into ledger ${ledgerColumns()}
      ${ledgerRowsOf("several", "event", sql`select w.* from who w where ${isStored}`)}
      union all
      ${ledgerRowsOf("several", "user_day", userDays(), sql`f.sign`)}
    )
    select w.id, case when w.user_id is null then 'unidentified' else 'repeat' end as outcome from who w
    where not (${isStored})`;
  for (const { id, outcome } of found) outcomes.set(id, outcome);
}

const findStored = (rows: EventRow[]) => sql<{ id: string }[]>`/* several projects */
  select e.id from ${idTable(rows)} x
  join events e on e.project_id = x.project_id and e.id = x.id`;

/** Finds rows with the idempotency key of an earlier row of the batch. */
function withAgain(rows: EventRow[]): (EventRow & { again?: boolean })[] {
  const seen = new Set<string>();
  return rows.map((row) => {
    if (row.key === null) return row;
    const key = `${row.project_id} ${row.key}`;
    const again = seen.has(key);
    seen.add(key);
    return { ...row, again };
  });
}
