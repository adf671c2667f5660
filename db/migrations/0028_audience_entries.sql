CREATE TABLE "audience_entries" (
	"project_id" bigint NOT NULL,
	"audience_id" bigint NOT NULL,
	"install_id" uuid NOT NULL,
	"is_held_out" boolean NOT NULL,
	"entered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audience_entries_project_id_audience_id_install_id_pk" PRIMARY KEY("project_id","audience_id","install_id")
);
--> statement-breakpoint
CREATE INDEX "audience_entries_install" ON "audience_entries" USING btree ("project_id","install_id");