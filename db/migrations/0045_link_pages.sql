ALTER TABLE "projects" ADD COLUMN "link_color" text;--> statement-breakpoint
ALTER TABLE "store_listings" ADD COLUMN "app_name" text;--> statement-breakpoint
ALTER TABLE "store_listings" ADD COLUMN "app_rating" double precision;--> statement-breakpoint
ALTER TABLE "store_listings" ADD COLUMN "app_ratings" bigint;--> statement-breakpoint
ALTER TABLE "store_listings" ADD COLUMN "app_icon" "bytea";--> statement-breakpoint
ALTER TABLE "store_listings" ADD COLUMN "app_read_at" timestamp (3) with time zone;