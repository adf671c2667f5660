CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ad_names" (
	"project_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"level" text NOT NULL,
	"ad_id" text NOT NULL,
	"name" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ad_names_project_id_campaign_id_level_ad_id_pk" PRIMARY KEY("project_id","campaign_id","level","ad_id")
);
--> statement-breakpoint
CREATE TABLE "affiliates" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "affiliates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "affiliates_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"project_id" bigint,
	"member_id" bigint,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text DEFAULT '' NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_store_listings" (
	"project_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"platform" text NOT NULL,
	"store_listing_id" text NOT NULL,
	CONSTRAINT "campaign_store_listings_project_id_campaign_id_platform_pk" PRIMARY KEY("project_id","campaign_id","platform")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "campaigns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"display_id" text NOT NULL,
	"name" text NOT NULL,
	"is_shortlink" boolean NOT NULL,
	"deeplink" text,
	"website" text,
	"android_web_redirect" text,
	"ios_web_redirect" text,
	"domain_id" bigint,
	"network" text,
	"network_campaign_id" text,
	"network_account_id" bigint,
	"web_to_app" boolean DEFAULT false NOT NULL,
	"affiliate_id" bigint,
	"open_in_app" boolean DEFAULT false NOT NULL,
	"social_title" text,
	"social_text" text,
	"social_image" text,
	"active" boolean DEFAULT true NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "campaigns_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "click_uses" (
	"project_id" bigint NOT NULL,
	"click_id" uuid NOT NULL,
	"install_id" uuid NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "click_uses_project_id_click_id_pk" PRIMARY KEY("project_id","click_id")
);
--> statement-breakpoint
CREATE TABLE "clicks" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"clicked_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"campaign_id" bigint,
	"not_counted" text,
	"is_test" boolean DEFAULT false NOT NULL,
	"network" text,
	"ad_set_id" text,
	"ad_set_name" text,
	"creative_id" text,
	"creative_name" text,
	"keyword_id" text,
	"keyword_name" text,
	"platform" text NOT NULL,
	"os_version" text,
	"device_model" text,
	"browser" text,
	"country" text,
	"language" text,
	"user_agent" text,
	"referrer" text,
	"address_key" "bytea",
	"advertising_id" text,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"warnings" text[],
	"destination" text,
	CONSTRAINT "clicks_project_id_id_pk" PRIMARY KEY("project_id","id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "decisions" (
	"project_id" bigint NOT NULL,
	"install_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	"rules" text NOT NULL,
	"attribution_type" text NOT NULL,
	"campaign_id" bigint,
	"method" text NOT NULL,
	"reason" text NOT NULL,
	"confidence" smallint NOT NULL,
	"click_id" uuid,
	"counted" boolean DEFAULT true NOT NULL,
	"kind" text NOT NULL,
	"touch" text,
	"network" text,
	"ad_set_id" text,
	"ad_set_name" text,
	"creative_id" text,
	"creative_name" text,
	"keyword_id" text,
	"keyword_name" text,
	"candidates" jsonb NOT NULL,
	"evidence" jsonb NOT NULL,
	CONSTRAINT "decisions_project_id_install_id_version_pk" PRIMARY KEY("project_id","install_id","version")
);
--> statement-breakpoint
CREATE TABLE "deeplink_opens" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"install_instance_id" text,
	"platform" text DEFAULT 'UNKNOWN' NOT NULL,
	"url" text NOT NULL,
	"campaign_id" bigint,
	"is_ours" boolean NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counted_version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "deeplink_opens_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "display_ids" (
	"account_id" bigint NOT NULL,
	"display_id" text NOT NULL,
	"project_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "display_ids_account_id_display_id_pk" PRIMARY KEY("account_id","display_id")
);
--> statement-breakpoint
CREATE TABLE "domains" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "domains_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"host" text NOT NULL,
	"is_primary" boolean DEFAULT false NOT NULL,
	"verification" text NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"check_result" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "domains_host_unique" UNIQUE("host")
);
--> statement-breakpoint
CREATE TABLE "event_keys" (
	"project_id" bigint NOT NULL,
	"key" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_keys_project_id_key_pk" PRIMARY KEY("project_id","key")
);
--> statement-breakpoint
CREATE TABLE "event_users" (
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"day" date NOT NULL,
	"user_id" text NOT NULL,
	"install_instance_id" text DEFAULT '' NOT NULL,
	CONSTRAINT "event_users_project_id_name_day_user_id_install_instance_id_pk" PRIMARY KEY("project_id","name","day","user_id","install_instance_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"user_id" text NOT NULL,
	"install_instance_id" text,
	"platform" text NOT NULL,
	"amount_minor" bigint,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counted_version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "events_project_id_id_pk" PRIMARY KEY("project_id","id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "identities" (
	"project_id" bigint NOT NULL,
	"install_instance_id" text NOT NULL,
	"user_id" text NOT NULL,
	"identified_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identities_project_id_install_instance_id_pk" PRIMARY KEY("project_id","install_instance_id")
);
--> statement-breakpoint
CREATE TABLE "install_details" (
	"project_id" bigint NOT NULL,
	"install_instance_id" text NOT NULL,
	"push_token" text,
	"push_token_at" timestamp (3) with time zone,
	"integrations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "install_details_project_id_install_instance_id_pk" PRIMARY KEY("project_id","install_instance_id")
);
--> statement-breakpoint
CREATE TABLE "install_devices" (
	"project_id" bigint NOT NULL,
	"device_id" text NOT NULL,
	"kind" text NOT NULL,
	"install_id" uuid NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "install_devices_project_id_device_id_install_id_pk" PRIMARY KEY("project_id","device_id","install_id")
);
--> statement-breakpoint
CREATE TABLE "installs" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"install_instance_id" text NOT NULL,
	"kind" text NOT NULL,
	"platform" text NOT NULL,
	"installed_at" timestamp (3) with time zone NOT NULL,
	"app_version" text,
	"package_version" text,
	"os_version" text,
	"device_model" text,
	"country" text,
	"language" text,
	"user_agent" text,
	"address_key" "bytea",
	"link" text,
	"debug" boolean DEFAULT false NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"device_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decision_version" integer DEFAULT 0 NOT NULL,
	"moved_version" integer DEFAULT 0 NOT NULL,
	"decided_xid" bigint,
	"campaign_id" bigint,
	"method" text,
	"touch" text,
	"click_id" uuid,
	"clicked_at" timestamp (3) with time zone,
	"network" text,
	"ad_set_id" text,
	"ad_set_name" text,
	"creative_id" text,
	"creative_name" text,
	"keyword_id" text,
	"keyword_name" text,
	"meta_ad_id" text,
	"publisher_platform" text,
	"platform_position" text,
	"deeplink" text,
	"flags" text[],
	"last_open_at" timestamp (3) with time zone,
	"last_open_day" date,
	"opened_on" integer DEFAULT 0 NOT NULL,
	"look_again" boolean DEFAULT false NOT NULL,
	CONSTRAINT "installs_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "installs_instance" UNIQUE("project_id","install_instance_id")
);
--> statement-breakpoint
CREATE TABLE "instance_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_by" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"project_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"measure" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"platform" text DEFAULT '' NOT NULL,
	"ad_set_id" text DEFAULT '' NOT NULL,
	"creative_id" text DEFAULT '' NOT NULL,
	"keyword_id" text DEFAULT '' NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "limit_settings" (
	"project_id" bigint NOT NULL,
	"group" text NOT NULL,
	"per_second" integer,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "limit_settings_project_id_group_pk" PRIMARY KEY("project_id","group")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"password_hash" text,
	"session_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"account_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_account_id_member_id_pk" PRIMARY KEY("account_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "network_accounts" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "network_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network" text NOT NULL,
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"account_name" text,
	"external_id" text,
	"currency" text,
	"credentials" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "network_accounts_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"payment_id" text,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"user_id" text NOT NULL,
	"install_instance_id" text,
	"platform" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counted_version" integer DEFAULT 0 NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "payments_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "project_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"project_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "projects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"platforms" text[] DEFAULT '{IOS,ANDROID}' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"website" text,
	"suspended_at" timestamp (3) with time zone,
	"payment_link" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "projects_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "rejections" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"endpoint" text NOT NULL,
	"reason" text NOT NULL,
	"body_hash" text,
	CONSTRAINT "rejections_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "server_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_by" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"replaced_by" bigint,
	CONSTRAINT "server_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "store_listings" (
	"project_id" bigint NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"platform" text NOT NULL,
	"url" text NOT NULL,
	"app_id" text NOT NULL,
	"page_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_listings_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "task_leases" (
	"task" text PRIMARY KEY NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"last_started_at" timestamp (3) with time zone,
	"last_ended_at" timestamp (3) with time zone,
	"last_result" jsonb
);
--> statement-breakpoint
CREATE TABLE "users" (
	"project_id" bigint NOT NULL,
	"user_id" text NOT NULL,
	"name" text,
	"email" text,
	"phone" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"customer_created_at" timestamp (3) with time zone,
	"is_first_time" boolean,
	"install_instance_id" text,
	"platform" text NOT NULL,
	"identified_at" timestamp (3) with time zone NOT NULL,
	"campaign_id" bigint,
	"attributed_at" timestamp (3) with time zone,
	"counted_version" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_tokens" ADD CONSTRAINT "project_tokens_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_keys" ADD CONSTRAINT "server_keys_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "affiliates_name" ON "affiliates" USING btree ("project_id",lower(replace("name", ' ', '_')));--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_project" ON "audit_log" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "campaign_store_listings_listing" ON "campaign_store_listings" USING btree ("project_id","store_listing_id");--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_display_id" ON "campaigns" USING btree ("project_id","display_id") WHERE "campaigns"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "campaigns_newest" ON "campaigns" USING btree ("project_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "campaigns"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "campaigns_network" ON "campaigns" USING btree ("project_id","network","network_campaign_id");--> statement-breakpoint
CREATE INDEX "clicks_address" ON "clicks" USING btree ("project_id","address_key","id") WHERE "clicks"."address_key" is not null;--> statement-breakpoint
CREATE INDEX "clicks_advertising_id" ON "clicks" USING btree ("project_id","advertising_id","id") WHERE "clicks"."advertising_id" is not null;--> statement-breakpoint
CREATE INDEX "clicks_campaign" ON "clicks" USING btree ("project_id","campaign_id","id");--> statement-breakpoint
CREATE INDEX "deeplink_opens_instance" ON "deeplink_opens" USING btree ("project_id","install_instance_id","id");--> statement-breakpoint
CREATE INDEX "domains_project" ON "domains" USING btree ("project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "domains_primary" ON "domains" USING btree ("project_id") WHERE "domains"."is_primary";--> statement-breakpoint
CREATE INDEX "events_user" ON "events" USING btree ("project_id","user_id","id");--> statement-breakpoint
CREATE INDEX "events_instance" ON "events" USING btree ("project_id","install_instance_id","id");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("project_id","user_id");--> statement-breakpoint
CREATE INDEX "install_devices_install" ON "install_devices" USING btree ("project_id","install_id");--> statement-breakpoint
CREATE INDEX "installs_pending" ON "installs" USING btree ("project_id","installed_at") WHERE "installs"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "installs_to_move" ON "installs" USING btree ("project_id","decided_at") WHERE "installs"."moved_version" <> "installs"."decision_version" or "installs"."look_again";--> statement-breakpoint
CREATE INDEX "installs_active" ON "installs" USING btree ("project_id","last_open_at");--> statement-breakpoint
CREATE INDEX "installs_campaign" ON "installs" USING btree ("project_id","campaign_id","installed_at");--> statement-breakpoint
CREATE INDEX "installs_newest" ON "installs" USING btree ("project_id","installed_at");--> statement-breakpoint
CREATE INDEX "ledger_cells" ON "ledger" USING btree ("project_id","day","campaign_id");--> statement-breakpoint
CREATE UNIQUE INDEX "members_email" ON "members" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "memberships_member" ON "memberships" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_payment_id" ON "payments" USING btree ("project_id","payment_id") WHERE "payments"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("project_id","user_id");--> statement-breakpoint
CREATE INDEX "payments_instance" ON "payments" USING btree ("project_id","install_instance_id");--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("project_id","paid_at");--> statement-breakpoint
CREATE INDEX "project_tokens_project" ON "project_tokens" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "projects_account" ON "projects" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "server_keys_project" ON "server_keys" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "users_campaign" ON "users" USING btree ("project_id","campaign_id","attributed_at","user_id");--> statement-breakpoint
CREATE INDEX "users_instance" ON "users" USING btree ("project_id","install_instance_id");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("project_id","identified_at","user_id");--> statement-breakpoint
CREATE TABLE "clicks_default" PARTITION OF "clicks" DEFAULT;
--> statement-breakpoint
CREATE TABLE "events_default" PARTITION OF "events" DEFAULT;
--> statement-breakpoint
-- The smallest id a row made at that instant can have: ids are UUIDv7 and begin with the milliseconds.
CREATE FUNCTION uuid_floor(instant timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM instant) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;
--> statement-breakpoint
-- Makes the monthly partitions that are missing between two days. A month whose rows already lie in the default
-- partition is left there: they are found all the same.
CREATE FUNCTION make_month_partitions(first_day date, last_day date) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  month date := date_trunc('month', first_day)::date;
  parent text;
  child text;
  made int := 0;
BEGIN
  WHILE month <= last_day LOOP
    FOREACH parent IN ARRAY ARRAY['clicks', 'events'] LOOP
      child := parent || '_' || to_char(month, 'YYYYMM');
      IF to_regclass(child) IS NULL THEN
        BEGIN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', child, parent,
            uuid_floor(month::timestamp AT TIME ZONE 'UTC'),
            uuid_floor((month + interval '1 month')::timestamp AT TIME ZONE 'UTC'));
          made := made + 1;
        EXCEPTION WHEN check_violation OR duplicate_table THEN
          NULL;
        END;
      END IF;
    END LOOP;
    month := (month + interval '1 month')::date;
  END LOOP;
  RETURN made;
END $$;
