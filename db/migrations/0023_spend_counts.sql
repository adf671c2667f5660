ALTER TABLE "country_spend" ADD COLUMN "network_impressions" bigint;--> statement-breakpoint
ALTER TABLE "country_spend" ADD COLUMN "network_clicks" bigint;--> statement-breakpoint
ALTER TABLE "spend" ADD COLUMN "network_impressions" bigint;--> statement-breakpoint
ALTER TABLE "spend" ADD COLUMN "network_clicks" bigint;