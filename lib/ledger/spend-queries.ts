/** Stored spend: rows with a country have their own table, because its key has one more column. */
import { type Fragment, sql } from "@/db";
import { recordRemoved } from "@/db/removed-rows";
import type { ProjectId } from "@/lib/base/ids";

export const spendTables = ["spend", "country_spend"] as const;
export type SpendTable = (typeof spendTables)[number];

const columns = () => sql`
  s.project_id, s.day, s.campaign_id, s.ad_set_id, s.creative_id, s.keyword_id, s.platform, s.amount_minor, s.currency,
  s.original_minor, s.network_impressions, s.network_clicks, s.source, s.import_id, s.updated_at`;

/** All rows of a project. The country is empty for a row that is not broken down by country. */
export const spendRows = (projectId: ProjectId): Fragment => sql`
  select ${columns()}, '' as country from spend s where s.project_id = ${projectId}
  union all
  select ${columns()}, s.country from country_spend s where s.project_id = ${projectId}`;

/** True for the table's row `s` that equals the row `r` of `spendRows`. */
export const isSpendRow = (table: SpendTable): Fragment => sql`
  s.day = r.day and s.campaign_id = r.campaign_id and s.ad_set_id = r.ad_set_id and s.creative_id = r.creative_id
  and s.keyword_id = r.keyword_id and s.platform = r.platform
  and r.country = ${table === "spend" ? sql`''` : sql`s.country`}`;

/** Records the keys of spend that another part of the statement removed. */
export function recordRemovedSpend(projectId: ProjectId, table: SpendTable, part: string): Fragment {
  const country = table === "spend" ? sql`` : sql`, x.country`;
  return recordRemoved(
    projectId,
    table,
    sql`
      select array[x.day::text, x.campaign_id::text, x.ad_set_id, x.creative_id, x.keyword_id, x.platform ${country}] as key
      from ${sql(part)} x`,
  );
}
