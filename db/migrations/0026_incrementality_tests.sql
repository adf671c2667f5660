CREATE TABLE "incrementality_tests" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "incrementality_tests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"network" text NOT NULL,
	"campaigns" bigint[] NOT NULL,
	"kpi" text NOT NULL,
	"countries" text[] NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"confidence" smallint NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "incrementality_tests_project_id_id_pk" PRIMARY KEY("project_id","id")
);
