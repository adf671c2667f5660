import { sql } from "@/db";
import { whereWritable } from "@/db/writable";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { reportedAdIds } from "@/lib/ledger/ad-ids/queries";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { ledgerColumns } from "@/lib/ledger/queries";
import { isSpendRow, recordRemovedSpend, type SpendTable, spendRows } from "@/lib/ledger/spend-queries";
import type { SpendCounts } from "@/lib/spend/claims/claim";

export function findSpendCampaigns(projectId: ProjectId, displayIds: string[], networkIds: string[]) {
  return sql<{ id: number; display_id: string; tie: string | null }[]>`
    select id, display_id, c.network || ' ' || c.network_campaign_id as tie from campaigns c
    where c.project_id = ${projectId} and c.deleted_at is null
      and (c.display_id = any(${displayIds}) or c.network || ' ' || c.network_campaign_id = any(${networkIds}))`;
}

export type SpendTotals = {
  day: string;
  campaign_id: number;
  ad_set_id: string;
  creative_id: string;
  keyword_id: string;
  /** Empty for spend without a breakdown by platform. The country is empty in the same way. */
  platform: string;
  country: string;
  currency: string;
  /** In minor units of its currency. */
  original: number;
  /** Minor units of the project's currency per minor unit of the row's, at an exchange rate of 1. */
  scale: number;
} & SpendCounts;

export type SpendReporter = {
  kind: "FILE" | "HAND" | "KEY" | "ACCOUNT" | "DEMO";
  /** A continuous source has one import for all its rows; otherwise, every call is a separate import. */
  sourceKey: string | null;
  name: string;
  createdBy: string;
  /** The ID of an existing import. */
  importId?: number;
  /** For changes by a member or a server key: written to the audit log if they had an effect. */
  audit?: { account: AccountId; by: Actor };
};

export type ReportedSpend = {
  rows: SpendTotals[];
  /**
   * Either the same parts of the same days, or all stored spend of the sent campaigns and days. A part without a
   * platform or country includes all of them. With `own`, the import's own spend of those days is replaced even if it
   * is missing now.
   */
  replaces: "parts" | "days";
  own?: { from: string; to: string };
};

type Outcome = {
  import_id: number;
  removed: number;
  missing: { currency: string; day: string }[] | null;
};

const parts = () => sql`day, campaign_id, ad_set_id, creative_id, keyword_id, platform`;

/**
 * True for a stored row `s` and a sent row `x` that may be about the same money. Rows of one call complement each other:
 * the row without a breakdown has the rest. A stored row never remains next to such a row of a later call, because
 * its amount would then be counted twice.
 */
export const mayOverlap = () => sql`
  x.day = s.day and x.campaign_id = s.campaign_id and x.ad_set_id = s.ad_set_id and x.creative_id = s.creative_id
  and x.keyword_id = s.keyword_id and (x.platform = s.platform or x.platform = '' or s.platform = '')
  and (x.country = s.country or x.country = '' or s.country = '')`;

const sentTo = (table: SpendTable) => (table === "spend" ? sql`country = ''` : sql`country <> ''`);

/** The latest rate of the row's currency, on its day or before. */
const rateOn = (projectId: ProjectId, currency: string) => sql`
  left join lateral (
    select rate from exchange_rates r
    where r.project_id = ${projectId} and x.currency <> ${currency} and r.currency = x.currency and r.day <= x.day
    order by r.day desc limit 1
  ) e on true`;

/**
 * Replaces earlier spend; the ledger gets the difference. Stores everything, or nothing if an exchange rate is missing.
 * Other spend changes of the project wait, because the difference depends on the stored state.
 */
export async function storeSpend(
  project: { id: ProjectId; currency: string },
  source: SpendReporter,
  at: Date,
  { rows, replaces, own }: ReportedSpend,
): Promise<Outcome> {
  const { id, currency } = project;
  const { kind, sourceKey, name, createdBy, audit } = source;
  const importId = source.importId ?? null;
  const changes = sql`
    select ${id}::bigint as project_id, ${parts()}, country, amount, network_impressions, network_clicks, true as counted
    from input where (select yes from whole)
    union all
    select project_id, ${parts()}, country, -amount_minor, -network_impressions, -network_clicks, true from before`;
  const dropped = (table: SpendTable) => sql`
    delete from ${sql(table)} s using before r
    where s.project_id = ${id} and ${isSpendRow(table)}
      and (r.day, r.campaign_id, r.ad_set_id, r.creative_id, r.keyword_id, r.platform, r.country) not in (select ${parts()}, country from input)
    returning s.*`;
  const added = (table: SpendTable) => {
    const key = table === "spend" ? parts() : sql`${parts()}, country`;
    return sql`
      insert into ${sql(table)} (project_id, ${key}, amount_minor, currency, original_minor, network_impressions,
        network_clicks, source, import_id, updated_at)
      select ${id}, ${key}, amount, currency, original, network_impressions, network_clicks, ${name}::text, (select id from import), ${at}::timestamptz
      from input where (select yes from whole) and ${sentTo(table)}
      on conflict (project_id, ${key}) do update set
        amount_minor = excluded.amount_minor, currency = excluded.currency, original_minor = excluded.original_minor,
        network_impressions = excluded.network_impressions, network_clicks = excluded.network_clicks, source = excluded.source, import_id = excluded.import_id, updated_at = excluded.updated_at`;
  };
  const days = rows.map((row) => row.day).concat(own ? [own.from, own.to] : []);
  const from = days.reduce((min, day) => (day < min ? day : min));
  const to = days.reduce((max, day) => (day > max ? day : max));
  return sql.begin(async (transaction) => {
    await transaction`select ${lockSpendSql(id)}`;
    const audited = audit
      ? sql`, logged as (${auditRow(
          audit.by,
          {
            account: audit.account,
            project: id,
            action: kind === "KEY" ? "spend.report" : "spend.enter",
            target: name,
            detail: { rows: rows.length },
          },
          sql`from whole where yes and exists (select from counted)`,
        )})`
      : sql``;
    const [outcome] = await transaction<Outcome[]>`
      with input as materialized (
        select x.*, case when x.currency = ${currency} then x.original
          else round(x.original * e.rate * x.scale)::bigint end as amount
        from json_to_recordset(${JSON.stringify(rows)}::text::json) as x(day date, campaign_id bigint, ad_set_id text,
          creative_id text, keyword_id text, platform text, country text, currency text, original bigint, scale numeric,
          network_impressions bigint, network_clicks bigint)
        ${rateOn(id, currency)}
      ),
      whole as materialized (select not exists (select 1 from input where amount is null) as yes),
      source as (
        insert into spend_imports as i (project_id, kind, source_key, name, created_by, created_at, updated_at)
        select ${id}, ${kind}::text, ${sourceKey}::text, ${name}::text, ${createdBy}::text,
          ${at}::timestamptz, ${at}::timestamptz
        from whole where yes and ${importId}::bigint is null
        on conflict (project_id, kind, source_key) where source_key is not null
          do update set updated_at = excluded.updated_at, name = excluded.name
        returning i.id
      ),
      import as materialized (
        select coalesce(${importId}::bigint, (select id from source)) as id
      ),
      before as materialized (
        select s.* from (${spendRows(id)}) s
        where s.day between ${from}::text::date and ${to}::text::date
          and (select yes from whole) and (
          ${
            replaces === "days"
              ? sql`(s.day, s.campaign_id) in (select day, campaign_id from input)`
              : sql`exists (select from input x where ${mayOverlap()})`
          }
          ${
            own
              ? sql`or (s.day between ${own.from}::text::date and ${own.to}::text::date
                and s.import_id = coalesce(${importId}::bigint,
                  (select i.id from spend_imports i where i.project_id = ${id} and i.kind = ${kind}
                    and i.source_key = ${sourceKey})))`
              : sql``
          })
      ),
      removed as (${dropped("spend")}),
      removed_countries as (${dropped("country_spend")}),
      recorded as (${recordRemovedSpend(id, "spend", "removed")}),
      recorded_countries as (${recordRemovedSpend(id, "country_spend", "removed_countries")}),
      stored as (${added("spend")}),
      stored_countries as (${added("country_spend")}),
      named as (${reportedAdIds(id, sql`(select yes from whole)`)}),
      counted as (
        insert into ledger ${ledgerColumns()} ${ledgerRowsOf(id, "spend", changes)}
        returning 1
      )
      ${audited}
      select (select id from import) as import_id, 
        ((select count(*) from removed) + (select count(*) from removed_countries))::int as removed,
        (select json_agg(json_build_object('currency', currency, 'day', day)) from (
          select currency, min(day)::text as day from input where amount is null group by currency) m) as missing`;
    return outcome!;
  });
}

/** Only one transaction at a time changes a project's spend. */
export const lockSpendSql = (projectId: ProjectId) =>
  sql`pg_advisory_xact_lock(hashtext('spend'), ${projectId}::int)`;

export async function storeNames(
  projectId: ProjectId,
  names: { campaign_id: number; level: string; ad_id: string; name: string }[],
  at: Date,
): Promise<void> {
  await sql`
    insert into ad_names as n (project_id, campaign_id, level, ad_id, name, updated_at)
    select ${projectId}, campaign_id, level, ad_id, name, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(names)}::text::json)
      as x(campaign_id bigint, level text, ad_id text, name text)
    where ${whereWritable(projectId)}
    on conflict (project_id, campaign_id, level, ad_id)
      do update set name = excluded.name, updated_at = excluded.updated_at
    where n.name <> excluded.name`;
}
