ALTER TABLE "projects" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "moved_address" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "moved_links" text;