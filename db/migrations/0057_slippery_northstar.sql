CREATE TABLE "alert_evaluations" (
	"project_id" bigint NOT NULL,
	"rule_id" bigint NOT NULL,
	"period" text NOT NULL,
	"evaluated_at" timestamp (3) with time zone NOT NULL,
	"looked" integer NOT NULL,
	"outside" integer NOT NULL,
	"seen" jsonb NOT NULL,
	CONSTRAINT "alert_evaluations_project_id_rule_id_period_pk" PRIMARY KEY("project_id","rule_id","period")
);
--> statement-breakpoint
CREATE TABLE "alert_mutes" (
	"project_id" bigint NOT NULL,
	"rule_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"made_by" text NOT NULL,
	CONSTRAINT "alert_mutes_project_id_rule_id_subject_pk" PRIMARY KEY("project_id","rule_id","subject")
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "alert_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"settings" jsonb NOT NULL,
	"tells" jsonb NOT NULL,
	"is_on" boolean NOT NULL,
	"due_at" timestamp (3) with time zone,
	"evaluated_at" timestamp (3) with time zone,
	"problem" text,
	"made_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_rules_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"rule_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"label" text NOT NULL,
	"text" text NOT NULL,
	"period" text NOT NULL,
	"seen" jsonb NOT NULL,
	"latest" jsonb NOT NULL,
	"fired_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"ended" text,
	CONSTRAINT "alerts_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE INDEX "alert_rules_due" ON "alert_rules" USING btree ("due_at") WHERE "alert_rules"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("project_id","rule_id","subject") WHERE "alerts"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_rule" ON "alerts" USING btree ("project_id","rule_id","subject","told_at");