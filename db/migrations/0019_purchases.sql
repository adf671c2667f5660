-- blocks writes: of payments, for three scans of them while the indexes are created
CREATE TABLE "purchase_checks" (
	"project_id" bigint NOT NULL,
	"payment_id" uuid NOT NULL,
	"source" text NOT NULL,
	"proof" jsonb NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_checks_project_id_payment_id_pk" PRIMARY KEY("project_id","payment_id")
);
--> statement-breakpoint
CREATE TABLE "purchase_connections" (
	"project_id" bigint NOT NULL,
	"source" text NOT NULL,
	"mode" text NOT NULL,
	"app_id" text,
	"credentials" "bytea",
	"named" jsonb,
	"secret_hash" "bytea",
	"connected_at" timestamp (3) with time zone NOT NULL,
	"problem" text,
	"problem_at" timestamp (3) with time zone,
	"next_at" timestamp (3) with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"notified_at" timestamp (3) with time zone,
	CONSTRAINT "purchase_connections_project_id_source_pk" PRIMARY KEY("project_id","source")
);
--> statement-breakpoint
CREATE TABLE "purchase_notifications" (
	"project_id" bigint NOT NULL,
	"source" text NOT NULL,
	"notice_id" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"body" jsonb NOT NULL,
	"purchase_key" text,
	"next_at" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "purchase_notifications_project_id_source_notice_id_pk" PRIMARY KEY("project_id","source","notice_id")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "purchase_key" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "purchase_line" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "check_state" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "check_reason" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "purchase_source" text;--> statement-breakpoint
CREATE INDEX "purchase_checks_due" ON "purchase_checks" USING btree ("project_id","next_at");--> statement-breakpoint
CREATE INDEX "purchase_notifications_due" ON "purchase_notifications" USING btree ("project_id","next_at") WHERE "purchase_notifications"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "purchase_notifications_newest" ON "purchase_notifications" USING btree ("project_id","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_purchase" ON "payments" USING btree ("project_id","purchase_key") WHERE "payments"."purchase_key" is not null;--> statement-breakpoint
CREATE INDEX "payments_purchase_line" ON "payments" USING btree ("project_id","purchase_line") WHERE "payments"."purchase_line" is not null;--> statement-breakpoint
CREATE INDEX "payments_checked" ON "payments" USING btree ("project_id","check_state","paid_at") WHERE "payments"."check_state" is not null;