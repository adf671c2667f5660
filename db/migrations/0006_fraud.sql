CREATE TABLE "address_lists" (
	"name" text PRIMARY KEY NOT NULL,
	"ranges" text[] NOT NULL,
	"loaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "source_days" (
	"project_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"installs" integer NOT NULL,
	"early" integer NOT NULL,
	"late" integer NOT NULL,
	CONSTRAINT "source_days_project_id_day_campaign_id_pk" PRIMARY KEY("project_id","day","campaign_id")
);
--> statement-breakpoint
ALTER TABLE "clicks" ADD COLUMN "address_list" text;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "flags" text[];--> statement-breakpoint
ALTER TABLE "installs" ADD COLUMN "address_list" text;--> statement-breakpoint
ALTER TABLE "installs" ADD COLUMN "postbacks_held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "installs_address" ON "installs" USING btree ("project_id","address_key","installed_at") WHERE "installs"."address_key" is not null;--> statement-breakpoint
CREATE INDEX "installs_suspicious" ON "installs" USING btree ("project_id","installed_at") WHERE "installs"."flags" is not null;