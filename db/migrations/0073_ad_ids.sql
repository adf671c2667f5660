CREATE TABLE "ad_ids" (
	"project_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"level" text NOT NULL,
	"ad_id" text NOT NULL,
	"day" date,
	"slot" integer,
	"campaign_slot" integer,
	CONSTRAINT "ad_ids_project_id_campaign_id_level_ad_id_pk" PRIMARY KEY("project_id","campaign_id","level","ad_id"),
	CONSTRAINT "ad_ids_slot" UNIQUE("project_id","day","slot"),
	CONSTRAINT "ad_ids_campaign_slot" UNIQUE("project_id","day","campaign_id","campaign_slot")
);
--> statement-breakpoint
-- Every ID that was counted under its own name still is.
INSERT INTO "ad_ids" ("project_id", "campaign_id", "level", "ad_id")
SELECT DISTINCT l."project_id", l."campaign_id", part."level", part."ad_id"
FROM "ledger" l
CROSS JOIN LATERAL (VALUES ('ad_set', l."ad_set_id"), ('creative', l."creative_id"), ('keyword', l."keyword_id"))
  AS part("level", "ad_id")
WHERE part."ad_id" <> '' AND l."campaign_id" <> 0
ON CONFLICT DO NOTHING;
