CREATE TABLE "file_exports" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "file_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"datasets" text[] NOT NULL,
	"format" text NOT NULL,
	"layout" jsonb,
	"is_personal" boolean NOT NULL,
	"cadence" text NOT NULL,
	"hour" smallint NOT NULL,
	"storage" text NOT NULL,
	"place" jsonb NOT NULL,
	"credentials" "bytea",
	"is_on" boolean NOT NULL,
	"next_at" timestamp (3) with time zone,
	"next_zone" text,
	"claim" text,
	"claimed_until" timestamp (3) with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"positions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_exports_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "file_runs" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "file_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"export_id" bigint NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"since" jsonb NOT NULL,
	"until" jsonb,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"manifest_name" text,
	"manifest" text,
	"rows" bigint DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"erased" integer DEFAULT 0 NOT NULL,
	"started_by" text,
	"problem" text,
	CONSTRAINT "file_runs_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE INDEX "file_exports_due" ON "file_exports" USING btree ("next_at") WHERE "file_exports"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "file_runs_export" ON "file_runs" USING btree ("project_id","export_id","id");