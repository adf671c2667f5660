-- blocks writes: of installs and what apps sent beside them, for as long as each is read once; no row is in the two indexes yet
CREATE TABLE "push_services" (
	"project_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"credentials" "bytea",
	"named" jsonb NOT NULL,
	"connected_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"problem" text,
	"problem_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone,
	"enrolled_to" text,
	CONSTRAINT "push_services_project_id_kind_pk" PRIMARY KEY("project_id","kind")
);
--> statement-breakpoint
ALTER TABLE "install_details" ADD COLUMN "push_kind" text;--> statement-breakpoint
ALTER TABLE "install_details" ADD COLUMN "probe_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "install_details" ADD COLUMN "probe" jsonb;--> statement-breakpoint
ALTER TABLE "installs" ADD COLUMN "probed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "installs" ADD COLUMN "uninstalled_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "push_services_due" ON "push_services" USING btree ("project_id","next_at") WHERE "push_services"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "push_services_failing" ON "push_services" USING btree ("project_id","kind") WHERE "push_services"."failures" > 0;--> statement-breakpoint
CREATE INDEX "install_details_probe" ON "install_details" USING btree ("project_id","push_kind","probe_at") WHERE "install_details"."probe_at" is not null;--> statement-breakpoint
CREATE INDEX "installs_uninstalled" ON "installs" USING btree ("project_id","uninstalled_at") WHERE "installs"."uninstalled_at" is not null;