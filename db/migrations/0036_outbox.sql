CREATE TABLE "listeners" (
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"kinds" text[] NOT NULL,
	"read_xid" "xid8" NOT NULL,
	"read_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listeners_project_id_name_pk" PRIMARY KEY("project_id","name")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"project_id" bigint NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text,
	"install_instance_id" text,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_project_id_xid_id_pk" PRIMARY KEY("project_id","xid","id")
);
