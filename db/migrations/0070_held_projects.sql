CREATE TABLE "click_spools" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"folder" text NOT NULL,
	"bytes" bigint NOT NULL,
	"told_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "moved_number" bigint;--> statement-breakpoint
CREATE INDEX "projects_held" ON "projects" USING btree ("id") WHERE "projects"."held_at" is not null;--> statement-breakpoint
-- A volatile function sees what others committed until it is called, whatever the statement around it sees.
CREATE FUNCTION unheld(asked bigint[]) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF EXISTS (SELECT FROM projects p WHERE p.held_at IS NOT NULL AND p.id = ANY(asked)) THEN
    RAISE EXCEPTION 'a project is held' USING ERRCODE = 'CH001';
  END IF;
  RETURN true;
END
$$;
