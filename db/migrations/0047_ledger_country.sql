-- names are qualified: no statement of the last release that reads the ledger names a country; those that add rows
-- to it read countries from their own input.
ALTER TABLE "ledger" ADD COLUMN "country" text DEFAULT '' NOT NULL;