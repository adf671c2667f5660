CREATE TABLE "retention_cuts" (
	"project_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"before" date NOT NULL,
	"cursor" uuid,
	"done_before" date,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retention_cuts_project_id_kind_pk" PRIMARY KEY("project_id","kind")
);
--> statement-breakpoint
CREATE TABLE "retention_settings" (
	"project_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"days" integer,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retention_settings_project_id_kind_pk" PRIMARY KEY("project_id","kind")
);
--> statement-breakpoint
-- Drops a month of clicks or events in which none of the projects that keep theirs has a row. Those who write
-- meanwhile wait a second at most; then it is left for another time. False: somebody's rows are in it.
CREATE FUNCTION drop_month_partition(child text, keepers bigint[]) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
  parent text := substring(child from '^(clicks|events)_[0-9]{6}$');
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
