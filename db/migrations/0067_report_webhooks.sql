ALTER TABLE "report_schedules" ADD COLUMN "webhook_id" bigint;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD COLUMN "next_zone" text;