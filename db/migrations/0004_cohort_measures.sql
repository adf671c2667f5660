-- Ages in whole 24 hours since the install, first payments, and events by age: the same rows as `report rebuild` writes
-- (lib/ledger/measures.ts). Each fact is counted where its other rows are, under its counted version. The ledger only
-- gets new rows: earlier revenue by age is subtracted and added again.
-- blocks writes: to installs with a payment, while one statement finds the first payment of each
ALTER TABLE "installs" ADD COLUMN "first_paid_at" timestamp (3) with time zone;
--> statement-breakpoint
UPDATE installs s SET first_paid_at = paid.at
FROM (
  SELECT p.project_id, s.id, min(p.paid_at) AS at
  FROM payments p
  JOIN installs s ON s.project_id = p.project_id AND s.install_instance_id = p.install_instance_id
  WHERE p.removed_at IS NULL AND p.status = 'PAYMENT_COMPLETED' AND p.paid_at >= s.installed_at
    AND p.type NOT IN ('SUBSCRIPTION_REFUNDED', 'FUNDS_WITHDRAWAL', 'SUBSCRIPTION_CANCELLED', 'SUBSCRIPTION_BILLING_ISSUE')
  GROUP BY 1, 2
) paid
WHERE s.project_id = paid.project_id AND s.id = paid.id;
--> statement-breakpoint
INSERT INTO ledger (project_id, day, campaign_id, ad_set_id, creative_id, keyword_id, platform, country, measure, name, count, amount)
SELECT f.project_id, f.day, f.campaign_id, f.ad_set_id, f.creative_id, f.keyword_id, f.platform, f.country, 'revenue_since',
  f.name, 0, sum(f.amount)::bigint
FROM (
  SELECT l.project_id, l.day, l.campaign_id, l.ad_set_id, l.creative_id, l.keyword_id, l.platform, l.country, l.name, -l.amount AS amount
  FROM ledger l WHERE l.measure = 'revenue_since'
  UNION ALL
  SELECT f.project_id, f.day, f.campaign_id, f.ad_set_id, f.creative_id, f.keyword_id, f.platform, f.country,
    (CASE WHEN f.age <= 30 THEN f.age WHEN f.age <= 60 THEN 60 WHEN f.age <= 90 THEN 90 WHEN f.age <= 180 THEN 180 ELSE 100000 END)::text,
    f.amount
  FROM (
    SELECT p.project_id, (s.installed_at AT TIME ZONE home.time_zone)::date AS day, floor(extract(epoch FROM p.paid_at - s.installed_at) / 86400)::int AS age,
      p.platform, coalesce(s.country, '') AS country, coalesce(d.campaign_id, 0) AS campaign_id, coalesce(d.ad_set_id, '') AS ad_set_id, coalesce(d.creative_id, '') AS creative_id, coalesce(d.keyword_id, '') AS keyword_id,
      CASE WHEN p.type IN ('SUBSCRIPTION_REFUNDED', 'FUNDS_WITHDRAWAL') THEN -1
        WHEN p.type IN ('SUBSCRIPTION_CANCELLED', 'SUBSCRIPTION_BILLING_ISSUE') THEN 0 ELSE 1 END * p.amount_minor AS amount
    FROM payments p
    JOIN projects home ON home.id = p.project_id
    JOIN installs s ON s.project_id = p.project_id AND s.install_instance_id = p.install_instance_id
    JOIN decisions d ON d.project_id = p.project_id AND d.install_id = s.id AND d.version = p.counted_version
    WHERE p.removed_at IS NULL AND p.status = 'PAYMENT_COMPLETED' AND d.kind = 'INSTALL' AND d.counted
  ) f
  WHERE f.age >= 0
) f
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 HAVING sum(f.amount) <> 0;
--> statement-breakpoint
INSERT INTO ledger (project_id, day, campaign_id, ad_set_id, creative_id, keyword_id, platform, country, measure, name, count, amount)
SELECT f.project_id, f.day, f.campaign_id, f.ad_set_id, f.creative_id, f.keyword_id, f.platform, f.country, 'payers',
  (CASE WHEN f.age <= 0 THEN 0 WHEN f.age <= 1 THEN 1 WHEN f.age <= 3 THEN 3 WHEN f.age <= 7 THEN 7 WHEN f.age <= 14 THEN 14
  WHEN f.age <= 30 THEN 30 WHEN f.age <= 60 THEN 60 WHEN f.age <= 90 THEN 90 WHEN f.age <= 180 THEN 180 ELSE 100000 END)::text AS name, count(*), 0
FROM (
  SELECT s.project_id, (s.installed_at AT TIME ZONE home.time_zone)::date AS day, floor(extract(epoch FROM s.first_paid_at - s.installed_at) / 86400)::int AS age,
    s.platform, coalesce(s.country, '') AS country, coalesce(d.campaign_id, 0) AS campaign_id, coalesce(d.ad_set_id, '') AS ad_set_id, coalesce(d.creative_id, '') AS creative_id, coalesce(d.keyword_id, '') AS keyword_id
  FROM installs s
  JOIN projects home ON home.id = s.project_id
  JOIN decisions d ON d.project_id = s.project_id AND d.install_id = s.id AND d.version = s.counted_version
  WHERE s.first_paid_at IS NOT NULL AND d.kind = 'INSTALL' AND d.counted
) f
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
--> statement-breakpoint
INSERT INTO ledger (project_id, day, campaign_id, ad_set_id, creative_id, keyword_id, platform, country, measure, name, count, amount)
SELECT f.project_id, f.day, f.campaign_id, f.ad_set_id, f.creative_id, f.keyword_id, f.platform, f.country, 'event_since',
  (CASE WHEN f.age <= 0 THEN 0 WHEN f.age <= 1 THEN 1 WHEN f.age <= 3 THEN 3 WHEN f.age <= 7 THEN 7 WHEN f.age <= 14 THEN 14
  WHEN f.age <= 30 THEN 30 WHEN f.age <= 60 THEN 60 WHEN f.age <= 90 THEN 90 WHEN f.age <= 180 THEN 180 ELSE 100000 END)::text || ' ' || f.name AS name, count(*), coalesce(sum(f.amount), 0)::bigint
FROM (
  SELECT e.project_id, (s.installed_at AT TIME ZONE home.time_zone)::date AS day, floor(extract(epoch FROM e.occurred_at - s.installed_at) / 86400)::int AS age,
    e.platform, coalesce(s.country, '') AS country, coalesce(d.campaign_id, 0) AS campaign_id, coalesce(d.ad_set_id, '') AS ad_set_id, coalesce(d.creative_id, '') AS creative_id, coalesce(d.keyword_id, '') AS keyword_id, e.name, e.amount_minor AS amount
  FROM events e
  JOIN projects home ON home.id = e.project_id
  JOIN installs s ON s.project_id = e.project_id AND s.install_instance_id = e.install_instance_id
  JOIN decisions d ON d.project_id = e.project_id AND d.install_id = s.id AND d.version = e.counted_version
  WHERE d.kind = 'INSTALL' AND d.counted
) f
WHERE f.age >= 0
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
