-- blocks writes: of campaigns, which are few, for as long as they are read once.
CREATE INDEX "campaigns_default" ON "campaigns" USING btree ("project_id") WHERE "campaigns"."is_default";