-- First of all, so that no install comes or is decided unnoticed between what follows: it locks the table. A process of
-- the version before fails from here on where it stores installs or decides them, which is made good by being repeated.
ALTER TABLE "installs" RENAME COLUMN "moved_version" TO "counted_version";--> statement-breakpoint
CREATE TABLE "undecided" (
	"project_id" bigint NOT NULL,
	"install_id" uuid NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone,
	CONSTRAINT "undecided_project_id_install_id_pk" PRIMARY KEY("project_id","install_id")
);
--> statement-breakpoint
CREATE TABLE "unmoved" (
	"project_id" bigint NOT NULL,
	"install_id" uuid NOT NULL,
	"xid" bigint NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unmoved_project_id_install_id_pk" PRIMARY KEY("project_id","install_id")
);
--> statement-breakpoint
INSERT INTO "undecided" ("project_id", "install_id", "tries", "not_before")
SELECT "project_id", "id", "tries", "not_before" FROM "installs" WHERE "state" = 'PENDING';--> statement-breakpoint
INSERT INTO "unmoved" ("project_id", "install_id", "xid")
SELECT "project_id", "id", coalesce("decided_xid", 0) FROM "installs"
WHERE ("counted_version" <> "decision_version" OR "look_again") AND "decision_version" > 0;--> statement-breakpoint
DROP INDEX "installs_pending";--> statement-breakpoint
DROP INDEX "installs_to_move";--> statement-breakpoint
DROP INDEX "installs_campaign";--> statement-breakpoint
CREATE INDEX "decisions_campaign" ON "decisions" USING btree ("project_id","campaign_id","install_id") WHERE "decisions"."campaign_id" is not null;--> statement-breakpoint
ALTER TABLE "installs" DROP COLUMN "tries";--> statement-breakpoint
ALTER TABLE "installs" DROP COLUMN "not_before";--> statement-breakpoint
ALTER TABLE "installs" DROP COLUMN "decided_xid";--> statement-breakpoint
ALTER TABLE "installs" DROP COLUMN "look_again";--> statement-breakpoint
-- A row grows by what is decided, and all of a page may be decided at once: then each needs room for itself twice.
ALTER TABLE "installs" SET (fillfactor = 45);
