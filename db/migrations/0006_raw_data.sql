CREATE TABLE "removed_rows" (
	"project_id" bigint NOT NULL,
	"dataset" text NOT NULL,
	"key" text[] NOT NULL,
	"removed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "removed_rows_project_id_dataset_key_pk" PRIMARY KEY("project_id","dataset","key")
);
--> statement-breakpoint
ALTER TABLE "server_keys" ADD COLUMN "scopes" text[] DEFAULT '{api}' NOT NULL;