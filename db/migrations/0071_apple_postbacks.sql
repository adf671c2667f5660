-- blocks writes: store_listings has a handful of rows a project; the index takes milliseconds
CREATE TABLE "apple_postbacks" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"framework" text NOT NULL,
	"postback_uid" text NOT NULL,
	"sequence" smallint NOT NULL,
	"digest" text NOT NULL,
	"verdict" text NOT NULL,
	"why" text,
	"kid" text,
	"is_test" boolean NOT NULL,
	"is_first" boolean NOT NULL,
	"source" text NOT NULL,
	"skan_version" text,
	"network_id" text NOT NULL,
	"source_identifier" text,
	"app_id" text,
	"publisher_app_id" text,
	"source_domain" text,
	"marketplace" text,
	"conversion_type" text NOT NULL,
	"fidelity" smallint,
	"did_win" boolean NOT NULL,
	"interaction" text,
	"fine" smallint,
	"coarse" text,
	"country" text,
	"begun_from" timestamp (3) with time zone NOT NULL,
	"begun_until" timestamp (3) with time zone NOT NULL,
	"schema_from" integer NOT NULL,
	"schema_until" integer NOT NULL,
	"raw" jsonb NOT NULL,
	CONSTRAINT "apple_postbacks_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "apple_postbacks_copy" UNIQUE("project_id","framework","postback_uid","sequence","digest")
);
--> statement-breakpoint
CREATE TABLE "apple_sources" (
	"project_id" bigint NOT NULL,
	"network_id" text NOT NULL,
	"source_identifier" text NOT NULL,
	"campaign_id" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "apple_sources_project_id_network_id_source_identifier_pk" PRIMARY KEY("project_id","network_id","source_identifier")
);
--> statement-breakpoint
CREATE TABLE "unclaimed_postbacks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"framework" text NOT NULL,
	"app_id" text NOT NULL,
	"digest" text NOT NULL,
	"raw" jsonb NOT NULL,
	CONSTRAINT "unclaimed_postbacks_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "apple_postbacks_first" ON "apple_postbacks" USING btree ("project_id","framework","postback_uid","sequence") WHERE "apple_postbacks"."is_first";--> statement-breakpoint
CREATE INDEX "apple_postbacks_newest" ON "apple_postbacks" USING btree ("project_id","received_at","id");--> statement-breakpoint
CREATE INDEX "apple_postbacks_refused" ON "apple_postbacks" USING btree ("project_id","received_at") WHERE "apple_postbacks"."verdict" <> 'verified';--> statement-breakpoint
CREATE INDEX "unclaimed_postbacks_app" ON "unclaimed_postbacks" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "store_listings_app" ON "store_listings" USING btree ("app_id");