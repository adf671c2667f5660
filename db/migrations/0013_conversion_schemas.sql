CREATE TABLE "conversion_schemas" (
	"project_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"rules" jsonb NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversion_schemas_project_id_version_pk" PRIMARY KEY("project_id","version")
);
