CREATE TABLE "consent_history" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"install_instance_id" text NOT NULL,
	"eea" boolean,
	"ad_user_data" boolean,
	"ad_personalization" boolean,
	"ad_storage" boolean,
	"att_status" text,
	"limit_ad_tracking" boolean,
	"told_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "consent_history_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"project_id" bigint NOT NULL,
	"install_instance_id" text NOT NULL,
	"eea" boolean,
	"ad_user_data" boolean,
	"ad_personalization" boolean,
	"ad_storage" boolean,
	"att_status" text,
	"limit_ad_tracking" boolean,
	"told_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "consents_project_id_install_instance_id_pk" PRIMARY KEY("project_id","install_instance_id")
);
--> statement-breakpoint
CREATE INDEX "consent_history_install" ON "consent_history" USING btree ("project_id","install_instance_id","id");