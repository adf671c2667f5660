ALTER TABLE "installs" ADD COLUMN "install_version" text;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "install_version" text DEFAULT '' NOT NULL;