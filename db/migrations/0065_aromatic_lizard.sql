ALTER TABLE "deliveries" ADD COLUMN "corrects" uuid;--> statement-breakpoint
-- blocks writes: for as long as the deliveries take to read once; none is in it yet
CREATE INDEX "deliveries_corrects" ON "deliveries" USING btree ("project_id","corrects") WHERE "deliveries"."corrects" is not null;