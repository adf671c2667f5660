CREATE TABLE "watched_calls" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"watch_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"path" text NOT NULL,
	"status" integer NOT NULL,
	"took_ms" integer NOT NULL,
	"sent" jsonb NOT NULL,
	"answer" jsonb,
	CONSTRAINT "watched_calls_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "watched_devices" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"code" text,
	"scheme" text,
	"install_instance_id" text,
	"made_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "watched_devices_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "watched_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "watched_calls_device" ON "watched_calls" USING btree ("project_id","watch_id","id");