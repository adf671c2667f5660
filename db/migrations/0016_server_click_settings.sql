CREATE TABLE "server_click_settings" (
	"project_id" bigint NOT NULL,
	"network" text NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"rotated_at" timestamp (3) with time zone,
	"previous_until" timestamp (3) with time zone,
	"calls_per_second" integer,
	CONSTRAINT "server_click_settings_project_id_network_pk" PRIMARY KEY("project_id","network")
);
