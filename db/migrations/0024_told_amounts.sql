ALTER TABLE "events" ADD COLUMN "told_currency" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "told_minor" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "told_currency" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "told_minor" bigint;--> statement-breakpoint
ALTER TABLE "recuts" ADD COLUMN "problem" text;