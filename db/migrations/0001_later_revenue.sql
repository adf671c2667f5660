-- Revenue by age since the install, beyond the 30 days that were counted: the same rows as `report rebuild` adds
-- (lib/ledger/measures.ts). Each payment is counted where its other rows are, under its counted version.
INSERT INTO ledger (project_id, day, campaign_id, ad_set_id, creative_id, keyword_id, platform, country, measure, name, count, amount)
SELECT f.project_id, f.install_day, f.campaign_id, f.ad_set_id, f.creative_id, f.keyword_id, f.platform, f.country, 'revenue_since',
  (CASE WHEN f.age <= 60 THEN 60 WHEN f.age <= 90 THEN 90 WHEN f.age <= 180 THEN 180 ELSE 100000 END)::text AS name, 0, sum(f.amount)::bigint
FROM (
  SELECT p.project_id, days.install_day, days.day - days.install_day AS age, p.platform, coalesce(s.country, '') AS country,
    coalesce(d.campaign_id, 0) AS campaign_id, coalesce(d.ad_set_id, '') AS ad_set_id,
    coalesce(d.creative_id, '') AS creative_id, coalesce(d.keyword_id, '') AS keyword_id,
    CASE WHEN p.type IN ('SUBSCRIPTION_REFUNDED', 'FUNDS_WITHDRAWAL') THEN -1
      WHEN p.type IN ('SUBSCRIPTION_CANCELLED', 'SUBSCRIPTION_BILLING_ISSUE') THEN 0 ELSE 1 END * p.amount_minor AS amount
  FROM payments p
  JOIN projects home ON home.id = p.project_id
  JOIN installs s ON s.project_id = p.project_id AND s.install_instance_id = p.install_instance_id
  JOIN decisions d ON d.project_id = p.project_id AND d.install_id = s.id AND d.version = p.counted_version
  CROSS JOIN LATERAL (
    SELECT (p.paid_at AT TIME ZONE home.time_zone)::date AS day, (s.installed_at AT TIME ZONE home.time_zone)::date AS install_day
  ) days
  WHERE p.removed_at IS NULL AND p.status = 'PAYMENT_COMPLETED' AND d.kind = 'INSTALL' AND d.counted
    AND days.day - days.install_day > 30
) f
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 HAVING sum(f.amount) <> 0;
