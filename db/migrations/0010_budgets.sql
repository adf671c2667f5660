CREATE TABLE "budgets" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "budgets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"campaign_id" bigint,
	"network" text,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"from_day" date,
	"to_day" date,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "budgets_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "budgets_campaign" ON "budgets" USING btree ("project_id","campaign_id") WHERE "budgets"."campaign_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "budgets_network" ON "budgets" USING btree ("project_id","network") WHERE "budgets"."network" is not null;