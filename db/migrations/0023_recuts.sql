CREATE TABLE "recuts" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"from_zone" text NOT NULL,
	"to_zone" text NOT NULL,
	"from_currency" text NOT NULL,
	"to_currency" text NOT NULL,
	"amounts" text NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"cut_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"cut_xid" bigint,
	"step" text DEFAULT 'installs' NOT NULL,
	"cursor" text,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL
);
