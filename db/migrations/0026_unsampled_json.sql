-- Nothing is looked for by what stands in these, and to sort thirty thousand documents is what an ANALYZE of these
-- tables spent most of its time on.
ALTER TABLE "installs" ALTER COLUMN "device_data" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "decisions" ALTER COLUMN "candidates" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "decisions" ALTER COLUMN "evidence" SET STATISTICS 0;
