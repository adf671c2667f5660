CREATE TABLE "deliveries" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"destination_id" bigint NOT NULL,
	"event_uid" text NOT NULL,
	"fact" text NOT NULL,
	"fact_id" text NOT NULL,
	"fact_at" timestamp (3) with time zone NOT NULL,
	"user_id" text,
	"install_instance_id" text,
	"decision_version" integer,
	"moved_to" integer,
	"state" text NOT NULL,
	"reason" text,
	"tries" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"version" integer,
	"sent_as" text,
	"payload" json,
	"hashed" jsonb,
	"identifiers" text[],
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"begun_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "deliveries_uid" UNIQUE("project_id","destination_id","event_uid")
);
--> statement-breakpoint
CREATE TABLE "destinations" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "destinations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"mode" text DEFAULT 'off' NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"credentials" "bytea",
	"paused_at" timestamp (3) with time zone,
	"pause_reason" text,
	"not_before" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "destinations_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("project_id","destination_id","next_at") WHERE "deliveries"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_state" ON "deliveries" USING btree ("project_id","destination_id","state","id");--> statement-breakpoint
CREATE INDEX "deliveries_instance" ON "deliveries" USING btree ("project_id","install_instance_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_user" ON "deliveries" USING btree ("project_id","user_id") WHERE "deliveries"."user_id" is not null;