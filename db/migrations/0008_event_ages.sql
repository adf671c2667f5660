-- blocks writes: of figures, while the second index is created, about 3 seconds per million rows of the ledger
ALTER TABLE "ledger" ADD COLUMN "cohort_day" date;--> statement-breakpoint
ALTER TABLE "ledger" ADD COLUMN "cohort_age" integer;--> statement-breakpoint
CREATE INDEX "ledger_event_ages" ON "ledger" USING btree ("project_id","cohort_day") WHERE "cohort_day" is not null;--> statement-breakpoint
CREATE INDEX "ledger_cohorts" ON "ledger" USING btree ("project_id","measure","name","day","campaign_id","count","amount") WHERE "measure" in ('installs', 'spend', 'opened_on', 'revenue_since', 'payers', 'event_since');