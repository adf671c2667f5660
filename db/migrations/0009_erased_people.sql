CREATE TABLE "erased_ids" (
	"project_id" bigint NOT NULL,
	"key" text NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "erased_ids_project_id_key_pk" PRIMARY KEY("project_id","key")
);
--> statement-breakpoint
ALTER TABLE "installs" ADD COLUMN "erased_at" timestamp (3) with time zone;