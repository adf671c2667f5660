-- names are qualified: statements of 0.3.0 that read campaigns next to projects write p.archived_at.
ALTER TABLE "campaigns" ADD COLUMN "archived_at" timestamp (3) with time zone;
