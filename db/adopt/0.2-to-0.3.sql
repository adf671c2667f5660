-- From version 0.2 to 0.3, applied by db/adopt.ts in one transaction while no process of 0.2 runs.
--
-- Each section begins with the time of a migration that earlier states of 0.3 had already; a database that has applied
-- it skips the section. The last one is for every database. The result equals db/migrations/0000_baseline.sql.

--> section 1795470028340 ad_ids

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

--> section 1795470968607 readiness_probes

CREATE UNLOGGED TABLE "readiness_probes" (
	"filler" text DEFAULT repeat('x', 1000) NOT NULL
) WITH (fillfactor = 10, autovacuum_enabled = false);

--> section 1795472048889 counted_clicks

-- blocks writes: the new indexes take an entry for each counted click, half a minute for ten million; new ones are spooled
CREATE INDEX "clicks_counted_address" ON "clicks" USING btree ("project_id","address_key","id") WHERE "clicks"."address_key" is not null and "clicks"."not_counted" is null;--> statement-breakpoint
CREATE INDEX "clicks_counted_advertising_id" ON "clicks" USING btree ("project_id","advertising_id","id") WHERE "clicks"."advertising_id" is not null and "clicks"."not_counted" is null;

--> section 1795472679089 app_claims

-- blocks writes: a project has a few listings, whose rows are locked for a moment
ALTER TABLE "store_listings" ADD COLUMN "app_claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "store_listings" ADD COLUMN "app_settled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "unclaimed_postbacks" ADD COLUMN "posted_to" text;--> statement-breakpoint
-- A listing that was never edited, or whose edits all left the page as it was, claims its app since it was made; another
-- one since its last edit. Nobody loses an app whose postbacks the project already gets to an older listing of another.
UPDATE "store_listings" s SET "app_claimed_at" = least(
  case
    when s.updated_at = s.created_at then s.created_at
    when exists (
      select from audit_log l where l.project_id = s.project_id and l.action = 'store-listing.create'
        and l.detail->>'id' = s.id
    ) and not exists (
      select from audit_log l where l.project_id = s.project_id and l.action = 'store-listing.change'
        and l.detail->>'id' = s.id and l.detail ? 'url'
    ) then s.created_at
    else s.updated_at
  end,
  (select min(r.received_at) from apple_postbacks r where r.project_id = s.project_id and r.app_id = s.app_id
    and r.verdict = 'verified' and r.source = '' and r.received_at >= s.created_at)
) WHERE s.platform = 'IOS';--> statement-breakpoint
-- Listings of one app in one project have the same claim.
UPDATE "store_listings" s SET "app_claimed_at" = (
  select min(o.app_claimed_at) from store_listings o where o.project_id = s.project_id and o.app_id = s.app_id
    and o.platform = 'IOS'
) WHERE s.platform = 'IOS';

--> section 1795473381953 week_starts

ALTER TABLE "projects" ADD COLUMN "week_starts_on" text DEFAULT 'monday' NOT NULL;

--> section 1795474456893 has_room

-- Whether a project may have one more row in a table. Each asks behind the one before it, until that has committed, and a
-- volatile function sees what was committed meanwhile: so calls at the same moment do not exceed a limit together.
CREATE FUNCTION has_room(in_table text, asked bigint, most int) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  fits boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('has_room ' || in_table), hashint8(asked));
  EXECUTE format('SELECT count(*) < $2 FROM %I WHERE project_id = $1', in_table) INTO fits USING asked, most;
  RETURN fits;
END
$$;

--> section 1795522439960 one_sign_up

ALTER TABLE "identities" ADD COLUMN "has_signup" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_signup" boolean DEFAULT true NOT NULL;

--> section 1795524012396 kept_addresses

-- blocks writes: one pass over the installs, a minute for ten million; the index itself holds only kept addresses
CREATE INDEX "installs_kept_address" ON "installs" USING btree ("id") WHERE "installs"."device_data" ? 'init_ip_address';

--> section always names

-- Nothing reads these columns any more.
ALTER TABLE "members" DROP COLUMN "week_start";--> statement-breakpoint
ALTER TABLE "recuts" DROP COLUMN "cut_xid";--> statement-breakpoint

-- Tables, with the constraints and indexes that are named after them.
ALTER TABLE "unmoved" RENAME TO "pending_reassignments";--> statement-breakpoint
ALTER TABLE "pending_reassignments" RENAME CONSTRAINT "unmoved_project_id_install_id_pk" TO "pending_reassignments_project_id_install_id_pk";--> statement-breakpoint
ALTER TABLE "recuts" RENAME TO "recalculations";--> statement-breakpoint
ALTER TABLE "recalculations" RENAME CONSTRAINT "recuts_pkey" TO "recalculations_pkey";--> statement-breakpoint
ALTER TABLE "retention_cuts" RENAME TO "retention_cutoffs";--> statement-breakpoint
ALTER TABLE "retention_cutoffs" RENAME CONSTRAINT "retention_cuts_project_id_kind_pk" TO "retention_cutoffs_project_id_kind_pk";--> statement-breakpoint
ALTER INDEX "retention_cuts_due" RENAME TO "retention_cutoffs_due";--> statement-breakpoint

-- Columns.
ALTER TABLE "projects" RENAME COLUMN "held_at" TO "frozen_at";--> statement-breakpoint
ALTER INDEX "projects_held" RENAME TO "projects_frozen";--> statement-breakpoint
ALTER TABLE "project_imports" RENAME COLUMN "made_account" TO "created_account";--> statement-breakpoint
ALTER TABLE "click_spools" RENAME COLUMN "told_at" TO "reported_at";--> statement-breakpoint
ALTER TABLE "installs" RENAME COLUMN "postbacks_held" TO "postbacks_withheld";--> statement-breakpoint
ALTER INDEX "installs_kept_address" RENAME TO "installs_stored_address";--> statement-breakpoint
ALTER TABLE "attribution_answers" RENAME COLUMN "told_at" TO "answered_at";--> statement-breakpoint
ALTER INDEX "attribution_answers_told" RENAME TO "attribution_answers_answered";--> statement-breakpoint
ALTER TABLE "rule_sets" RENAME COLUMN "made_by" TO "created_by";--> statement-breakpoint
ALTER TABLE "rule_sets" RENAME COLUMN "made_at" TO "created_at";--> statement-breakpoint
ALTER TABLE "conversion_schemas" RENAME COLUMN "made_by" TO "created_by";--> statement-breakpoint
ALTER TABLE "conversion_schemas" RENAME COLUMN "made_at" TO "created_at";--> statement-breakpoint
ALTER TABLE "replays" RENAME COLUMN "made_by" TO "created_by";--> statement-breakpoint
ALTER TABLE "replays" RENAME COLUMN "made_at" TO "created_at";--> statement-breakpoint
ALTER TABLE "consents" RENAME COLUMN "told_at" TO "reported_at";--> statement-breakpoint
ALTER TABLE "consent_history" RENAME COLUMN "told_at" TO "reported_at";--> statement-breakpoint
ALTER TABLE "push_services" RENAME COLUMN "asked_at" TO "answered_at";--> statement-breakpoint
ALTER TABLE "events" RENAME COLUMN "told_currency" TO "original_currency";--> statement-breakpoint
ALTER TABLE "events" RENAME COLUMN "told_minor" TO "original_minor";--> statement-breakpoint
ALTER TABLE "payments" RENAME COLUMN "told_currency" TO "original_currency";--> statement-breakpoint
ALTER TABLE "payments" RENAME COLUMN "told_minor" TO "original_minor";--> statement-breakpoint
ALTER TABLE "event_names" RENAME COLUMN "place" TO "slot";--> statement-breakpoint
ALTER TABLE "event_names" RENAME CONSTRAINT "event_names_place" TO "event_names_slot";--> statement-breakpoint
ALTER TABLE "watched_devices" RENAME COLUMN "made_by" TO "created_by";--> statement-breakpoint
ALTER TABLE "listeners" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "network_requests" RENAME COLUMN "asked" TO "polls";--> statement-breakpoint
ALTER TABLE "recalculations" RENAME COLUMN "made_by" TO "created_by";--> statement-breakpoint
ALTER TABLE "recalculations" RENAME COLUMN "made_at" TO "created_at";--> statement-breakpoint
ALTER TABLE "recalculations" RENAME COLUMN "cut_at" TO "switched_at";--> statement-breakpoint
ALTER TABLE "spend_imports" RENAME COLUMN "teller" TO "source_key";--> statement-breakpoint
ALTER INDEX "spend_imports_teller" RENAME TO "spend_imports_source";--> statement-breakpoint
ALTER TABLE "spend_imports" RENAME COLUMN "made_by" TO "created_by";--> statement-breakpoint
ALTER TABLE "spend_imports" RENAME COLUMN "made_at" TO "created_at";--> statement-breakpoint
ALTER TABLE "network_claims" RENAME COLUMN "told_at" TO "reported_at";--> statement-breakpoint
ALTER TABLE "alert_rules" RENAME COLUMN "tells" TO "recipients";--> statement-breakpoint
ALTER TABLE "alert_rules" RENAME COLUMN "made_by" TO "created_by";--> statement-breakpoint
ALTER TABLE "alert_evaluations" RENAME COLUMN "looked" TO "checked";--> statement-breakpoint
ALTER TABLE "alerts" RENAME COLUMN "told_at" TO "notified_at";--> statement-breakpoint
ALTER TABLE "alert_mutes" RENAME COLUMN "made_by" TO "created_by";--> statement-breakpoint
ALTER TABLE "report_schedules" RENAME COLUMN "made_by" TO "created_by";--> statement-breakpoint
ALTER TABLE "share_links" RENAME COLUMN "made_by" TO "created_by";--> statement-breakpoint
ALTER TABLE "annotations" RENAME COLUMN "made_by" TO "created_by";--> statement-breakpoint

DROP FUNCTION unheld(bigint[]);--> statement-breakpoint
-- A volatile function sees what others committed until it is called, whatever the statement around it sees.
CREATE FUNCTION projects_writable(ids bigint[]) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF EXISTS (SELECT FROM projects p WHERE p.frozen_at IS NOT NULL AND p.id = ANY(ids)) THEN
    RAISE EXCEPTION 'a project is frozen' USING ERRCODE = 'CH001';
  END IF;
  RETURN true;
END
$$;--> statement-breakpoint

-- Stored words.
UPDATE "recalculations" SET "state" = 'SWITCHING' WHERE "state" = 'CUTTING';--> statement-breakpoint
UPDATE "deliveries" SET "state" = 'withheld', "reason" = CASE "reason" WHEN 'fraud_held' THEN 'fraud_withheld' ELSE "reason" END
WHERE "state" = 'held';--> statement-breakpoint
UPDATE "deliveries" SET "reason" = CASE "reason"
  WHEN 'taken_back' THEN 'payment_removed' WHEN 'never_told' THEN 'not_sent_before' ELSE 'opened_again' END
WHERE "state" = 'skipped' AND "reason" IN ('taken_back', 'never_told', 'came_back');--> statement-breakpoint
UPDATE "projects" SET "settings" = "settings" #- '{meta_key,sealed}'
  || jsonb_build_object('meta_key', ("settings"->'meta_key') - 'sealed' || jsonb_build_object('encrypted', "settings"->'meta_key'->'sealed'))
WHERE "settings"->'meta_key' ? 'sealed';--> statement-breakpoint
UPDATE "audit_log" SET "action" = CASE "action"
  WHEN 'project.recut' THEN 'project.recalculated'
  WHEN 'project.hold' THEN 'project.freeze'
  WHEN 'spend.tell' THEN 'spend.report'
  ELSE 'install.repair' END
WHERE "action" IN ('project.recut', 'project.hold', 'spend.tell', 'install.mend');--> statement-breakpoint
UPDATE "task_leases" SET "task" = CASE "task"
  WHEN 'recut' THEN 'recalculation' WHEN 'fold' THEN 'compaction' WHEN 'walks' THEN 'cursors'
  ELSE 'recalculation ' || substr("task", 7) END
WHERE "task" IN ('recut', 'fold', 'walks') OR "task" LIKE 'recut %';
