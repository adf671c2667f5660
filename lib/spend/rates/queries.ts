import { patientSql, sql } from "@/db";
import { recordRemoved, removedRateKeys } from "@/db/removed-rows";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { repriceTables } from "@/lib/facts/payments/rate-queries";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { ledgerColumns } from "@/lib/ledger/queries";
import { isSpendRow, type SpendTable, spendRows } from "@/lib/ledger/spend-queries";
import { lockSpendSql } from "@/lib/spend/queries";

export type RateRow = {
  currency: string;
  day: string;
  until: string | null;
  rate: number;
  rows: number;
  updated_at: Date;
};

/** The rates of each currency, the newest first. */
export const findExchangeRates = (projectId: ProjectId) => sql<RateRow[]>`
  with rates as materialized (
    select r.*, (lead(day) over (partition by currency order by day) - 1) as until
    from exchange_rates r where r.project_id = ${projectId}
  )
  select r.currency, r.day::text as day, r.until::text as until, r.rate::float8 as rate, r.updated_at, (
      select count(*)::int from (${spendRows(projectId)}) s
      where s.currency = r.currency and s.day between r.day
        and coalesce(r.until, 'infinity')
    ) as rows
  from rates r order by r.currency, r.day desc`;

/** A rate to store; null removes it. */
export type NewExchangeRate = {
  currency: string;
  day: string;
  rate: number | null;
  /** Minor units of the project's currency per minor unit of this one, at an exchange rate of 1. */
  scale: number;
};

type Outcome = {
  /** The number of existing rates among those to remove. */
  known: number;
  rows: number;
  amount_minor: number;
  payments: number;
  missing: { what: "spend" | "payments" | "ad_revenue"; currency: string; day: string; rows: number } | null;
};

/**
 * Sets or removes rates. Affected spend and payments are converted again, and the ledger gets the differences. If a row
 * would have no rate, the change is rejected.
 */
export function storeExchangeRates(
  account: AccountId,
  project: { id: ProjectId; currency: string },
  rates: NewExchangeRate[],
  at: Date,
  by: Actor,
): Promise<Outcome> {
  const { id, currency } = project;
  const removes = rates.every(({ rate }) => rate === null);
  const detail = { rates: rates.slice(0, 20).map(({ scale: _, ...rate }) => rate), of: rates.length };
  const target = [...new Set(rates.map((rate) => rate.currency))].join(", ");
  const { priced, stored } = repriceTables(id, sql`not exists (select from missing)`);
  const action = removes ? "exchange-rate.remove" : "exchange-rate.set";
  const moved = (table: SpendTable) => sql`
    update ${sql(table)} s set amount_minor = r.amount from changes r where s.project_id = ${id} and ${isSpendRow(table)}`;
  return patientSql.begin(async (transaction) => {
    await transaction`select ${lockSpendSql(id)}`;
    // Years of spend may take longer than the usual statement timeout.
    await transaction`set local statement_timeout = 0`;
    const [outcome] = await transaction<Outcome[]>`
      with given as materialized (
        select * from json_to_recordset(${JSON.stringify(rates)}::text::json)
          as x(currency text, day date, rate numeric, scale numeric)
      ),
      rates as materialized (
        select r.currency, r.day, r.rate from exchange_rates r
        where r.project_id = ${id} and (r.currency, r.day) not in (select currency, day from given)
        union all
        select currency, day, rate from given where rate is not null
      ),
      converted as materialized (
        select s.*, round(s.original_minor * e.rate * c.scale)::bigint as amount
        from (${spendRows(id)}) s
        join (select currency, min(day) as day, min(scale) as scale from given group by currency) c
          on c.currency = s.currency and s.day >= c.day
        left join lateral (
          select rate from rates r where r.currency = s.currency and r.day <= s.day order by r.day desc limit 1
        ) e on true
        where s.currency <> ${currency}
      ),
      ${priced},
      missing as materialized (
        (select 'spend' as what, currency, min(day)::text as day, count(*)::int as rows from converted where amount is null
          group by currency order by currency limit 1)
        union all
        select u.what, u.currency, u.day, u.rows from unpriced u
      ),
      changes as materialized (
        select w.*, w.amount - w.amount_minor as difference from converted w
        where w.amount <> w.amount_minor and not exists (select from missing)
      ),
      removable as materialized (
        select r.currency, r.day from exchange_rates r
        where r.project_id = ${id} and (r.currency, r.day) in (select currency, day from given where rate is null)
      ),
      removed as (
        delete from exchange_rates r using removable k
        where r.project_id = ${id} and r.currency = k.currency and r.day = k.day and not exists (select from missing)
        returning r.currency, r.day
      ),
      recorded as (${recordRemoved(id, "rates", removedRateKeys("removed"))}),
      stored as (
        insert into exchange_rates (project_id, currency, day, rate, updated_at)
        select ${id}, currency, day, rate, ${at}::timestamptz from given
        where rate is not null and not exists (select from missing)
        on conflict (project_id, currency, day) do update set rate = excluded.rate, updated_at = excluded.updated_at
      ),
      moved as (${moved("spend")}),
      moved_countries as (${moved("country_spend")}),
      counted as (
        insert into ledger ${ledgerColumns()}
        ${ledgerRowsOf(
          id,
          "spend",
          sql`select c.project_id, c.day, c.campaign_id, c.ad_set_id, c.creative_id, c.keyword_id, c.platform,
            c.country, c.difference as amount, 0 * c.network_impressions as network_impressions,
            0 * c.network_clicks as network_clicks, true as counted from changes c`,
        )}
      ),
      ${stored},
      done as (select 1 where not exists (select from missing) and (not ${removes} or exists (select from removable))),
      logged as (${auditRow(by, { account, project: id, action, target, detail }, sql`from done`)})
      select (select count(*) from removable)::int as known, (select count(*) from changes)::int as rows,
        (select coalesce(sum(difference), 0) from changes)::bigint as amount_minor,
        (select count(*) from locked)::int as payments, (select to_json(m) from missing m limit 1) as missing`;
    return outcome!;
  });
}
