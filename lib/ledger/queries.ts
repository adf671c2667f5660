import { sql } from "@/db";

/**
 * The ledger's columns of an install `s` (left-joined, so perhaps missing): where a fact of that install is counted
 * now. Written by every statement that stores a fact.
 */
export const cellOfInstall = () => sql`
  coalesce(s.campaign_id, 0) as campaign_id, coalesce(s.ad_set_id, '') as ad_set_id,
  coalesce(s.creative_id, '') as creative_id, coalesce(s.keyword_id, '') as keyword_id,
  coalesce(s.decision_version, 0) as counted_version, not coalesce(s.is_test, false) as counted`;

/** The same from the decision `d` under whose version a fact was counted. */
export const cellOfDecision = () => sql`
  coalesce(d.campaign_id, 0) as campaign_id, coalesce(d.ad_set_id, '') as ad_set_id,
  coalesce(d.creative_id, '') as creative_id, coalesce(d.keyword_id, '') as keyword_id,
  coalesce(d.counted, true) as counted`;

export const ledgerColumns = () => sql`
  (project_id, day, campaign_id, ad_set_id, creative_id, keyword_id, platform, measure, name, count, amount)`;

export const cellColumns = () => sql`campaign_id, ad_set_id, creative_id, keyword_id, platform`;
