CREATE UNLOGGED TABLE "page_ends" (
	"key" text PRIMARY KEY NOT NULL,
	"position" jsonb NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL
);
