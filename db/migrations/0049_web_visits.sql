CREATE TABLE "site_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"project_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "web_clicks" (
	"project_id" bigint NOT NULL,
	"click_id" uuid NOT NULL,
	"web_id" text NOT NULL,
	"clicked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "web_clicks_project_id_click_id_pk" PRIMARY KEY("project_id","click_id")
);
--> statement-breakpoint
CREATE TABLE "web_events" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"web_id" text NOT NULL,
	"event_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"user_id" text,
	"page" text,
	"first_touch" jsonb,
	"last_touch" jsonb,
	"network" text,
	"source" text,
	"campaign_id" bigint,
	"platform" text NOT NULL,
	"country" text,
	"not_counted" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "web_events_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "web_visitors" (
	"project_id" bigint NOT NULL,
	"web_id" text NOT NULL,
	"id" uuid NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"user_id" text,
	"first_touch" jsonb,
	"last_touch" jsonb,
	"page" text,
	"network" text,
	"source" text,
	"campaign_id" bigint,
	"platform" text NOT NULL,
	"country" text,
	"not_counted" text,
	CONSTRAINT "web_visitors_project_id_web_id_pk" PRIMARY KEY("project_id","web_id")
);
--> statement-breakpoint
ALTER TABLE "site_tokens" ADD CONSTRAINT "site_tokens_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_tokens_project" ON "site_tokens" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "web_clicks_visitor" ON "web_clicks" USING btree ("project_id","web_id");--> statement-breakpoint
CREATE UNIQUE INDEX "web_events_once" ON "web_events" USING btree ("project_id","web_id","event_id");--> statement-breakpoint
CREATE INDEX "web_visitors_first_seen" ON "web_visitors" USING btree ("project_id","first_seen_at");--> statement-breakpoint
CREATE INDEX "web_visitors_age" ON "web_visitors" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "web_visitors_user" ON "web_visitors" USING btree ("project_id","user_id") WHERE "web_visitors"."user_id" is not null;