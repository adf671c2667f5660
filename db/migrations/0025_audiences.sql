CREATE TABLE "audience_members" (
	"project_id" bigint NOT NULL,
	"audience_id" bigint NOT NULL,
	"digest" text NOT NULL,
	"install_id" uuid NOT NULL,
	"ids" jsonb NOT NULL,
	"state" text NOT NULL,
	"was_sent" boolean DEFAULT false NOT NULL,
	"seen_run" bigint NOT NULL,
	"entered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audience_members_project_id_audience_id_digest_pk" PRIMARY KEY("project_id","audience_id","digest")
);
--> statement-breakpoint
CREATE TABLE "audience_runs" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audience_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"audience_id" bigint NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"checked" bigint DEFAULT 0 NOT NULL,
	"matching" bigint DEFAULT 0 NOT NULL,
	"sendable" bigint DEFAULT 0 NOT NULL,
	"held_out" bigint DEFAULT 0 NOT NULL,
	"skipped" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"added" bigint DEFAULT 0 NOT NULL,
	"removed" bigint DEFAULT 0 NOT NULL,
	"refused" bigint DEFAULT 0 NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"waiting" bigint DEFAULT 0 NOT NULL,
	"members" bigint DEFAULT 0 NOT NULL,
	"started_by" text,
	"problem" text,
	CONSTRAINT "audience_runs_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "audiences" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audiences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"holdout" smallint NOT NULL,
	"holdout_seed" text NOT NULL,
	"every_hours" smallint NOT NULL,
	"kind" text NOT NULL,
	"settings" jsonb NOT NULL,
	"credentials" "bytea",
	"is_on" boolean NOT NULL,
	"is_ending" boolean DEFAULT false NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"claim" text,
	"claimed_until" timestamp (3) with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audiences_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE INDEX "audience_members_state" ON "audience_members" USING btree ("project_id","audience_id","state","digest");--> statement-breakpoint
CREATE INDEX "audience_members_install" ON "audience_members" USING btree ("project_id","install_id");--> statement-breakpoint
CREATE INDEX "audience_runs_audience" ON "audience_runs" USING btree ("project_id","audience_id","id");--> statement-breakpoint
CREATE INDEX "audiences_due" ON "audiences" USING btree ("next_at");