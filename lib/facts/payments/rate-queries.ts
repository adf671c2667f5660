/** Converts payments and ad revenue in other currencies, and converts them again when a rate changes. */
import { type Fragment, patientSql, sql } from "@/db";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import { maxMinorUnits } from "@/lib/base/money";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import {
  ageInDays,
  countedTimeOf,
  dimensionsOfDecision,
  dimensionsOfReturn,
  ledgerColumns,
  returningOpen,
  zoneOfProject,
} from "@/lib/ledger/queries";

type Priced = { rates: Fragment; project: Fragment; currency: Fragment; day: Fragment };

/** The rate `e` of a payment's currency: the last one set for its day or before. */
export const joinRate = ({ rates, project, currency, day }: Priced, when: Fragment = sql`true`) => sql`
  left join lateral (
    select r.rate from ${rates} r
    where ${when} and r.project_id = ${project} and r.currency = ${currency} and r.day <= ${day}
    order by r.day desc limit 1
  ) e on true`;

/**
 * The value of an original amount at the rate `e`; null without a rate. The value is capped: a wrong rate must not make
 * the statement fail for other payments.
 */
export const convertedAmount = (original: Fragment, scale: Fragment) =>
  sql`case when e.rate is not null then least(round(${original} * e.rate * ${scale}), ${maxMinorUnits})::bigint end`;

/** The same for ad revenue `a`, in millionths of a minor unit. */
const convertedMillionths = (rate: string) => sql`
  least(round(a.original_millionths * ${sql(`${rate}.rate`)} * ${sql(`${rate}.scale`)}), ${maxMinorUnits})::bigint`;

/**
 * Converts payments and ad revenue again after a change of rates, in common table expressions. `given` has the changed currencies with
 * their first day and `scale`; `rates` has all new rates. The ledger gets the differences if `may` is true. A payment
 * that would lose its rate keeps its amount and, unless it was removed, is in `unpriced`, and so does ad revenue.
 */
export const repriceTables = (projectId: ProjectId, may: Fragment) => ({
  priced: sql`
    changing as materialized (
      select g.currency, min(g.day) as day, min(g.scale) as scale from given g group by g.currency
    ),
    priced as materialized (
      select p.id, d.day, p.original_currency as currency, p.amount_minor as before, p.removed_at,
        ${convertedAmount(sql`p.original_minor`, sql`c.scale`)} as amount
      from (select ${zoneOfProject(projectId)} as name) zone cross join changing c
      join payments p on p.project_id = ${projectId} and p.original_currency = c.currency and p.original_minor is not null
        and p.paid_at >= c.day::timestamp at time zone zone.name
      cross join lateral (select (p.paid_at at time zone zone.name)::date as day) d
      ${joinRate({
        rates: sql`(select ${projectId}::bigint as project_id, k.* from rates k)`,
        project: sql`p.project_id`,
        currency: sql`p.original_currency`,
        day: sql`d.day`,
      })}
    ),
    priced_ads as materialized (
      select a.id, d.day, a.original_currency as currency, a.amount_millionths as before, e.rate, c.scale
      from (select ${zoneOfProject(projectId)} as name) zone cross join changing c
      join ad_revenue a on a.project_id = ${projectId} and a.original_currency = c.currency and a.original_millionths is not null
        and a.occurred_at >= c.day::timestamp at time zone zone.name
      cross join lateral (select (a.occurred_at at time zone zone.name)::date as day) d
      ${joinRate({
        rates: sql`(select ${projectId}::bigint as project_id, k.* from rates k)`,
        project: sql`a.project_id`,
        currency: sql`a.original_currency`,
        day: sql`d.day`,
      })}
    ),
    unpriced as materialized (
      (select 'payments' as what, w.currency, min(w.day)::text as day, count(*)::int as rows from priced w
        where w.amount is null and w.before <> 0 and w.removed_at is null group by w.currency order by w.currency limit 1)
      union all
      (select 'ad_revenue', w.currency, min(w.day)::text, count(*)::int from priced_ads w
        where w.rate is null and w.before <> 0 group by w.currency order by w.currency limit 1)
    )`,
  // Locked before they are counted: the current row determines the cells in which they are counted.
  stored: sql`
    locked as materialized (
      select p.*, w.amount as worth, w.day from priced w
      join payments p on p.project_id = ${projectId} and p.id = w.id
      where w.amount <> p.amount_minor and ${may}
      for update of p
    ),
    -- An hourly row may have grown meanwhile, so its amount is computed from the locked row.
    locked_ads as materialized (
      select a.*, ${convertedMillionths("e")} as worth, e.day from priced_ads e
      join ad_revenue a on a.project_id = ${projectId} and a.id = e.id
      where e.rate is not null and ${convertedMillionths("e")} <> a.amount_millionths and ${may}
      for update of a
    ),
    repriced_ads as (
      update ad_revenue a set amount_millionths = h.worth from locked_ads h
      where a.project_id = ${projectId} and a.id = h.id
    ),
    recounted_ads as (
      insert into ledger ${ledgerColumns()}
      ${ledgerRowsOf(
        projectId,
        "ad_revenue",
        sql`select h.project_id, h.day, 0 as impressions, side.amount, side.sign, h.platform, h.returned_by,
          (s.installed_at at time zone zone.name)::date as install_day,
          case when d.kind = 'INSTALL' then ${ageInDays(sql`h.occurred_at`, sql`s.installed_at`)} end as age,
          ${dimensionsOfDecision({ country: sql`s.country`, version: sql`s.install_version` })}, ${dimensionsOfReturn("d")}
        from (select ${zoneOfProject(projectId)} as name) zone cross join locked_ads h
        cross join lateral (values (h.worth, 1), (h.amount_millionths, -1)) side(amount, sign)
        left join installs s on s.project_id = ${projectId} and s.install_instance_id = h.install_instance_id
        left join decisions d on d.project_id = ${projectId} and d.install_id = s.id and d.version = h.counted_version
        ${returningOpen(projectId, sql`h.returned_by`)}`,
        sql`f.sign`,
      )}
    ),
    repriced as (
      update payments p set amount_minor = h.worth from locked h where p.project_id = ${projectId} and p.id = h.id
    ),
    recounted as (
      insert into ledger ${ledgerColumns()}
      ${ledgerRowsOf(
        projectId,
        "payment",
        sql`select h.project_id, h.day, h.type, h.status, side.amount, side.sign, h.platform, h.returned_by,
          (s.installed_at at time zone zone.name)::date as install_day,
          case when d.kind = 'INSTALL' then ${ageInDays(countedTimeOf("h"), sql`s.installed_at`)} end as age,
          ${dimensionsOfDecision({ country: sql`s.country`, version: sql`s.install_version` })}, ${dimensionsOfReturn("d")}
        from (select ${zoneOfProject(projectId)} as name) zone cross join locked h
        cross join lateral (values (h.worth, 1), (h.amount_minor, -1)) side(amount, sign)
        left join installs s on s.project_id = ${projectId} and s.install_instance_id = h.install_instance_id
        left join decisions d on d.project_id = ${projectId} and d.install_id = s.id and d.version = h.counted_version
        ${returningOpen(projectId, sql`h.returned_by`)}
        where h.removed_at is null`,
        sql`f.sign`,
      )}
    )`,
});

export type RepriceTables = { currency: string; day: string; scale: number };

/**
 * Converts payments again with the stored rates, because their statement began before the change and used the earlier
 * rates.
 */
export function repriceLate(projectId: ProjectId, changed: readonly RepriceTables[]): Promise<void> {
  const { priced, stored } = repriceTables(projectId, whereWritable(projectId));
  return patientSql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`
      with given as materialized (
        select * from json_to_recordset(${JSON.stringify(changed)}::text::json) as x(currency text, day date, scale numeric)
      ),
      rates as materialized (
        select r.currency, r.day, r.rate from exchange_rates r where r.project_id = ${projectId}
      ),
      ${priced}, ${stored}
      select count(*) from locked`;
  }) as Promise<void>;
}

export type UnconvertedPayments = { currency: string; payments: number; ad_revenue: number; since: string };

/** Payments and rows of ad revenue that do not count yet because there is no rate for their day, by currency. */
export const findWaiting = (projectId: ProjectId) => sql<UnconvertedPayments[]>`
  with firsts as materialized (
    select r.currency, min(r.day)::timestamp at time zone min(zone.name) as at
    from (select ${zoneOfProject(projectId)} as name) zone cross join exchange_rates r
    where r.project_id = ${projectId} group by r.currency
  ),
  waiting as (
    select p.original_currency as currency, p.paid_at as at, 1 as payments, 0 as ad_revenue from payments p
    where p.project_id = ${projectId} and p.original_minor <> 0 and p.amount_minor = 0 and p.removed_at is null
      and p.status = 'PAYMENT_COMPLETED'
    union all
    select a.original_currency, a.occurred_at, 0, 1 from ad_revenue a
    where a.project_id = ${projectId} and a.original_millionths <> 0 and a.amount_millionths = 0
  )
  select w.currency, sum(w.payments)::int as payments, sum(w.ad_revenue)::int as ad_revenue,
    (min(w.at) at time zone min(zone.name))::date::text as since
  from (select ${zoneOfProject(projectId)} as name) zone cross join waiting w
  left join firsts f on f.currency = w.currency
  where f.at is null or w.at < f.at
  group by w.currency order by w.currency`;
