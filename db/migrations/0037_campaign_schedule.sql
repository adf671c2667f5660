ALTER TABLE "campaigns" ADD COLUMN "starts_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "click_limit" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;