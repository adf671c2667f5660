CREATE TABLE "exchange_rates" (
	"project_id" bigint NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"rate" numeric NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exchange_rates_project_id_currency_day_pk" PRIMARY KEY("project_id","currency","day")
);
--> statement-breakpoint
CREATE TABLE "spend" (
	"project_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_set_id" text DEFAULT '' NOT NULL,
	"creative_id" text DEFAULT '' NOT NULL,
	"keyword_id" text DEFAULT '' NOT NULL,
	"platform" text DEFAULT '' NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"original_minor" bigint NOT NULL,
	"source" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "spend_project_id_day_campaign_id_ad_set_id_creative_id_keyword_id_platform_pk" PRIMARY KEY("project_id","day","campaign_id","ad_set_id","creative_id","keyword_id","platform")
);
