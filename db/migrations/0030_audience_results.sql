-- blocks writes: to a log of at most 1,000 short rows for each audience, for milliseconds.
ALTER TABLE "audience_runs" ADD COLUMN "results" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "audience_runs" ADD COLUMN "results_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "audience_runs_results" ON "audience_runs" USING btree ("results_at") WHERE "audience_runs"."results_at" is not null;