CREATE TABLE "test_devices" (
	"project_id" bigint NOT NULL,
	"device_id" text NOT NULL,
	"name" text NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "test_devices_project_id_device_id_pk" PRIMARY KEY("project_id","device_id")
);
--> statement-breakpoint
CREATE INDEX "installs_test" ON "installs" USING btree ("project_id","installed_at") WHERE "installs"."is_test";