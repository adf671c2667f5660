CREATE TABLE "project_imports" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"export_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"table_name" text DEFAULT '' NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"begun_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "project_imports" ADD CONSTRAINT "project_imports_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;