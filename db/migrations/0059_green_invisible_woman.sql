CREATE TABLE "mails" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"about" text NOT NULL,
	"recipient" text NOT NULL,
	"state" text NOT NULL,
	"next_at" timestamp (3) with time zone,
	"tries" smallint DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "mails_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "mails_about" ON "mails" USING btree ("project_id","about","recipient");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_at") WHERE "mails"."next_at" is not null;