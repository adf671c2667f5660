CREATE TABLE "network_pulls" (
	"project_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"next_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	"from_day" date,
	"to_day" date,
	"rows" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"problem" text,
	"remarks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "network_pulls_project_id_account_id_pk" PRIMARY KEY("project_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "spend_imports" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "spend_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"teller" text,
	"name" text NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'STORED' NOT NULL,
	"content" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"stored" integer DEFAULT 0 NOT NULL,
	"problem" text,
	CONSTRAINT "spend_imports_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "spend" ADD COLUMN "import_id" bigint;--> statement-breakpoint
CREATE INDEX "network_pulls_due" ON "network_pulls" USING btree ("project_id","next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "spend_imports_teller" ON "spend_imports" USING btree ("project_id","kind","teller") WHERE "spend_imports"."teller" is not null;--> statement-breakpoint
CREATE INDEX "spend_imports_open" ON "spend_imports" USING btree ("project_id") WHERE "spend_imports"."state" in ('DRAFT', 'STORING');--> statement-breakpoint
CREATE INDEX "spend_import" ON "spend" USING btree ("project_id","import_id");