-- blocks writes: of destinations and pulls, some rows a project, for as long as they are read once.
CREATE INDEX "destinations_paused" ON "destinations" USING btree ("project_id","id") WHERE "destinations"."paused_at" is not null;--> statement-breakpoint
CREATE INDEX "network_pulls_failing" ON "network_pulls" USING btree ("project_id","account_id") WHERE "network_pulls"."failures" > 0;