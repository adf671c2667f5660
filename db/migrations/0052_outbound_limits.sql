ALTER TABLE "destinations" ADD COLUMN "cap_day" date;--> statement-breakpoint
ALTER TABLE "destinations" ADD COLUMN "cap_used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "listeners" ADD COLUMN "asked_at" timestamp (3) with time zone DEFAULT now() NOT NULL;