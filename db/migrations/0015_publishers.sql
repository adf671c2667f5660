-- blocks writes: of decisions, for one scan of them while the index is created, about a second per million
CREATE TABLE "block_entries" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "block_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"network" text,
	"action" text NOT NULL,
	"max_installs" integer,
	"per_hours" integer,
	"reason" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	CONSTRAINT "block_entries_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "clicks" ADD COLUMN "publisher_id" text;--> statement-breakpoint
ALTER TABLE "clicks" ADD COLUMN "block_entry_id" bigint;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "publisher_id" text;--> statement-breakpoint
ALTER TABLE "deeplink_opens" ADD COLUMN "publisher_id" text;--> statement-breakpoint
ALTER TABLE "installs" ADD COLUMN "block_entry_id" bigint;--> statement-breakpoint
ALTER TABLE "installs" ADD COLUMN "publisher_id" text;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "publisher_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "decisions_publisher" ON "decisions" USING btree ("project_id","publisher_id","install_id") WHERE "decisions"."publisher_id" is not null;