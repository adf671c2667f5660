ALTER TABLE "installs" RENAME COLUMN "lease_until" TO "not_before";--> statement-breakpoint
ALTER TABLE "source_days" ADD COLUMN "clicks" integer;