import { sql } from "@/db";
import { writableTable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import type { ReportedTimes } from "@/lib/facts/app-calls/event-time";
import { convertedAmount, joinRate } from "@/lib/facts/payments/rate-queries";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { toOutbox } from "@/lib/ledger/outbox/queries";
import {
  ageInDays,
  dimensionsOfDecision,
  dimensionsOfReturn,
  joinHome,
  joinSender,
  ledgerColumns,
  returnBefore,
  returningOpen,
} from "@/lib/ledger/queries";

export type AdRevenueStorage = "stored" | "repeat" | "unidentified";

export type AdRevenueRow = {
  project_id: ProjectId;
  id: string;
  /** The position in the batch. */
  place: number;
  /** The ID by which a repeat is recognized. */
  key: string;
  /** The batch has an earlier row with this key. */
  again: boolean;
  at: Date;
  /** It is added to the row of its hour. */
  hourly: boolean;
  impressions: number;
  /** In millionths of a minor unit of the project's currency; 0 until it is converted. */
  amount: number;
  currency: string;
  /** The amount to convert, in millionths of a minor unit of another currency than the project's. */
  original: number | null;
  /** Minor units of the project's currency per minor unit of the other, at equal value. */
  scale: number | null;
  network: string | null;
  placement: string | null;
  ad_unit: string | null;
  ad_format: string | null;
  precision: string | null;
  source: string;
  instance: string | null;
  user_id: string | null;
  platform: string;
} & ReportedTimes;

const adRevenueTable = writableTable<AdRevenueRow>({
  project_id: "bigint",
  id: "uuid",
  place: "int",
  key: "text",
  again: "boolean",
  at: "timestamptz",
  hourly: "boolean",
  impressions: "bigint",
  amount: "bigint",
  currency: "text",
  original: "bigint",
  scale: "numeric",
  network: "text",
  placement: "text",
  ad_unit: "text",
  ad_format: "text",
  precision: "text",
  source: "text",
  instance: "text",
  user_id: "text",
  platform: "text",
  device_at: "timestamptz",
  arrived_at: "timestamptz",
});

/** The time of a row `x` of an install `s`: an hour does not begin before the install. */
const countedTime = () => sql`
  case when x.hourly then greatest(date_trunc('hour', x.at, home.time_zone),
    case when s.installed_at <= x.at then s.installed_at end) else x.at end`;

/** Impressions with the same text are added up in one row of their hour. */
const inCommon = () => sql`
  json_build_array(instance, user_id, network, placement, ad_unit, ad_format, precision, source, returned_by, currency,
    original is null, home_currency)::text`;

/**
 * The rows that began with this statement: an impression, or the first one of an hour, whose sum is read when it is
 * sent. Later impressions of the hour only enlarge the row.
 */
const newRows = () => sql`
  select f.project_id, f.id::text as subject, f.user_id, f.instance,
    jsonb_strip_nulls(jsonb_build_object('at', f.at,
      'until', case when f.hourly then date_trunc('hour', f.at, f.time_zone) + interval '1 hour' end)) as payload
  from fresh f join stored a on a.project_id = f.project_id and a.id = f.id and a.impressions = f.impressions`;

/**
 * Stores ad revenue of many projects in one statement. Safe to repeat: a key is stored once, together with its amount.
 * An hourly row counts in the cells in which it is counted already. Its install may have a new decision, which the row
 * then follows as a whole (lib/attribution/reassign.ts).
 */
export async function storeAdRevenue(rows: AdRevenueRow[]): Promise<AdRevenueStorage[]> {
  const found = await sql<{ place: number; outcome: AdRevenueStorage }[]>`/* several projects */
    with who as materialized (
      select x.project_id, x.place, x.id as own_id, x.key, x.again, x.hourly, x.impressions,
        coalesce(${convertedAmount(sql`x.original`, sql`x.scale`)}, x.amount) as amount, x.original, x.currency,
        home.currency as home_currency, home.time_zone, x.network, x.placement, x.ad_unit, x.ad_format, x.precision,
        x.source, coalesce(given.user_id, identity.user_id) as user_id,
        coalesce(x.instance, given.install_instance_id) as instance,
        coalesce(nullif(s.platform, 'UNKNOWN'), x.platform) as platform, s.id as install_id, s.installed_at,
        s.country as install_country, s.install_version as version_of_install,
        coalesce(s.decision_version, 0) as counted_version, back.returned_by, counted_at.at,
        case when not x.hourly then x.device_at end as device_at,
        case when not x.hourly then x.arrived_at end as arrived_at,
        s.id is not null or coalesce(given.user_id, identity.user_id) is not null as is_known
      from ${adRevenueTable(rows)} x ${joinHome()} ${joinSender()}
      ${joinRate(
        {
          rates: sql`exchange_rates`,
          project: sql`x.project_id`,
          currency: sql`x.currency`,
          day: sql`(x.at at time zone home.time_zone)::date`,
        },
        sql`x.original is not null`,
      )}
      cross join lateral (select ${returnBefore()} as returned_by) back
      cross join lateral (select ${countedTime()} as at) counted_at
    ),
    keys as (
      insert into ad_revenue_keys (project_id, key, seen_at)
      select project_id, key, now() from who where is_known and not again order by 1, 2
      on conflict do nothing
      returning project_id, key
    ),
    fresh as materialized (
      select w.project_id, case when w.hourly then hourly_id(w.at, ${inCommon()}) else w.own_id end as id, w.at,
        w.hourly, w.currency, w.network, w.placement, w.ad_unit, w.ad_format, w.precision, w.source, w.user_id,
        w.instance, w.time_zone, w.install_id, w.installed_at, w.install_country, w.version_of_install,
        w.counted_version, w.returned_by, w.device_at, w.arrived_at, min(w.platform) as platform,
        sum(w.impressions)::bigint as impressions, sum(w.amount)::bigint as amount, sum(w.original)::bigint as original
      from who w join keys k on k.project_id = w.project_id and k.key = w.key
      where not w.again
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22
    ),
    -- While the project's currency changes, one side may be converted and the other not.
    stored as (
      insert into ad_revenue as a (project_id, id, occurred_at, is_hourly, impressions, amount_millionths,
        original_currency, original_millionths, network, placement, ad_unit, ad_format, precision, source, user_id,
        install_instance_id, platform, counted_version, returned_by, device_at, arrived_at)
      select project_id, id, at, hourly, impressions, amount, currency, original, network, placement, ad_unit,
        ad_format, precision, source, user_id, instance, platform, counted_version, returned_by, device_at, arrived_at
      from fresh order by 1, 2
      on conflict (project_id, id) do update set impressions = a.impressions + excluded.impressions,
        amount_millionths = a.amount_millionths
          + case when a.original_millionths is null then coalesce(excluded.original_millionths, excluded.amount_millionths)
            when excluded.original_millionths is null then 0 else excluded.amount_millionths end,
        original_millionths = a.original_millionths
          + coalesce(excluded.original_millionths, excluded.amount_millionths)
      returning a.project_id, a.id, a.impressions, a.platform, a.counted_version, a.returned_by
    ),
    counted as (
      select f.project_id, (f.at at time zone f.time_zone)::date as day, a.platform, f.impressions, f.amount,
        a.returned_by, (f.installed_at at time zone f.time_zone)::date as install_day,
        case when d.kind = 'INSTALL' then ${ageInDays(sql`f.at`, sql`f.installed_at`)} end as age,
        ${dimensionsOfDecision({ country: sql`f.install_country`, version: sql`f.version_of_install` })},
        ${dimensionsOfReturn("d")}
      from fresh f join stored a on a.project_id = f.project_id and a.id = f.id
      left join decisions d on d.project_id = f.project_id and d.install_id = f.install_id
        and d.version = a.counted_version
      ${returningOpen(sql`a.project_id`, sql`a.returned_by`)}
    ),
    outbox_rows as (${toOutbox("several", "ad_revenue", newRows())}),
    cells as (
      insert into ledger ${ledgerColumns()}
      ${ledgerRowsOf("several", "ad_revenue", sql`select * from counted`)}
    )
    select w.place, case when w.is_known then 'repeat' else 'unidentified' end as outcome
    from who w left join keys k on k.project_id = w.project_id and k.key = w.key and not w.again
    where k.key is null`;
  const outcomes = new Map(found.map(({ place, outcome }) => [place, outcome]));
  return rows.map(({ place }) => outcomes.get(place) ?? "stored");
}
