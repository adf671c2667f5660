import { type Fragment, sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { currencyDigits } from "@/lib/base/money";
import type { CampaignGroup } from "@/lib/ledger/campaign-groups";
import { unknownCountry, withoutPlatform } from "@/lib/ledger/country";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { ledgerColumns } from "@/lib/ledger/queries";
import { adPartIs, campaignsOfGroup, type DimensionFilter, isCampaignGroup } from "@/lib/ledger/rows-queries";
import { isSpendRow, recordRemovedSpend, type SpendTable, spendRows } from "@/lib/ledger/spend-queries";
import { whereFilters } from "@/lib/platform/lists/queries";
import type {
  ImportFilter,
  ImportRow,
  ListedSpendRow,
  SpendDimensions,
  SpendView,
} from "@/lib/spend/list/schema";
import { lockSpendSql } from "@/lib/spend/queries";

export type SpendRowFilter = Pick<DimensionFilter, "adSet" | "creative" | "keyword"> & {
  from: string | null;
  to: string | null;
  campaign: number | CampaignGroup | null;
  network: string | null;
  import: number | null;
  currency: string | null;
  platform: string | null;
  /** `none` for spend without a country. */
  country: string | null;
  /** Exactly this part of its campaign; an empty field means spend without it. */
  part: {
    ad_set_id: string;
    creative_id: string;
    keyword_id: string;
    platform: string;
    country: string;
  } | null;
};

const matching = (projectId: ProjectId, filter: SpendRowFilter): Fragment => sql`
  true
  ${adPartIs(filter)} ${whereFilters(filter, {
    // Included in `adPartIs`.
    adSet: null,
    creative: null,
    keyword: null,
    from: (day) => sql`and s.day >= ${day}::text::date`,
    to: (day) => sql`and s.day <= ${day}::text::date`,
    campaign: (campaign) =>
      isCampaignGroup(campaign)
        ? sql`and s.campaign_id in (${campaignsOfGroup(projectId, campaign)})`
        : sql`and s.campaign_id = ${campaign}`,
    import: (id) => sql`and s.import_id = ${id}`,
    currency: (currency) => sql`and s.currency = ${currency}`,
    platform: (platform) => sql`and s.platform = ${platform === withoutPlatform ? "" : platform}`,
    country: (country) => sql`and s.country = ${country === unknownCountry ? "" : country}`,
    network: (network) => sql`
      and exists (select 1 from campaigns n where n.project_id = ${projectId} and n.id = s.campaign_id
        and n.network = ${network})`,
    part: (part) => sql`
      and s.ad_set_id = ${part.ad_set_id} and s.creative_id = ${part.creative_id}
      and s.keyword_id = ${part.keyword_id} and s.platform = ${part.platform}
      and s.country = ${part.country}`,
  })}`;

const named = (projectId: ProjectId, level: string, column: string) => sql`
  case when ${sql(`s.${column}`)} <> '' then json_build_object('id', ${sql(`s.${column}`)}, 'name', (
    select a.name from ad_names a where a.project_id = ${projectId} and a.campaign_id = s.campaign_id
      and a.level = ${level} and a.ad_id = ${sql(`s.${column}`)})) end`;

/** Rows after a cursor, the newest day first. */
export const findSpend = (
  projectId: ProjectId,
  filter: SpendRowFilter,
  before: SpendDimensions | null,
  limit: number,
): Promise<ListedSpendRow[]> => sql<ListedSpendRow[]>`${spendPage(projectId, filter, before, limit)}`;

function spendPage(
  projectId: ProjectId,
  filter: SpendRowFilter,
  before: SpendDimensions | null,
  limit: number | null,
): Fragment {
  const [day = null, campaign = null, adSet = null, creative = null, keyword = null, ...last] = before ?? [];
  const [platform = null, country = ""] = last;
  const behind = before
    ? sql`and (s.day < ${day}::text::date or (s.day = ${day}::text::date
        and (s.campaign_id, s.ad_set_id, s.creative_id, s.keyword_id, s.platform, s.country) >
          (${campaign}::bigint, ${adSet}::text, ${creative}::text, ${keyword}::text, ${platform}::text, ${country}::text)))`
    : sql``;
  return sql`
    with page as materialized (
      select s.* from (${spendRows(projectId)}) s where ${matching(projectId, filter)} ${behind}
      order by s.day desc, s.campaign_id, s.ad_set_id, s.creative_id, s.keyword_id, s.platform, s.country
      limit ${limit}::bigint
    )
    select s.day::text as day, json_build_object('id', s.campaign_id, 'name', coalesce(c.name, ''),
        'display_id', coalesce(c.display_id, ''), 'deleted', coalesce(c.deleted_at is not null, true),
        'network', c.network) as campaign,
      ${named(projectId, "ad_set", "ad_set_id")} as ad_set, ${named(projectId, "creative", "creative_id")} as creative,
      ${named(projectId, "keyword", "keyword_id")} as keyword,
      s.platform, s.country, s.amount_minor, s.currency, s.original_minor, s.updated_at,
      case when i.id is not null then json_build_object('id', i.id, 'kind', i.kind, 'name', i.name) end as import
    from page s left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id
    left join spend_imports i on i.project_id = ${projectId} and i.id = s.import_id
    order by s.day desc, s.campaign_id, s.ad_set_id, s.creative_id, s.keyword_id, s.platform, s.country`;
}

export type Totals = { rows: number; amount_minor: number; days: number; campaigns: number; any: boolean };

export async function sumSpend(projectId: ProjectId, filter: SpendRowFilter): Promise<Totals> {
  const [row] = await sql<Totals[]>`${sumsStatement(projectId, filter)}`;
  return row!;
}

const sumsStatement = (projectId: ProjectId, filter: SpendRowFilter): Fragment => sql`
    select count(*)::int as rows, coalesce(sum(s.amount_minor), 0)::bigint as amount_minor,
      count(distinct s.day)::int as days, count(distinct s.campaign_id)::int as campaigns,
      exists (select 1 from (${spendRows(projectId)}) a) as any
    from (${spendRows(projectId)}) s where ${matching(projectId, filter)}`;

export type SpendSumRow = {
  key: string | null;
  name: string;
  about: string | null;
  rows: number;
  days: number;
  campaigns: number;
  amount_minor: number;
};

/** Sums matching rows by day, the newest first, or by campaign or source, the most expensive first. */
export function sumSpendBy(
  projectId: ProjectId,
  filter: SpendRowFilter,
  by: "day" | "campaign" | "source",
  limit: number,
): Promise<SpendSumRow[]> {
  return sql<SpendSumRow[]>`${spendSumsStatement(projectId, filter, by)} limit ${limit}`;
}

function spendSumsStatement(
  projectId: ProjectId,
  filter: SpendRowFilter,
  by: "day" | "campaign" | "source",
): Fragment {
  const key = by === "day" ? sql`s.day` : by === "campaign" ? sql`s.campaign_id` : sql`s.import_id`;
  const order = by === "day" ? sql`g.key desc` : sql`g.amount_minor desc, g.key`;
  const sums = sql`
    select ${key} as key, count(*)::int as rows, count(distinct s.day)::int as days,
      count(distinct s.campaign_id)::int as campaigns, sum(s.amount_minor)::bigint as amount_minor
    from (${spendRows(projectId)}) s where ${matching(projectId, filter)} group by 1`;
  const columns = sql`g.key::text as key, g.rows, g.days, g.campaigns, g.amount_minor`;
  if (by === "day")
    return sql`select ${columns}, g.key::text as name, null as about from (${sums}) g order by ${order}`;
  return by === "campaign"
    ? sql`
        select ${columns}, coalesce(c.name, '') as name, c.network as about from (${sums}) g
        left join campaigns c on c.project_id = ${projectId} and c.id = g.key order by ${order}`
    : sql`
        select ${columns}, coalesce(i.name, 'Earlier import') as name, i.kind as about from (${sums}) g
        left join spend_imports i on i.project_id = ${projectId} and i.id = g.key order by ${order}`;
}

/** The statement behind each view of the screen: its rows `r`, and the columns that readers see. */
const shownViews = {
  day: {
    rows: (projectId, filter) => spendSumsStatement(projectId, filter, "day"),
    columns: (spend) => `r.name as "Day", ${spend}, r.campaigns as "Campaigns", r.rows as "Rows"`,
  },
  source: {
    rows: (projectId, filter) => spendSumsStatement(projectId, filter, "source"),
    columns: (spend) => `
      r.key as import_id, r.name as "Source", r.about as "Kind", ${spend}, r.campaigns as "Campaigns",
      r.days as "Days", r.rows as "Rows"`,
  },
  row: {
    rows: (projectId, filter) => spendPage(projectId, filter, null, null),
    columns: (spend) => `
      r.day as "Day", r.campaign->>'id' as campaign_id, r.campaign->>'name' as "Campaign", ${spend},
      r.ad_set->>'id' as ad_set_id, r.creative->>'id' as creative_id, r.keyword->>'id' as keyword_id,
      r.platform as "Platform", r.country as "Country", r.original_minor as "Original amount (minor units)",
      r.currency as "Original currency", r.import->>'name' as "Source"`,
  },
  total: {
    rows: (projectId, filter) => sumsStatement(projectId, filter),
    columns: (spend) => `${spend}, r.campaigns as "Campaigns", r.days as "Days", r.rows as "Rows"`,
  },
} satisfies Record<
  SpendView,
  { rows: (projectId: ProjectId, filter: SpendRowFilter) => Fragment; columns: (spend: string) => string }
>;

/** The statement that returns what the screen shows, with spend in units of the currency. */
export function shownSpend(
  { id, currency }: { id: ProjectId; currency: string },
  filter: SpendRowFilter,
  view: SpendView,
): Fragment {
  const { rows, columns } = shownViews[view];
  const digits = currencyDigits(currency);
  const spend = `round(r.amount_minor / ${10 ** digits}.0, ${digits}) as "Spend (${currency})"`;
  return sql`
    select ${sql.unsafe(columns(spend))}
    from (
      ${rows(id, filter)}
    ) r`;
}

/** Null if the number of matching rows has changed. An import is deleted with its last row. */
export function deleteSpend(
  account: AccountId,
  projectId: ProjectId,
  filter: SpendRowFilter,
  expected: number,
  by: Actor,
): Promise<{ rows: number; amount_minor: number } | null> {
  const detail = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null));
  const deleted = sql`
    select f.*, f.amount_minor as amount, true as counted from found f where exists (select from sums)`;
  const removed = (table: SpendTable) => sql`
    delete from ${sql(table)} s using found r
    where s.project_id = ${projectId} and ${isSpendRow(table)} and exists (select from sums)
    returning s.*`;
  return sql.begin(async (transaction) => {
    await transaction`select ${lockSpendSql(projectId)}`;
    const target = sql`sums.rows || ' rows'`;
    const entry = { account, project: projectId, action: "spend.delete", target, detail };
    const [row] = await transaction<{ rows: number; amount_minor: number }[]>`
      with found as materialized (
        select s.* from (${spendRows(projectId)}) s where ${matching(projectId, filter)}
      ),
      sums as (
        select count(*)::int as rows, coalesce(sum(amount_minor), 0)::bigint as amount_minor
        from found having count(*) = ${expected}::int
      ),
      removed as (${removed("spend")}),
      removed_countries as (${removed("country_spend")}),
      recorded as (${recordRemovedSpend(projectId, "spend", "removed")}),
      recorded_countries as (${recordRemovedSpend(projectId, "country_spend", "removed_countries")}),
      counted as (
        insert into ledger ${ledgerColumns()}
        ${ledgerRowsOf(projectId, "spend", deleted, sql`-1`)}
      ),
      logged as (${auditRow(by, entry, sql`from sums`)})
      select rows, amount_minor from sums`;
    return row ?? null;
  });
}

/** Imports that still have rows, the newest first. */
export function findImports(
  projectId: ProjectId,
  { search, kind }: ImportFilter,
  before: number | null,
  limit: number,
): Promise<ImportRow[]> {
  // The demo's spend counts as files.
  const kinds = kind && (kind === "FILE" ? ["FILE", "DEMO"] : [kind]);
  return sql<ImportRow[]>`
    select i.id, i.kind, i.name, i.state, i.created_by, i.created_at, i.updated_at,
      s.rows, s.amount_minor, s.from, s.to, s.campaigns
    from spend_imports i cross join lateral (
      select count(*)::int as rows, coalesce(sum(s.amount_minor), 0)::bigint as amount_minor, min(s.day)::text as from,
        max(s.day)::text as to, count(distinct s.campaign_id)::int as campaigns
      from (${spendRows(projectId)}) s where s.import_id = i.id
    ) s
    where i.project_id = ${projectId} and (s.rows > 0 or i.state in ('STORING', 'FAILED'))
      ${whereFilters(
        { before, kinds, search },
        {
          before: (id) => sql`and i.id < ${id}`,
          kinds: (kinds) => sql`and i.kind = any(${kinds})`,
          search: (text) => sql`
            and (position(lower(${text}) in lower(i.name)) > 0 or position(lower(${text}) in lower(i.created_by)) > 0)`,
        },
      )}
    order by i.id desc limit ${limit}`;
}
