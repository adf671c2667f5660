DROP INDEX "clicks_campaign";--> statement-breakpoint
CREATE INDEX "clicks_warnings" ON "clicks" USING btree ("project_id","campaign_id","id") WHERE "clicks"."warnings" is not null;