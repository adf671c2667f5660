CREATE TABLE "apple_tokens" (
	"project_id" bigint NOT NULL,
	"install_id" uuid NOT NULL,
	"token" text,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"answer" jsonb,
	"problem" text,
	CONSTRAINT "apple_tokens_project_id_install_id_pk" PRIMARY KEY("project_id","install_id")
);
--> statement-breakpoint
CREATE TABLE "late_evidence" (
	"project_id" bigint NOT NULL,
	"install_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "late_evidence_project_id_install_id_pk" PRIMARY KEY("project_id","install_id")
);
--> statement-breakpoint
ALTER TABLE "deeplink_opens" ADD COLUMN "reengaged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "installs" ADD COLUMN "visit_before_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "installs" ADD COLUMN "reengaged_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "apple_tokens_waiting" ON "apple_tokens" USING btree ("project_id","next_at") WHERE "apple_tokens"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "late_evidence_due" ON "late_evidence" USING btree ("project_id","due_at");--> statement-breakpoint
CREATE INDEX "clicks_google" ON "clicks" USING btree ("project_id",coalesce("params"->>'gclid', "params"->>'gbraid', "params"->>'wbraid'),"id") WHERE coalesce("clicks"."params"->>'gclid', "clicks"."params"->>'gbraid', "clicks"."params"->>'wbraid') is not null;