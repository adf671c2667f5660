CREATE TABLE "country_spend" (
	"project_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_set_id" text DEFAULT '' NOT NULL,
	"creative_id" text DEFAULT '' NOT NULL,
	"keyword_id" text DEFAULT '' NOT NULL,
	"platform" text DEFAULT '' NOT NULL,
	"country" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"original_minor" bigint NOT NULL,
	"source" text NOT NULL,
	"import_id" bigint,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "country_spend_pk" PRIMARY KEY("project_id","day","campaign_id","ad_set_id","creative_id","keyword_id","platform","country")
);
--> statement-breakpoint
CREATE INDEX "country_spend_import" ON "country_spend" USING btree ("project_id","import_id");