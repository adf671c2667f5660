import { sql } from "@/db";
import { otherAds } from "@/lib/ledger/ad-ids/counted";

export type AdDimensions = {
  campaign_id: number;
  ad_set_id: string;
  creative_id: string;
  keyword_id: string;
};

/** The ads that a report lists individually, or null for all. The other ads are summed as `(other)`. */
export type ListedAds = AdDimensions[] | null;

/**
 * True for listed ads in rows `l`. A membership test, which the planner always hashes, because a list's length is
 * unknown to it.
 */
export const isShownAd = (only: ListedAds) =>
  only === null
    ? sql``
    : sql`
      cross join lateral (
        select (l.campaign_id, l.ad_set_id, l.creative_id, l.keyword_id) in (
            select x.campaign_id, x.ad_set_id, x.creative_id, x.keyword_id
            from json_to_recordset(${JSON.stringify(only)}::text::json)
              as x(campaign_id bigint, ad_set_id text, creative_id text, keyword_id text)) as place,
          (l.campaign_id, l.ad_set_id) in (
            select x.campaign_id, x.ad_set_id
            from json_to_recordset(${JSON.stringify(only)}::text::json) as x(campaign_id bigint, ad_set_id text))
            as ad_set
      ) shown`;

const shownPart = (column: "creative_id" | "keyword_id") => `
  case when shown.place or l.${column} = '' then l.${column} when shown.ad_set then '${otherAds}' else '' end`;

const shownColumns = {
  ad_set_id: `
  case when l.ad_set_id || l.creative_id || l.keyword_id = '' or shown.ad_set then l.ad_set_id else '${otherAds}' end`,
  creative_id: shownPart("creative_id"),
  keyword_id: shownPart("keyword_id"),
};

/** Unlisted parts belong to `(other)` of their ad set, or of the campaign if the ad set is unlisted. */
export const shownAdColumn = (column: keyof typeof shownColumns, only: ListedAds) =>
  only === null ? `l.${column}` : shownColumns[column];

/** The same as columns of a statement. */
export const shownAdColumns = (only: ListedAds) =>
  sql.unsafe(
    (["ad_set_id", "creative_id", "keyword_id"] as const)
      .map((column) => `${shownAdColumn(column, only)} as ${column}`)
      .join(", "),
  );
