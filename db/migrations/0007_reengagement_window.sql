ALTER TABLE "campaigns" ADD COLUMN "reengagement_days" smallint;--> statement-breakpoint
ALTER TABLE "installs" ADD COLUMN "reengaged_days" smallint;--> statement-breakpoint
ALTER TABLE "installs" ADD COLUMN "reinstall_days" smallint;