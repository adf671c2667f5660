import type postgres from "postgres";
import { type Fragment, sql } from "@/db";
import { recordRemoved, removedRateKeys } from "@/db/removed-rows";
import type { MoneyChange } from "@/lib/attribution/recalculation/change";
import type { ProjectId } from "@/lib/base/ids";
import { maxMinorUnits } from "@/lib/base/money";
import { removedKindOf } from "@/lib/ledger/measure-queries";
import { dimensionColumns, ledgerColumns } from "@/lib/ledger/queries";
import { isSpendRow, spendRows, spendTables } from "@/lib/ledger/spend-queries";

type Transaction = postgres.TransactionSql<{ bigint: number }>;

/** Locks the project's spend, so that other changes of it wait. */
export const lockSpend = (transaction: Transaction, projectId: ProjectId) =>
  transaction`select pg_advisory_xact_lock(hashtext('spend'), ${projectId}::int)`;

/** Finds the first day with an amount to convert but no rate of the new currency. */
export async function findMissingRate(
  transaction: Transaction,
  projectId: ProjectId,
  { from_currency, to_currency, to_zone, amounts }: Omit<MoneyChange, "digits">,
): Promise<string | null> {
  const convertible = sql`coalesce(original_currency, ${from_currency}) <> ${to_currency}
    and (${amounts} = 'convert' or original_minor is not null)`;
  const [row] = await transaction<{ day: string | null }[]>`
    with needed as (
      select min(day) as day from (
        select min((paid_at at time zone ${to_zone})::date) as day from payments
        where project_id = ${projectId} and amount_minor <> 0 and ${convertible}
        union all
        select min((occurred_at at time zone ${to_zone})::date) from events
        where project_id = ${projectId} and amount_minor <> 0 and ${convertible}
        union all
        select min((occurred_at at time zone ${to_zone})::date) from ad_revenue
        where project_id = ${projectId} and amount_millionths <> 0 and original_currency <> ${to_currency}
          and (${amounts} = 'convert' or original_millionths is not null)
        union all
        select min(day) from (${spendRows(projectId)}) s where currency <> ${to_currency} and original_minor <> 0
        union all
        select min(rate_day) from (${removedSums(projectId)}) r where ${amounts} = 'convert'
      ) days
    )
    select day::text from needed where day < coalesce(
      (select min(day) from exchange_rates where project_id = ${projectId} and currency = ${to_currency}), 'infinity')`;
  return row?.day ?? null;
}

/**
 * Converts every amount to the new currency: amounts from apps, ad costs, and sums of removed facts. Each amount is
 * converted from its original, so a repeat changes only amounts that arrived since.
 */
export async function convertFacts(
  transaction: Transaction,
  projectId: ProjectId,
  change: MoneyChange,
  first: boolean,
): Promise<void> {
  await lockSpend(transaction, projectId);
  if (first) {
    await convertRates(transaction, projectId, change);
    await convertRemoved(transaction, projectId, change);
  }
  await convertOriginal(transaction, projectId, change, { table: "payments", at: "paid_at" });
  await convertOriginal(transaction, projectId, change, { table: "events", at: "occurred_at" });
  await convertAdRevenue(transaction, projectId, change);
  const { to_currency: to } = change;
  for (const table of spendTables)
    await transaction`
      with converted as materialized (
        select s.*, round(s.original_minor * case when s.currency = ${to} then 1
          else coalesce(e.rate, 0) end * ${scale(change, sql`s.currency`)})::bigint as amount
        from (${spendRows(projectId)}) s ${rateOf(projectId, sql`s.currency`, sql`s.day`)}
      )
      update ${sql(table)} s set amount_minor = r.amount from converted r
      where s.project_id = ${projectId} and ${isSpendRow(table)} and s.amount_minor <> r.amount`;
}

/**
 * In another zone some payments fall on another day, which may have another rate, or the first rate for them. If the
 * new day has no rate, a payment keeps its amount.
 */
export async function repriceByDay(
  transaction: Transaction,
  projectId: ProjectId,
  change: MoneyChange,
): Promise<void> {
  await lockSpend(transaction, projectId);
  await transaction`
    with originals as (
      select p.id, p.original_minor, p.original_currency as currency, (p.paid_at at time zone ${change.to_zone})::date as day
      from payments p where p.project_id = ${projectId} and p.original_minor is not null
    ),
    converted as materialized (
      select t.id, least(round(t.original_minor * e.rate * ${scale(change, sql`t.currency`)}), ${maxMinorUnits})::bigint as amount
      from originals t ${rateOf(projectId, sql`t.currency`, sql`t.day`)}
      where e.rate is not null
    )
    update payments p set amount_minor = w.amount from converted w
    where p.project_id = ${projectId} and p.id = w.id and p.amount_minor <> w.amount`;
  await transaction`
    with rates as materialized (
      select a.id, e.rate * ${scale(change, sql`a.original_currency`)} as factor
      from ad_revenue a ${rateOf(projectId, sql`a.original_currency`, sql`(a.occurred_at at time zone ${change.to_zone})::date`)}
      where a.project_id = ${projectId} and a.original_millionths is not null and e.rate is not null
    )
    update ad_revenue a set amount_millionths = ${convertedAds()} from rates r
    where a.project_id = ${projectId} and a.id = r.id and a.amount_millionths <> ${convertedAds()}`;
}

/** The value of ad revenue `a`, read from the current row: an hourly row may grow while this statement runs. */
const convertedAds = () => sql`
  least(round(coalesce(a.original_millionths, a.amount_millionths) * r.factor), ${maxMinorUnits})::bigint`;

/** The same as `convertOriginal`. */
async function convertAdRevenue(
  transaction: Transaction,
  projectId: ProjectId,
  change: MoneyChange,
): Promise<void> {
  const { to_currency: to, to_zone, amounts } = change;
  await transaction`
    with rates as materialized (
      select a.id, ${amounts} = 'keep' and a.original_millionths is null as kept,
        case when a.original_currency = ${to} or (${amounts} = 'keep' and a.original_millionths is null) then 1
          else coalesce(e.rate, 0) end * ${scale(change, sql`a.original_currency`)} as factor
      from ad_revenue a ${rateOf(projectId, sql`a.original_currency`, sql`(a.occurred_at at time zone ${to_zone})::date`)}
      where a.project_id = ${projectId} and (a.original_millionths is not null or a.original_currency <> ${to})
    )
    update ad_revenue a set amount_millionths = ${convertedAds()},
      original_currency = case when r.kept then ${to} else a.original_currency end,
      original_millionths = case when r.kept or a.original_currency = ${to} then null
        else coalesce(a.original_millionths, a.amount_millionths) end
    from rates r
    where a.project_id = ${projectId} and a.id = r.id
      and (r.kept or a.amount_millionths <> ${convertedAds()} or a.original_millionths is null or a.original_currency = ${to})`;
}

const rateOf = (projectId: ProjectId, currency: Fragment, day: Fragment) => sql`
  left join lateral (
    select r.rate from exchange_rates r
    where r.project_id = ${projectId} and r.currency = ${currency} and r.day <= ${day} order by r.day desc limit 1
  ) e on true`;

/** Minor units of the new currency per minor unit of the other, at equal value. */
const scale = ({ digits, to_currency }: MoneyChange, currency: Fragment) => sql`
  10::numeric ^ (${digits[to_currency] ?? 2}::int
    - coalesce((${JSON.stringify(digits)}::text::jsonb->>${currency})::int, 2))`;

/** Converts the stored rates to the new currency. */
async function convertRates(
  transaction: Transaction,
  projectId: ProjectId,
  { from_currency: from, to_currency: to }: MoneyChange,
): Promise<void> {
  const fresh = await transaction<{ currency: string; day: string; rate: string }[]>`
    with r as materialized (select currency, day, rate from exchange_rates where project_id = ${projectId}),
    named as (select currency from r where currency <> ${to} union select ${from}),
    days as (
      select currency, day from r where currency <> ${to}
      union select n.currency, b.day from named n cross join r b where b.currency = ${to}
    ),
    fresh as (
      select d.currency, d.day, case when d.currency = ${from} then 1 else x.rate end / b.rate as rate
      from days d
      cross join lateral (
        select r.rate from r where r.currency = ${to} and r.day <= d.day order by r.day desc limit 1
      ) b
      left join lateral (
        select r.rate from r where r.currency = d.currency and r.day <= d.day order by r.day desc limit 1
      ) x on true
    )
    select currency, day::text as day, round(rate, greatest(0, 11 - ceil(log(rate))::int))::text as rate
    from fresh where rate > 0`;
  await transaction`
    with removed as (delete from exchange_rates where project_id = ${projectId} returning currency, day)
    ${recordRemoved(projectId, "rates", removedRateKeys("removed"))}`;
  await transaction`
    insert into exchange_rates (project_id, currency, day, rate, updated_at)
    select ${projectId}, currency, day, rate, now()
    from json_to_recordset(${JSON.stringify(fresh)}::text::json) as x(currency text, day date, rate numeric)`;
}

/**
 * The sums of events and ad revenue that retention removed, which cannot be counted again, each with the day of its
 * rate. Those by age are all sums of installs before the cutoff, also of facts that are still stored. If a sum does not
 * have the days of its facts, the day is the last one of its age.
 */
const removedSums = (projectId: ProjectId) => sql`
  with cutoff as (
    select kind, before from retention_cutoffs where project_id = ${projectId} and kind in ('events', 'ad_revenue')
  )
  select measure, name, day, ${dimensionColumns()}, rate_day, sum(amount) as amount from (
    select measure, name, day, ${dimensionColumns()}, case
        when measure in ('event_since', 'ad_revenue_since')
          then least(day + split_part(name, ' ', 1)::int, current_date) else day end as rate_day, amount
    from ledger join cutoff on cutoff.kind = ${removedKindOf("measure")}
    where project_id = ${projectId} and day < cutoff.before
    union all
    select 'event_since', cohort_age || ' ' || name, cohort_day, ${dimensionColumns()}, day, amount
    from ledger
    where project_id = ${projectId} and measure = 'event'
      and cohort_day < (select before from cutoff where kind = 'events')
  ) sums
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 having sum(amount) <> 0`;

/** Removed facts are stored only as sums, so the sums are converted. */
async function convertRemoved(
  transaction: Transaction,
  projectId: ProjectId,
  change: MoneyChange,
): Promise<void> {
  const { from_currency: from, amounts } = change;
  await transaction`
    insert into ledger ${ledgerColumns()}
    select ${projectId}::bigint, c.day, ${dimensionColumns()}, measure, name, 0,
      (round(amount * case when ${amounts} = 'keep' then 1
        else e.rate end * ${scale(change, sql`${from}::text`)}) - amount)::bigint, null, null
    from (${removedSums(projectId)}) c ${rateOf(projectId, sql`${from}::text`, sql`c.rate_day`)}`;
}

async function convertOriginal(
  transaction: Transaction,
  projectId: ProjectId,
  change: MoneyChange,
  { table, at }: { table: "payments" | "events"; at: "paid_at" | "occurred_at" },
): Promise<void> {
  const { from_currency: from, to_currency: to, to_zone, amounts } = change;
  await transaction`
    with stored as (
      select f.id, f.amount_minor, f.original_minor, (f.${sql(at)} at time zone ${to_zone})::date as day,
        coalesce(f.original_currency, ${from}) as currency, coalesce(f.original_minor, f.amount_minor) as minor,
        ${amounts} = 'keep' and f.original_minor is null as kept
      from ${sql(table)} f
      where f.project_id = ${projectId} and f.amount_minor is not null
        and (f.original_minor is not null or coalesce(f.original_currency, ${from}) <> ${to})
    ),
    converted as materialized (
      select t.*, round(t.minor * case when t.kept or t.currency = ${to} then 1
        else coalesce(e.rate, 0) end * ${scale(change, sql`t.currency`)})::bigint as amount
      from stored t ${rateOf(projectId, sql`t.currency`, sql`t.day`)}
    )
    update ${sql(table)} f set amount_minor = w.amount, original_currency = case when w.kept then ${to} else w.currency end,
      original_minor = case when w.kept or w.currency = ${to} then null else w.minor end
    from converted w
    where f.project_id = ${projectId} and f.id = w.id
      and (w.kept or f.amount_minor <> w.amount or w.original_minor is null or w.currency = ${to})`;
}
