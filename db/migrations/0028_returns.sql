ALTER TABLE "deeplink_opens" ADD COLUMN "ad_set_id" text;--> statement-breakpoint
ALTER TABLE "deeplink_opens" ADD COLUMN "creative_id" text;--> statement-breakpoint
ALTER TABLE "deeplink_opens" ADD COLUMN "keyword_id" text;--> statement-breakpoint
ALTER TABLE "installs" ADD COLUMN "reengaged_by" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "returned_by" uuid;--> statement-breakpoint
-- What is stored already is looked at once: who was brought back before is counted for it, as if it had been noted then.
UPDATE installs s SET reengaged_by = o.id FROM deeplink_opens o
WHERE o.reengaged AND o.project_id = s.project_id AND o.install_instance_id = s.install_instance_id AND o.opened_at = s.reengaged_at;--> statement-breakpoint
UPDATE payments p SET returned_by = back.open FROM (
  SELECT DISTINCT ON (p.project_id, p.id) p.project_id, p.id, o.id AS open
  FROM deeplink_opens o JOIN payments p ON p.project_id = o.project_id AND p.install_instance_id = o.install_instance_id
    AND p.paid_at >= o.opened_at AND p.paid_at < o.opened_at + interval '30 days'
  WHERE o.reengaged ORDER BY p.project_id, p.id, o.opened_at DESC
) back
WHERE p.project_id = back.project_id AND p.id = back.id;--> statement-breakpoint
UPDATE payments p SET returned_by = s.id
FROM installs s JOIN decisions d ON d.project_id = s.project_id AND d.install_id = s.id AND d.kind = 'REINSTALL'
WHERE p.returned_by IS NULL AND p.project_id = s.project_id AND p.install_instance_id = s.install_instance_id
  AND d.version = p.counted_version AND p.paid_at >= s.installed_at AND p.paid_at < s.installed_at + interval '30 days';--> statement-breakpoint
INSERT INTO ledger (project_id, day, campaign_id, ad_set_id, creative_id, keyword_id, platform, measure, name, count, amount)
SELECT p.project_id, (p.paid_at AT TIME ZONE home.time_zone)::date,
  coalesce(CASE WHEN o.id IS NULL THEN d.campaign_id ELSE o.campaign_id END, 0),
  coalesce(CASE WHEN o.id IS NULL THEN d.ad_set_id ELSE o.ad_set_id END, ''),
  coalesce(CASE WHEN o.id IS NULL THEN d.creative_id ELSE o.creative_id END, ''),
  coalesce(CASE WHEN o.id IS NULL THEN d.keyword_id ELSE o.keyword_id END, ''),
  p.platform, 'return_payment', p.type, count(*), sum(p.amount_minor)
FROM payments p JOIN projects home ON home.id = p.project_id
LEFT JOIN installs s ON s.project_id = p.project_id AND s.install_instance_id = p.install_instance_id
LEFT JOIN decisions d ON d.project_id = s.project_id AND d.install_id = s.id AND d.version = p.counted_version
LEFT JOIN deeplink_opens o ON o.project_id = p.project_id AND o.id = p.returned_by
WHERE p.returned_by IS NOT NULL AND p.status = 'PAYMENT_COMPLETED' AND p.removed_at IS NULL AND coalesce(d.counted, true)
GROUP BY 1, 2, 3, 4, 5, 6, 7, 9;
