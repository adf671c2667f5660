-- blocks writes: of figures, while the index of the ledger is created, for one scan of it: under a second per million rows
CREATE TABLE "ad_revenue" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"is_hourly" boolean NOT NULL,
	"impressions" bigint NOT NULL,
	"amount_millionths" bigint NOT NULL,
	"original_currency" text NOT NULL,
	"original_millionths" bigint,
	"network" text,
	"placement" text,
	"ad_unit" text,
	"ad_format" text,
	"precision" text,
	"source" text NOT NULL,
	"user_id" text,
	"install_instance_id" text,
	"platform" text NOT NULL,
	"counted_version" integer DEFAULT 0 NOT NULL,
	"returned_by" uuid,
	"device_at" timestamp (3) with time zone,
	"arrived_at" timestamp (3) with time zone,
	CONSTRAINT "ad_revenue_project_id_id_pk" PRIMARY KEY("project_id","id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "ad_revenue_default" PARTITION OF "ad_revenue" DEFAULT;
--> statement-breakpoint
CREATE TABLE "ad_revenue_keys" (
	"project_id" bigint NOT NULL,
	"key" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ad_revenue_keys_project_id_key_pk" PRIMARY KEY("project_id","key")
);
--> statement-breakpoint
CREATE INDEX "ad_revenue_user" ON "ad_revenue" USING btree ("project_id","user_id","id");--> statement-breakpoint
CREATE INDEX "ad_revenue_instance" ON "ad_revenue" USING btree ("project_id","install_instance_id","id");--> statement-breakpoint
CREATE INDEX "ad_revenue_foreign" ON "ad_revenue" USING btree ("project_id","original_currency","occurred_at") WHERE "ad_revenue"."original_millionths" is not null;--> statement-breakpoint
CREATE INDEX "ad_revenue_keys_seen" ON "ad_revenue_keys" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "ledger_ad_cohorts" ON "ledger" USING btree ("project_id","measure","name","day","campaign_id","count","amount") WHERE "ledger"."measure" = 'ad_revenue_since';
--> statement-breakpoint
-- Makes the monthly partitions that are missing between two days. A month with rows in the default partition gets none:
-- the rows are found there as well.
CREATE OR REPLACE FUNCTION make_month_partitions(first_day date, last_day date) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  month date := date_trunc('month', first_day)::date;
  parent text;
  child text;
  made int := 0;
BEGIN
  WHILE month <= last_day LOOP
    FOREACH parent IN ARRAY ARRAY['clicks', 'events', 'ad_revenue'] LOOP
      child := parent || '_' || to_char(month, 'YYYYMM');
      IF to_regclass(child) IS NULL THEN
        BEGIN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', child, parent,
            uuid_floor(month::timestamp AT TIME ZONE 'UTC'),
            uuid_floor((month + interval '1 month')::timestamp AT TIME ZONE 'UTC'));
          made := made + 1;
        EXCEPTION WHEN check_violation OR duplicate_table THEN
          NULL;
        END;
      END IF;
    END LOOP;
    month := (month + interval '1 month')::date;
  END LOOP;
  RETURN made;
END $$;
--> statement-breakpoint
-- Drops a month of clicks, events or ad revenue if no project that keeps its rows has one in it, and returns whether it
-- did. Other statements wait for it a second at most; after that it gives up and is called again later.
CREATE OR REPLACE FUNCTION drop_month_partition(child text, keepers bigint[]) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
  parent text := substring(child from '^(clicks|events|ad_revenue)_[0-9]{6}$');
  kept boolean;
BEGIN
  IF parent IS NULL OR to_regclass(child) IS NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE project_id = ANY ($1))', child) INTO kept USING keepers;
  IF kept THEN
    RETURN false;
  END IF;
  EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', parent);
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', child);
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE project_id = ANY ($1))', child) INTO kept USING keepers;
  IF kept THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE %I', child);
  RETURN true;
END $$;
--> statement-breakpoint
-- The ID of an hourly row: the time of its beginning, and a digest of what its impressions have in common.
CREATE FUNCTION hourly_id(instant timestamptz, common text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM instant) * 1000)::bigint), 12, '0') || '7' || substr(digest, 1, 3) || '8' || substr(digest, 4, 15))::uuid
  FROM md5(common) AS digest
$$;
