-- names are qualified: the last release has the word only in a comment of db/additive.ts, and in no statement.
ALTER TABLE "campaigns" ADD COLUMN "purpose" text DEFAULT 'both' NOT NULL;