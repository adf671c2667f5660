import { sql } from "@/db";
import type { ProjectId } from "@/lib/ids";
import { ledgerColumns } from "@/lib/ledger/queries";

export function findNamed(projectId: ProjectId, displayIds: string[], networkIds: string[]) {
  return sql<{ id: number; display_id: string; tie: string | null }[]>`
    select id, display_id, c.network || ' ' || c.network_campaign_id as tie from campaigns c
    where c.project_id = ${projectId} and c.deleted_at is null
      and (c.display_id = any(${displayIds}) or c.network || ' ' || c.network_campaign_id = any(${networkIds}))`;
}

export type StoredSpend = {
  day: string;
  campaign_id: number;
  ad_set_id: string;
  creative_id: string;
  keyword_id: string;
  platform: string;
  amount: number;
  currency: string;
  original: number;
};

/** Replaces what was told before of the same day and part; the ledger gets the difference. Not for two at once. */
export async function storeSpend(
  projectId: ProjectId,
  source: string,
  at: Date,
  rows: StoredSpend[],
): Promise<void> {
  await sql`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as x(day date, campaign_id bigint, ad_set_id text,
        creative_id text, keyword_id text, platform text, amount bigint, currency text, original bigint)
    ),
    before as (
      select s.* from spend s join input x using (day, campaign_id, ad_set_id, creative_id, keyword_id, platform)
      where s.project_id = ${projectId}
    ),
    stored as (
      insert into spend (project_id, day, campaign_id, ad_set_id, creative_id, keyword_id, platform, amount_minor, currency,
        original_minor, source, updated_at)
      select ${projectId}, day, campaign_id, ad_set_id, creative_id, keyword_id, platform, amount, currency, original, ${source}, ${at}
      from input
      on conflict (project_id, day, campaign_id, ad_set_id, creative_id, keyword_id, platform) do update set
        amount_minor = excluded.amount_minor, currency = excluded.currency, original_minor = excluded.original_minor,
        source = excluded.source, updated_at = excluded.updated_at
    )
    insert into ledger ${ledgerColumns()}
    select ${projectId}::bigint, x.day, x.campaign_id, x.ad_set_id, x.creative_id, x.keyword_id, x.platform, 'spend', '', 0,
      x.amount - coalesce(b.amount_minor, 0)
    from input x left join before b using (day, campaign_id, ad_set_id, creative_id, keyword_id, platform)
    where x.amount <> coalesce(b.amount_minor, 0)`;
}

export async function storeNames(
  projectId: ProjectId,
  names: { campaign_id: number; level: string; ad_id: string; name: string }[],
  at: Date,
): Promise<void> {
  await sql`
    insert into ad_names as n (project_id, campaign_id, level, ad_id, name, updated_at)
    select ${projectId}, campaign_id, level, ad_id, name, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(names)}::text::json) as x(campaign_id bigint, level text, ad_id text, name text)
    on conflict (project_id, campaign_id, level, ad_id) do update set name = excluded.name, updated_at = excluded.updated_at
    where n.name <> excluded.name`;
}

/** The rate in force on a day: the latest one told before or on it. */
export function findRates(projectId: ProjectId) {
  return sql<{ currency: string; day: string; rate: number }[]>`
    select currency, day::text as day, rate::float8 as rate from exchange_rates where project_id = ${projectId} order by day`;
}
