CREATE TABLE "app_links" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"ios_apps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"android_apps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"apple_file" text,
	"android_file" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "campaigns_deleted" ON "campaigns" USING btree ("project_id","display_id","deleted_at") WHERE "campaigns"."deleted_at" is not null;