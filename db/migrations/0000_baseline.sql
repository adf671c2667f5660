-- contract: needs 0.3.0
-- The database of version 0.3.0. Every later migration only adds to it. A database of version 0.2 gets here by
-- db/adopt/0.2-to-0.3.sql. Drizzle generates the tables; it does not know partitions, unlogged tables, storage
-- parameters, statistics targets and functions, which are written by hand.
CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ad_ids" (
	"project_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"level" text NOT NULL,
	"ad_id" text NOT NULL,
	"day" date,
	"slot" integer,
	"campaign_slot" integer,
	CONSTRAINT "ad_ids_project_id_campaign_id_level_ad_id_pk" PRIMARY KEY("project_id","campaign_id","level","ad_id"),
	CONSTRAINT "ad_ids_slot" UNIQUE("project_id","day","slot"),
	CONSTRAINT "ad_ids_campaign_slot" UNIQUE("project_id","day","campaign_id","campaign_slot")
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
CREATE TABLE "address_lists" (
	"name" text PRIMARY KEY NOT NULL,
	"ranges" text[] NOT NULL,
	"loaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "alert_evaluations" (
	"project_id" bigint NOT NULL,
	"rule_id" bigint NOT NULL,
	"period" text NOT NULL,
	"evaluated_at" timestamp (3) with time zone NOT NULL,
	"checked" integer NOT NULL,
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
	"created_by" text NOT NULL,
	CONSTRAINT "alert_mutes_project_id_rule_id_subject_pk" PRIMARY KEY("project_id","rule_id","subject")
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "alert_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"settings" jsonb NOT NULL,
	"recipients" jsonb NOT NULL,
	"is_on" boolean NOT NULL,
	"due_at" timestamp (3) with time zone,
	"evaluated_at" timestamp (3) with time zone,
	"problem" text,
	"created_by" text NOT NULL,
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
	"notified_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"ended" text,
	CONSTRAINT "alerts_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "annotations" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "annotations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"text" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "annotations_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "app_links" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"ios_apps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"android_apps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"apple_file" text,
	"android_file" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "apple_postbacks" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"framework" text NOT NULL,
	"postback_uid" text NOT NULL,
	"sequence" smallint NOT NULL,
	"digest" text NOT NULL,
	"verdict" text NOT NULL,
	"why" text,
	"kid" text,
	"is_test" boolean NOT NULL,
	"is_first" boolean NOT NULL,
	"source" text NOT NULL,
	"skan_version" text,
	"network_id" text NOT NULL,
	"source_identifier" text,
	"app_id" text,
	"publisher_app_id" text,
	"source_domain" text,
	"marketplace" text,
	"conversion_type" text NOT NULL,
	"fidelity" smallint,
	"did_win" boolean NOT NULL,
	"interaction" text,
	"fine" smallint,
	"coarse" text,
	"country" text,
	"begun_from" timestamp (3) with time zone NOT NULL,
	"begun_until" timestamp (3) with time zone NOT NULL,
	"schema_from" integer NOT NULL,
	"schema_until" integer NOT NULL,
	"raw" jsonb NOT NULL,
	CONSTRAINT "apple_postbacks_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "apple_postbacks_copy" UNIQUE("project_id","framework","postback_uid","sequence","digest")
);
--> statement-breakpoint
CREATE TABLE "apple_sources" (
	"project_id" bigint NOT NULL,
	"network_id" text NOT NULL,
	"source_identifier" text NOT NULL,
	"campaign_id" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "apple_sources_project_id_network_id_source_identifier_pk" PRIMARY KEY("project_id","network_id","source_identifier")
);
--> statement-breakpoint
CREATE TABLE "apple_tokens" (
	"project_id" bigint NOT NULL,
	"install_id" uuid NOT NULL,
	"token" text,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"answer" jsonb,
	"problem" text,
	CONSTRAINT "apple_tokens_project_id_install_id_pk" PRIMARY KEY("project_id","install_id")
);
--> statement-breakpoint
CREATE TABLE "attribution_answers" (
	"project_id" bigint NOT NULL,
	"install_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"answer" text NOT NULL,
	CONSTRAINT "attribution_answers_project_id_install_id_pk" PRIMARY KEY("project_id","install_id")
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
CREATE TABLE "campaign_templates" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "campaign_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_templates_project_id_id_pk" PRIMARY KEY("project_id","id")
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
	"ended_links" text,
	"link_rules" jsonb,
	"active" boolean DEFAULT true NOT NULL,
	"inactive_since" timestamp (3) with time zone,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"click_limit" bigint,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "campaigns_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "click_spools" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"folder" text NOT NULL,
	"bytes" bigint NOT NULL,
	"reported_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"address_list" text,
	"advertising_id" text,
	"no_referrer" boolean,
	"link_variant" text,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"warnings" text[],
	CONSTRAINT "clicks_project_id_id_pk" PRIMARY KEY("project_id","id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "clicks_default" PARTITION OF "clicks" DEFAULT;
--> statement-breakpoint
CREATE TABLE "consent_history" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"install_instance_id" text NOT NULL,
	"eea" boolean,
	"ad_user_data" boolean,
	"ad_personalization" boolean,
	"ad_storage" boolean,
	"att_status" text,
	"limit_ad_tracking" boolean,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "consent_history_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"project_id" bigint NOT NULL,
	"install_instance_id" text NOT NULL,
	"eea" boolean,
	"ad_user_data" boolean,
	"ad_personalization" boolean,
	"ad_storage" boolean,
	"att_status" text,
	"limit_ad_tracking" boolean,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "consents_project_id_install_instance_id_pk" PRIMARY KEY("project_id","install_instance_id")
);
--> statement-breakpoint
CREATE TABLE "conversion_schemas" (
	"project_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"rules" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversion_schemas_project_id_version_pk" PRIMARY KEY("project_id","version")
);
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
	"flags" text[],
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
	"ad_set_id" text,
	"creative_id" text,
	"keyword_id" text,
	"is_ours" boolean NOT NULL,
	"reengaged" boolean DEFAULT false NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counted_version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "deeplink_opens_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"destination_id" bigint NOT NULL,
	"event_uid" text NOT NULL,
	"fact" text NOT NULL,
	"fact_id" text NOT NULL,
	"fact_at" timestamp (3) with time zone NOT NULL,
	"user_id" text,
	"install_instance_id" text,
	"decision_version" integer,
	"moved_to" integer,
	"corrects" uuid,
	"request" text,
	"request_part" text,
	"state" text NOT NULL,
	"reason" text,
	"tries" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"version" integer,
	"sent_as" text,
	"payload" json,
	"hashed" jsonb,
	"identifiers" text[],
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"begun_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "deliveries_uid" UNIQUE("project_id","destination_id","event_uid")
);
--> statement-breakpoint
CREATE TABLE "destinations" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "destinations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"mode" text DEFAULT 'off' NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"credentials" "bytea",
	"paused_at" timestamp (3) with time zone,
	"pause_reason" text,
	"cap_day" date,
	"cap_used" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "destinations_project_id_id_pk" PRIMARY KEY("project_id","id")
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
CREATE TABLE "domain_claims" (
	"id" bigint PRIMARY KEY NOT NULL,
	"project_id" bigint NOT NULL,
	"host" text NOT NULL,
	"verification" text NOT NULL,
	"wants_primary" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"check_result" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"proved_by" text,
	CONSTRAINT "domains_host_unique" UNIQUE("host")
);
--> statement-breakpoint
CREATE TABLE "erased_ids" (
	"project_id" bigint NOT NULL,
	"key" text NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "erased_ids_project_id_key_pk" PRIMARY KEY("project_id","key")
);
--> statement-breakpoint
CREATE TABLE "event_keys" (
	"project_id" bigint NOT NULL,
	"key" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_keys_project_id_key_pk" PRIMARY KEY("project_id","key")
);
--> statement-breakpoint
CREATE TABLE "event_names" (
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"slot" integer NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_names_project_id_name_pk" PRIMARY KEY("project_id","name"),
	CONSTRAINT "event_names_slot" UNIQUE("project_id","slot")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"name" text NOT NULL,
	"sent_name" text,
	"user_id" text NOT NULL,
	"install_instance_id" text,
	"platform" text NOT NULL,
	"amount_minor" bigint,
	"original_currency" text,
	"original_minor" bigint,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counted_version" integer DEFAULT 0 NOT NULL,
	"device_at" timestamp (3) with time zone,
	"arrived_at" timestamp (3) with time zone,
	CONSTRAINT "events_project_id_id_pk" PRIMARY KEY("project_id","id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "events_default" PARTITION OF "events" DEFAULT;
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"project_id" bigint NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"rate" numeric NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exchange_rates_project_id_currency_day_pk" PRIMARY KEY("project_id","currency","day")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"project_id" bigint NOT NULL,
	"install_instance_id" text NOT NULL,
	"user_id" text NOT NULL,
	"identified_at" timestamp (3) with time zone NOT NULL,
	"has_signup" boolean DEFAULT false NOT NULL,
	CONSTRAINT "identities_project_id_install_instance_id_pk" PRIMARY KEY("project_id","install_instance_id")
);
--> statement-breakpoint
CREATE TABLE "install_details" (
	"project_id" bigint NOT NULL,
	"install_instance_id" text NOT NULL,
	"push_token" text,
	"push_token_at" timestamp (3) with time zone,
	"push_kind" text,
	"probe_at" timestamp (3) with time zone,
	"probe" jsonb,
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
-- A decision makes a row larger, and all rows of a page may be decided at once: each page is left half empty for it.
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
	"address_list" text,
	"link" text,
	"debug" boolean DEFAULT false NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"device_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decision_version" integer DEFAULT 0 NOT NULL,
	"counted_version" integer DEFAULT 0 NOT NULL,
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
	"postbacks_withheld" boolean DEFAULT false NOT NULL,
	"last_open_at" timestamp (3) with time zone,
	"visit_before_at" timestamp (3) with time zone,
	"reengaged_at" timestamp (3) with time zone,
	"reengaged_by" uuid,
	"last_open_day" date,
	"opened_on" integer DEFAULT 0 NOT NULL,
	"erased_at" timestamp (3) with time zone,
	"probed_at" timestamp (3) with time zone,
	"uninstalled_at" timestamp (3) with time zone,
	CONSTRAINT "installs_project_id_id_pk" PRIMARY KEY("project_id","id"),
	CONSTRAINT "installs_instance" UNIQUE("project_id","install_instance_id")
) WITH (fillfactor = 45);
--> statement-breakpoint
CREATE TABLE "instance_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation_projects" (
	"invitation_id" bigint NOT NULL,
	"project_id" bigint NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "invitation_projects_invitation_id_project_id_pk" PRIMARY KEY("invitation_id","project_id"),
	CONSTRAINT "invitation_projects_role" CHECK ("invitation_projects"."role" in ('viewer', 'marketer', 'admin'))
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
CREATE TABLE "late_evidence" (
	"project_id" bigint NOT NULL,
	"install_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "late_evidence_project_id_install_id_pk" PRIMARY KEY("project_id","install_id")
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"project_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"measure" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"platform" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"ad_set_id" text DEFAULT '' NOT NULL,
	"creative_id" text DEFAULT '' NOT NULL,
	"keyword_id" text DEFAULT '' NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_growth" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"marked_at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "listeners" (
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"kinds" text[] NOT NULL,
	"read_xid" "xid8" NOT NULL,
	"read_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listeners_project_id_name_pk" PRIMARY KEY("project_id","name")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"about" text NOT NULL,
	"recipient" text NOT NULL,
	"state" text NOT NULL,
	"next_at" timestamp (3) with time zone,
	"tries" smallint DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "mails_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "member_places" (
	"member_id" bigint NOT NULL,
	"key" "bytea" NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_places_member_id_key_pk" PRIMARY KEY("member_id","key")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"password_hash" text,
	"session_version" integer DEFAULT 1 NOT NULL,
	"locale" text,
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
CREATE TABLE "network_claims" (
	"project_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"day" date NOT NULL,
	"version" integer NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"account_id" bigint,
	"day_zone" text,
	"impressions" bigint,
	"clicks" bigint,
	"installs" numeric,
	"windows" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"conversions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "network_claims_project_id_campaign_id_day_version_pk" PRIMARY KEY("project_id","campaign_id","day","version")
);
--> statement-breakpoint
CREATE TABLE "network_pulls" (
	"project_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"next_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	"from_day" date,
	"to_day" date,
	"rows" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"problem" text,
	"remarks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "network_pulls_project_id_account_id_pk" PRIMARY KEY("project_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "network_requests" (
	"project_id" bigint NOT NULL,
	"destination_id" bigint NOT NULL,
	"request" text NOT NULL,
	"part" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"records" bigint,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"problem" text,
	"polls" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "network_requests_project_id_destination_id_request_part_pk" PRIMARY KEY("project_id","destination_id","request","part")
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
--> statement-breakpoint
CREATE UNLOGGED TABLE "page_ends" (
	"key" text PRIMARY KEY NOT NULL,
	"position" jsonb NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"payment_id" text,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"original_currency" text,
	"original_minor" bigint,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"user_id" text NOT NULL,
	"install_instance_id" text,
	"platform" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"counted_version" integer DEFAULT 0 NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"returned_by" uuid,
	"device_at" timestamp (3) with time zone,
	"arrived_at" timestamp (3) with time zone,
	CONSTRAINT "payments_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "pending_reassignments" (
	"project_id" bigint NOT NULL,
	"install_id" uuid NOT NULL,
	"xid" bigint NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pending_reassignments_project_id_install_id_pk" PRIMARY KEY("project_id","install_id")
);
--> statement-breakpoint
CREATE TABLE "project_imports" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"export_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"stored_part" integer DEFAULT -1 NOT NULL,
	"table_name" text DEFAULT '' NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"stored_digest" text DEFAULT '' NOT NULL,
	"created_account" boolean DEFAULT false NOT NULL,
	"begun_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"week_starts_on" text DEFAULT 'monday' NOT NULL,
	"website" text,
	"ended_links" text DEFAULT 'store' NOT NULL,
	"link_color" text,
	"suspended_at" timestamp (3) with time zone,
	"payment_link" text,
	"watched_until" timestamp (3) with time zone,
	"frozen_at" timestamp (3) with time zone,
	"moved_address" text,
	"moved_links" text,
	"moved_number" bigint,
	"archived_at" timestamp (3) with time zone,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "projects_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "push_services" (
	"project_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"credentials" "bytea",
	"named" jsonb NOT NULL,
	"connected_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"problem" text,
	"problem_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"enrolled_to" text,
	CONSTRAINT "push_services_project_id_kind_pk" PRIMARY KEY("project_id","kind")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "readiness_probes" (
	"filler" text DEFAULT repeat('x', 1000) NOT NULL
) WITH (fillfactor = 10, autovacuum_enabled = false);
--> statement-breakpoint
CREATE TABLE "recalculations" (
	"project_id" bigint PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"from_zone" text NOT NULL,
	"to_zone" text NOT NULL,
	"from_currency" text NOT NULL,
	"to_currency" text NOT NULL,
	"amounts" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"switched_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"problem" text,
	"step" text DEFAULT 'installs' NOT NULL,
	"cursor" text,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL
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
CREATE TABLE "replays" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "replays_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"state" text NOT NULL,
	"settings" jsonb NOT NULL,
	"rules" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"total" integer DEFAULT 0 NOT NULL,
	"seen" integer DEFAULT 0 NOT NULL,
	"cursor" uuid,
	"written" integer DEFAULT 0 NOT NULL,
	"outcome" jsonb,
	"problem" text,
	CONSTRAINT "replays_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "report_schedules" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "report_schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"shown" jsonb NOT NULL,
	"cadence" text NOT NULL,
	"weekday" smallint NOT NULL,
	"hour" smallint NOT NULL,
	"recipients" jsonb NOT NULL,
	"webhook_id" bigint,
	"is_on" boolean NOT NULL,
	"next_at" timestamp (3) with time zone,
	"next_zone" text,
	"last_at" timestamp (3) with time zone,
	"last_run" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_schedules_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "report_views" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "report_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_views_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "retention_cutoffs" (
	"project_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"before" date NOT NULL,
	"cursor" uuid,
	"done_before" date,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retention_cutoffs_project_id_kind_pk" PRIMARY KEY("project_id","kind")
);
--> statement-breakpoint
CREATE TABLE "retention_settings" (
	"project_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"days" integer,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retention_settings_project_id_kind_pk" PRIMARY KEY("project_id","kind")
);
--> statement-breakpoint
CREATE TABLE "rule_sets" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "rule_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rule_sets_project_id_id_pk" PRIMARY KEY("project_id","id")
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
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" bigint NOT NULL,
	"browser" text NOT NULL,
	"begun_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "share_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"title" text NOT NULL,
	"settings" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_opened_at" timestamp (3) with time zone,
	CONSTRAINT "share_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signing_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"key_id" text NOT NULL,
	"secret" "bytea",
	"created_by" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"replaced_by" bigint,
	CONSTRAINT "signing_keys_key_id_unique" UNIQUE("key_id")
);
--> statement-breakpoint
CREATE TABLE "site_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"project_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "source_days" (
	"project_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"installs" integer NOT NULL,
	"early" integer NOT NULL,
	"late" integer NOT NULL,
	"clicks" integer,
	CONSTRAINT "source_days_project_id_day_campaign_id_pk" PRIMARY KEY("project_id","day","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "spend" (
	"project_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_set_id" text DEFAULT '' NOT NULL,
	"creative_id" text DEFAULT '' NOT NULL,
	"keyword_id" text DEFAULT '' NOT NULL,
	"platform" text DEFAULT '' NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"original_minor" bigint NOT NULL,
	"source" text NOT NULL,
	"import_id" bigint,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "spend_project_id_day_campaign_id_ad_set_id_creative_id_keyword_id_platform_pk" PRIMARY KEY("project_id","day","campaign_id","ad_set_id","creative_id","keyword_id","platform")
);
--> statement-breakpoint
CREATE TABLE "spend_imports" (
	"project_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "spend_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"source_key" text,
	"name" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'STORED' NOT NULL,
	"content" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"stored" integer DEFAULT 0 NOT NULL,
	"problem" text,
	CONSTRAINT "spend_imports_project_id_id_pk" PRIMARY KEY("project_id","id")
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
	"app_name" text,
	"app_rating" double precision,
	"app_ratings" bigint,
	"app_icon" "bytea",
	"app_read_at" timestamp (3) with time zone,
	"app_claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"app_settled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_listings_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "task_leases" (
	"task" text PRIMARY KEY NOT NULL,
	"holder" text,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"last_started_at" timestamp (3) with time zone,
	"last_ended_at" timestamp (3) with time zone,
	"last_succeeded_at" timestamp (3) with time zone,
	"last_result" jsonb
);
--> statement-breakpoint
CREATE TABLE "test_devices" (
	"project_id" bigint NOT NULL,
	"device_id" text NOT NULL,
	"name" text NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "test_devices_project_id_device_id_pk" PRIMARY KEY("project_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "unclaimed_postbacks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"framework" text NOT NULL,
	"app_id" text NOT NULL,
	"digest" text NOT NULL,
	"raw" jsonb NOT NULL,
	"posted_to" text,
	CONSTRAINT "unclaimed_postbacks_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "undecided" (
	"project_id" bigint NOT NULL,
	"install_id" uuid NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone,
	CONSTRAINT "undecided_project_id_install_id_pk" PRIMARY KEY("project_id","install_id")
);
--> statement-breakpoint
CREATE TABLE "user_days" (
	"project_id" bigint NOT NULL,
	"name" text NOT NULL,
	"user_id" text NOT NULL,
	"install_instance_id" text NOT NULL,
	"platform" text NOT NULL,
	"first_day" date NOT NULL,
	"days" bit varying NOT NULL,
	"is_other" boolean NOT NULL,
	"counted_version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "user_days_project_id_name_user_id_install_instance_id_pk" PRIMARY KEY("project_id","name","user_id","install_instance_id")
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
	"is_signup" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "watched_calls" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"watch_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"path" text NOT NULL,
	"status" integer NOT NULL,
	"took_ms" integer NOT NULL,
	"sent" jsonb NOT NULL,
	"answer" jsonb,
	CONSTRAINT "watched_calls_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "watched_devices" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"code" text,
	"scheme" text,
	"install_instance_id" text,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "watched_devices_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "web_clicks" (
	"project_id" bigint NOT NULL,
	"click_id" uuid NOT NULL,
	"web_id" text NOT NULL,
	"clicked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "web_clicks_project_id_click_id_pk" PRIMARY KEY("project_id","click_id")
);
--> statement-breakpoint
CREATE TABLE "web_events" (
	"project_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"web_id" text NOT NULL,
	"event_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"user_id" text,
	"page" text,
	"first_touch" jsonb,
	"last_touch" jsonb,
	"network" text,
	"source" text,
	"campaign_id" bigint,
	"platform" text NOT NULL,
	"country" text,
	"not_counted" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "web_events_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "web_visitors" (
	"project_id" bigint NOT NULL,
	"web_id" text NOT NULL,
	"id" uuid NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"user_id" text,
	"first_touch" jsonb,
	"last_touch" jsonb,
	"page" text,
	"network" text,
	"source" text,
	"campaign_id" bigint,
	"platform" text NOT NULL,
	"country" text,
	"not_counted" text,
	CONSTRAINT "web_visitors_project_id_web_id_pk" PRIMARY KEY("project_id","web_id")
);
--> statement-breakpoint
ALTER TABLE "domain_claims" ADD CONSTRAINT "domain_claims_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_projects" ADD CONSTRAINT "invitation_projects_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_projects" ADD CONSTRAINT "invitation_projects_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_places" ADD CONSTRAINT "member_places_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_imports" ADD CONSTRAINT "project_imports_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_removals" ADD CONSTRAINT "project_removals_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_tokens" ADD CONSTRAINT "project_tokens_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_keys" ADD CONSTRAINT "server_keys_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_keys" ADD CONSTRAINT "signing_keys_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_tokens" ADD CONSTRAINT "site_tokens_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "affiliates_name" ON "affiliates" USING btree ("project_id",lower(replace("name", ' ', '_')));--> statement-breakpoint
CREATE INDEX "alert_rules_due" ON "alert_rules" USING btree ("due_at") WHERE "alert_rules"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("project_id","rule_id","subject") WHERE "alerts"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "alerts_rule" ON "alerts" USING btree ("project_id","rule_id","subject","notified_at");--> statement-breakpoint
CREATE INDEX "annotations_day" ON "annotations" USING btree ("project_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "apple_postbacks_first" ON "apple_postbacks" USING btree ("project_id","framework","postback_uid","sequence") WHERE "apple_postbacks"."is_first";--> statement-breakpoint
CREATE INDEX "apple_postbacks_newest" ON "apple_postbacks" USING btree ("project_id","received_at","id");--> statement-breakpoint
CREATE INDEX "apple_postbacks_refused" ON "apple_postbacks" USING btree ("project_id","received_at") WHERE "apple_postbacks"."verdict" <> 'verified';--> statement-breakpoint
CREATE INDEX "apple_tokens_waiting" ON "apple_tokens" USING btree ("project_id","next_at") WHERE "apple_tokens"."state" = 'WAITING';--> statement-breakpoint
CREATE INDEX "attribution_answers_answered" ON "attribution_answers" USING btree ("project_id","answered_at");--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_project" ON "audit_log" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "campaign_store_listings_listing" ON "campaign_store_listings" USING btree ("project_id","store_listing_id");--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_templates_name" ON "campaign_templates" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_display_id" ON "campaigns" USING btree ("project_id","display_id") WHERE "campaigns"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "campaigns_newest" ON "campaigns" USING btree ("project_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "campaigns"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "campaigns_network" ON "campaigns" USING btree ("project_id","network","network_campaign_id");--> statement-breakpoint
CREATE INDEX "campaigns_default" ON "campaigns" USING btree ("project_id") WHERE "campaigns"."is_default";--> statement-breakpoint
CREATE INDEX "campaigns_deleted" ON "campaigns" USING btree ("project_id","display_id","deleted_at") WHERE "campaigns"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "clicks_address" ON "clicks" USING btree ("project_id","address_key","id") WHERE "clicks"."address_key" is not null;--> statement-breakpoint
CREATE INDEX "clicks_counted_address" ON "clicks" USING btree ("project_id","address_key","id") WHERE "clicks"."address_key" is not null and "clicks"."not_counted" is null;--> statement-breakpoint
CREATE INDEX "clicks_counted_advertising_id" ON "clicks" USING btree ("project_id","advertising_id","id") WHERE "clicks"."advertising_id" is not null and "clicks"."not_counted" is null;--> statement-breakpoint
CREATE INDEX "clicks_advertising_id" ON "clicks" USING btree ("project_id","advertising_id","id") WHERE "clicks"."advertising_id" is not null;--> statement-breakpoint
CREATE INDEX "clicks_google" ON "clicks" USING btree ("project_id",coalesce("params"->>'gclid', "params"->>'gbraid', "params"->>'wbraid'),"id") WHERE coalesce("clicks"."params"->>'gclid', "clicks"."params"->>'gbraid', "clicks"."params"->>'wbraid') is not null;--> statement-breakpoint
CREATE INDEX "clicks_google_gbraid" ON "clicks" USING btree ("project_id",("params"->>'gbraid'),"id") WHERE "clicks"."params"->>'gbraid' is not null and "clicks"."params"->>'gclid' is not null;--> statement-breakpoint
CREATE INDEX "clicks_google_wbraid" ON "clicks" USING btree ("project_id",("params"->>'wbraid'),"id") WHERE "clicks"."params"->>'wbraid' is not null and coalesce("clicks"."params"->>'gclid', "clicks"."params"->>'gbraid') is not null;--> statement-breakpoint
CREATE INDEX "clicks_warnings" ON "clicks" USING btree ("project_id","campaign_id","id") WHERE "clicks"."warnings" is not null;--> statement-breakpoint
CREATE INDEX "clicks_variant" ON "clicks" USING btree ("project_id","campaign_id","id") WHERE "clicks"."link_variant" is not null;--> statement-breakpoint
CREATE INDEX "consent_history_install" ON "consent_history" USING btree ("project_id","install_instance_id","id");--> statement-breakpoint
CREATE INDEX "decisions_campaign" ON "decisions" USING btree ("project_id","campaign_id","install_id") WHERE "decisions"."campaign_id" is not null;--> statement-breakpoint
CREATE INDEX "deeplink_opens_instance" ON "deeplink_opens" USING btree ("project_id","install_instance_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("project_id","destination_id","next_at") WHERE "deliveries"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_state" ON "deliveries" USING btree ("project_id","destination_id","state","id");--> statement-breakpoint
CREATE INDEX "deliveries_instance" ON "deliveries" USING btree ("project_id","install_instance_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_user" ON "deliveries" USING btree ("project_id","user_id") WHERE "deliveries"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_corrects" ON "deliveries" USING btree ("project_id","corrects") WHERE "deliveries"."corrects" is not null;--> statement-breakpoint
CREATE INDEX "destinations_paused" ON "destinations" USING btree ("project_id","id") WHERE "destinations"."paused_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "domain_claims_project" ON "domain_claims" USING btree ("project_id","host");--> statement-breakpoint
CREATE INDEX "domains_project" ON "domains" USING btree ("project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "domains_primary" ON "domains" USING btree ("project_id") WHERE "domains"."is_primary";--> statement-breakpoint
CREATE INDEX "events_user" ON "events" USING btree ("project_id","user_id","id");--> statement-breakpoint
CREATE INDEX "events_instance" ON "events" USING btree ("project_id","install_instance_id","id");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("project_id","user_id");--> statement-breakpoint
CREATE INDEX "install_details_probe" ON "install_details" USING btree ("project_id","push_kind","probe_at") WHERE "install_details"."probe_at" is not null;--> statement-breakpoint
CREATE INDEX "install_devices_install" ON "install_devices" USING btree ("project_id","install_id");--> statement-breakpoint
CREATE INDEX "installs_active" ON "installs" USING btree ("project_id","last_open_at");--> statement-breakpoint
CREATE INDEX "installs_newest" ON "installs" USING btree ("project_id","installed_at");--> statement-breakpoint
CREATE INDEX "installs_address" ON "installs" USING btree ("project_id","address_key","installed_at") WHERE "installs"."address_key" is not null;--> statement-breakpoint
CREATE INDEX "installs_suspicious" ON "installs" USING btree ("project_id","installed_at") WHERE "installs"."flags" is not null;--> statement-breakpoint
CREATE INDEX "installs_test" ON "installs" USING btree ("project_id","installed_at") WHERE "installs"."is_test";--> statement-breakpoint
CREATE INDEX "installs_uninstalled" ON "installs" USING btree ("project_id","uninstalled_at") WHERE "installs"."uninstalled_at" is not null;--> statement-breakpoint
CREATE INDEX "installs_stored_address" ON "installs" USING btree ("id") WHERE "installs"."device_data" ? 'init_ip_address';--> statement-breakpoint
CREATE INDEX "invitation_projects_project" ON "invitation_projects" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "late_evidence_due" ON "late_evidence" USING btree ("project_id","due_at");--> statement-breakpoint
CREATE INDEX "ledger_cells" ON "ledger" USING btree ("project_id","day","campaign_id","measure");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_about" ON "mails" USING btree ("project_id","about","recipient");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_at") WHERE "mails"."next_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "members_email" ON "members" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "memberships_member" ON "memberships" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "network_claims_day" ON "network_claims" USING btree ("project_id","day");--> statement-breakpoint
CREATE INDEX "network_pulls_due" ON "network_pulls" USING btree ("project_id","next_at");--> statement-breakpoint
CREATE INDEX "network_pulls_failing" ON "network_pulls" USING btree ("project_id","account_id") WHERE "network_pulls"."failures" > 0;--> statement-breakpoint
CREATE INDEX "network_requests_due" ON "network_requests" USING btree ("project_id","destination_id","next_at") WHERE "network_requests"."next_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_payment_id" ON "payments" USING btree ("project_id","payment_id") WHERE "payments"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("project_id","user_id");--> statement-breakpoint
CREATE INDEX "payments_instance" ON "payments" USING btree ("project_id","install_instance_id");--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("project_id","paid_at");--> statement-breakpoint
CREATE INDEX "payments_unpriced" ON "payments" USING btree ("project_id","original_currency","paid_at") WHERE "payments"."original_minor" <> 0 and "payments"."amount_minor" = 0;--> statement-breakpoint
CREATE INDEX "payments_removed" ON "payments" USING btree ("project_id","removed_at") WHERE "payments"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "project_members_member" ON "project_members" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "project_tokens_project" ON "project_tokens" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "projects_account" ON "projects" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "projects_frozen" ON "projects" USING btree ("id") WHERE "projects"."frozen_at" is not null;--> statement-breakpoint
CREATE INDEX "push_services_due" ON "push_services" USING btree ("project_id","next_at") WHERE "push_services"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "push_services_failing" ON "push_services" USING btree ("project_id","kind") WHERE "push_services"."failures" > 0;--> statement-breakpoint
CREATE INDEX "replays_open" ON "replays" USING btree ("project_id") WHERE "replays"."state" in ('trying', 'applying');--> statement-breakpoint
CREATE INDEX "report_schedules_due" ON "report_schedules" USING btree ("next_at") WHERE "report_schedules"."next_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "report_views_name" ON "report_views" USING btree ("project_id","member_id",lower("name"));--> statement-breakpoint
CREATE INDEX "retention_cutoffs_due" ON "retention_cutoffs" USING btree ("updated_at") WHERE "retention_cutoffs"."done_before" is distinct from "retention_cutoffs"."before";--> statement-breakpoint
CREATE INDEX "server_keys_project" ON "server_keys" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "sessions_member" ON "sessions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "share_links_project" ON "share_links" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "signing_keys_project" ON "signing_keys" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "site_tokens_project" ON "site_tokens" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "spend_import" ON "spend" USING btree ("project_id","import_id");--> statement-breakpoint
CREATE UNIQUE INDEX "spend_imports_source" ON "spend_imports" USING btree ("project_id","kind","source_key") WHERE "spend_imports"."source_key" is not null;--> statement-breakpoint
CREATE INDEX "spend_imports_open" ON "spend_imports" USING btree ("project_id") WHERE "spend_imports"."state" in ('DRAFT', 'STORING');--> statement-breakpoint
CREATE INDEX "store_listings_app" ON "store_listings" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "unclaimed_postbacks_app" ON "unclaimed_postbacks" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "user_days_instance" ON "user_days" USING btree ("project_id","install_instance_id");--> statement-breakpoint
CREATE INDEX "user_days_others" ON "user_days" USING btree ("project_id","name","user_id") WHERE "user_days"."is_other";--> statement-breakpoint
CREATE INDEX "users_campaign" ON "users" USING btree ("project_id","campaign_id","attributed_at","user_id");--> statement-breakpoint
CREATE INDEX "users_instance" ON "users" USING btree ("project_id","install_instance_id");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("project_id","identified_at","user_id");--> statement-breakpoint
CREATE INDEX "users_id_begins" ON "users" USING btree ("project_id","user_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_email_begins" ON "users" USING btree ("project_id",lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_name_begins" ON "users" USING btree ("project_id",lower("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "watched_calls_device" ON "watched_calls" USING btree ("project_id","watch_id","id");--> statement-breakpoint
CREATE INDEX "web_clicks_visitor" ON "web_clicks" USING btree ("project_id","web_id");--> statement-breakpoint
CREATE UNIQUE INDEX "web_events_once" ON "web_events" USING btree ("project_id","web_id","event_id");--> statement-breakpoint
CREATE INDEX "web_events_user" ON "web_events" USING btree ("project_id","user_id") WHERE "web_events"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "web_visitors_first_seen" ON "web_visitors" USING btree ("project_id","first_seen_at");--> statement-breakpoint
CREATE INDEX "web_visitors_age" ON "web_visitors" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "web_visitors_user" ON "web_visitors" USING btree ("project_id","user_id") WHERE "web_visitors"."user_id" is not null;--> statement-breakpoint
-- No query looks for values in these documents, and sorting thirty thousand of them took most of the time of ANALYZE.
ALTER TABLE "installs" ALTER COLUMN "device_data" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "decisions" ALTER COLUMN "candidates" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "decisions" ALTER COLUMN "evidence" SET STATISTICS 0;--> statement-breakpoint
-- The smallest ID of a row made at that instant: IDs are UUIDv7 and begin with the milliseconds.
CREATE FUNCTION uuid_floor(instant timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM instant) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid
$$;
--> statement-breakpoint
-- Makes the monthly partitions that are missing between two days. A month with rows in the default partition gets none:
-- the rows are found there as well.
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
--> statement-breakpoint
-- Drops a month of clicks or events if no project that keeps its rows has one in it, and returns whether it did. Other
-- statements wait for it a second at most; after that it gives up and is called again later.
CREATE FUNCTION drop_month_partition(child text, keepers bigint[]) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
  parent text := substring(child from '^(clicks|events)_[0-9]{6}$');
  kept boolean;
BEGIN
  IF parent IS NULL OR to_regclass(child) IS NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE project_id = ANY ($1))', child) INTO kept USING keepers;
  IF kept THEN
    RETURN false;
  END IF;
  EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', parent);
  EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', child);
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE project_id = ANY ($1))', child) INTO kept USING keepers;
  IF kept THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE %I', child);
  RETURN true;
END $$;
--> statement-breakpoint
-- Days as bits, from the first of them to the last.
CREATE FUNCTION day_bits(days date[]) RETURNS bit varying LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(repeat('0', gap) || '1', '' ORDER BY day)::bit varying
  FROM (SELECT day, coalesce(day - lag(day) OVER (ORDER BY day) - 1, 0) AS gap FROM unnest(days) AS day) d
$$;
--> statement-breakpoint
-- The days of both, starting at the earlier of the two first days.
CREATE FUNCTION join_days(first_day date, days bit varying, other_first date, other_days bit varying)
RETURNS bit varying LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT repeat('0', first_day - lo)::bit varying || days || repeat('0', hi - first_day - length(days))::bit varying
    | (repeat('0', other_first - lo)::bit varying || other_days || repeat('0', hi - other_first - length(other_days))::bit varying)
  FROM (
    SELECT least(first_day, other_first) AS lo, greatest(first_day + length(days), other_first + length(other_days)) AS hi
  ) both_ends
$$;
--> statement-breakpoint
-- Whether one of the days is in the window, which includes both ends.
CREATE FUNCTION has_day(first_day date, days bit varying, since date, until date)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT until >= first_day AND since < first_day + length(days) AND position(B'1' IN substring(days
    FROM greatest(since - first_day, 0) + 1
    FOR greatest(least(until - first_day, length(days) - 1) - greatest(since - first_day, 0) + 1, 0))) > 0
$$;
--> statement-breakpoint
-- A volatile function sees what others committed until it is called, whatever the statement around it sees.
CREATE FUNCTION projects_writable(ids bigint[]) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF EXISTS (SELECT FROM projects p WHERE p.frozen_at IS NOT NULL AND p.id = ANY(ids)) THEN
    RAISE EXCEPTION 'a project is frozen' USING ERRCODE = 'CH001';
  END IF;
  RETURN true;
END
$$;
--> statement-breakpoint
-- Whether a project may have one more row in a table. Calls for one project and table wait until the one before them has
-- committed, and a volatile function sees what was committed meanwhile: calls at the same moment do not exceed the limit.
CREATE FUNCTION has_room(in_table text, asked bigint, most int) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  fits boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('has_room ' || in_table), hashint8(asked));
  EXECUTE format('SELECT count(*) < $2 FROM %I WHERE project_id = $1', in_table) INTO fits USING asked, most;
  RETURN fits;
END
$$;
