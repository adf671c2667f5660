CREATE TABLE "network_requests" (
	"project_id" bigint NOT NULL,
	"destination_id" bigint NOT NULL,
	"request" text NOT NULL,
	"part" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"records" bigint,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"problem" text,
	"asked" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "network_requests_project_id_destination_id_request_part_pk" PRIMARY KEY("project_id","destination_id","request","part")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "request" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "request_part" text;--> statement-breakpoint
CREATE INDEX "network_requests_due" ON "network_requests" USING btree ("project_id","destination_id","next_at") WHERE "network_requests"."next_at" is not null;