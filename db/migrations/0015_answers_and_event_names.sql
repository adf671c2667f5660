CREATE TABLE "attribution_answers" (
	"project_id" bigint NOT NULL,
	"install_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"answer" text NOT NULL,
	CONSTRAINT "attribution_answers_project_id_install_id_pk" PRIMARY KEY("project_id","install_id")
);
--> statement-breakpoint
CREATE TABLE "event_names" (
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"place" integer NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_names_project_id_name_pk" PRIMARY KEY("project_id","name"),
	CONSTRAINT "event_names_place" UNIQUE("project_id","place")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "sent_name" text;--> statement-breakpoint
CREATE INDEX "attribution_answers_told" ON "attribution_answers" USING btree ("project_id","told_at");--> statement-breakpoint
INSERT INTO "event_names" ("project_id", "name", "place", "first_seen_at")
SELECT "project_id", "name", row_number() OVER (PARTITION BY "project_id" ORDER BY min("day"), "name"), min("day")
FROM "event_users" GROUP BY "project_id", "name";
