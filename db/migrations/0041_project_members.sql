CREATE TABLE "invitation_projects" (
	"invitation_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "invitation_projects_invitation_id_project_id_pk" PRIMARY KEY("invitation_id","project_id"),
	CONSTRAINT "invitation_projects_role" CHECK ("invitation_projects"."role" in ('viewer', 'marketer', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "project_members" (
	"project_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_members_project_id_member_id_pk" PRIMARY KEY("project_id","member_id"),
	CONSTRAINT "project_members_role" CHECK ("project_members"."role" in ('viewer', 'marketer', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "project_removals" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"deleted_by" text NOT NULL,
	"remove_after" timestamp (3) with time zone NOT NULL,
	"begun_at" timestamp (3) with time zone,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"removed" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invitation_projects" ADD CONSTRAINT "invitation_projects_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_projects" ADD CONSTRAINT "invitation_projects_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_removals" ADD CONSTRAINT "project_removals_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitation_projects_project" ON "invitation_projects" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "project_members_member" ON "project_members" USING btree ("member_id");