CREATE TABLE "custom_networks" (
	"project_id" bigint NOT NULL,
	"code" text NOT NULL,
	"click_parameter" text,
	"publisher_parameter" text,
	"link_parameters" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "custom_networks_project_id_code_pk" PRIMARY KEY("project_id","code")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "custom_networks_name" ON "custom_networks" USING btree ("project_id",lower(replace("code", '-', '_')));