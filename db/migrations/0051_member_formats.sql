ALTER TABLE "members" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "week_start" text;