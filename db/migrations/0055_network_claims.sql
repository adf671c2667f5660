CREATE TABLE "network_claims" (
	"project_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"account_id" bigint,
	"day_zone" text,
	"impressions" bigint,
	"clicks" bigint,
	"installs" numeric,
	"windows" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"conversions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "network_claims_project_id_campaign_id_day_version_pk" PRIMARY KEY("project_id","campaign_id","day","version")
);
--> statement-breakpoint
CREATE INDEX "network_claims_day" ON "network_claims" USING btree ("project_id","day");