ALTER TABLE "campaigns" ADD COLUMN "ended_links" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "ended_links" text DEFAULT 'store' NOT NULL;