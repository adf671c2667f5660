CREATE TABLE "domain_claims" (
	"id" bigint PRIMARY KEY NOT NULL,
	"project_id" bigint NOT NULL,
	"host" text NOT NULL,
	"verification" text NOT NULL,
	"wants_primary" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"check_result" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "domains" ADD COLUMN "proved_by" text;--> statement-breakpoint
ALTER TABLE "domain_claims" ADD CONSTRAINT "domain_claims_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "domain_claims_project" ON "domain_claims" USING btree ("project_id","host");--> statement-breakpoint
-- What is served today stays served: links on it are out in the world, and whoever runs this server let it happen. But
-- only what a TXT record proved counts as proved to others; the rest goes to whoever proves it.
UPDATE "domains" SET
  "proved_by" = CASE
    WHEN "host" LIKE '%.localhost' THEN 'local'
    WHEN "verified_at" IS NOT NULL AND "check_result"->>'by' = 'txt' THEN 'dns'
    ELSE 'before'
  END,
  "verified_at" = coalesce("verified_at", now());
