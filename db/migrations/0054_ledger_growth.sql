CREATE TABLE "ledger_growth" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"marked_at" timestamp (3) with time zone NOT NULL
);
