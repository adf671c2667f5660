ALTER TABLE "project_imports" ADD COLUMN "stored_part" integer DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE "project_imports" ADD COLUMN "made_account" boolean DEFAULT false NOT NULL;