-- blocks writes: of projects, a small table, for a moment
ALTER TABLE "projects" ADD COLUMN "sample_days" smallint;--> statement-breakpoint
CREATE INDEX "projects_unfilled_sample" ON "projects" USING btree ("id") WHERE "projects"."sample_days" < 30;