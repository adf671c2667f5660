CREATE TABLE "google_claims" (
	"project_id" bigint NOT NULL,
	"install_id" uuid NOT NULL,
	"claim" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "google_claims_project_id_install_id_pk" PRIMARY KEY("project_id","install_id")
);
--> statement-breakpoint
ALTER TABLE "consent_history" ADD COLUMN "us_opt_out" boolean;--> statement-breakpoint
ALTER TABLE "consent_history" ADD COLUMN "is_child" boolean;--> statement-breakpoint
ALTER TABLE "consent_history" ADD COLUMN "tc_string" text;--> statement-breakpoint
ALTER TABLE "consent_history" ADD COLUMN "gpp_string" text;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "us_opt_out" boolean;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "is_child" boolean;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "tc_string" text;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "gpp_string" text;--> statement-breakpoint
ALTER TABLE "web_events" ADD COLUMN "tc_string" text;--> statement-breakpoint
ALTER TABLE "web_events" ADD COLUMN "gpp_string" text;