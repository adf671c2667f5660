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
DROP INDEX "ledger_cells";--> statement-breakpoint
CREATE INDEX "user_days_instance" ON "user_days" USING btree ("project_id","install_instance_id");--> statement-breakpoint
CREATE INDEX "user_days_others" ON "user_days" USING btree ("project_id","name","user_id") WHERE "user_days"."is_other";--> statement-breakpoint
CREATE INDEX "ledger_cells" ON "ledger" USING btree ("project_id","day","campaign_id","measure");
--> statement-breakpoint
-- Days as bits, from the first of them to the last.
CREATE FUNCTION day_bits(days date[]) RETURNS bit varying LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(repeat('0', gap) || '1', '' ORDER BY day)::bit varying
  FROM (SELECT day, coalesce(day - lag(day) OVER (ORDER BY day) - 1, 0) AS gap FROM unnest(days) AS day) d
$$;--> statement-breakpoint
-- The days of both, from the earlier of the two first days on.
CREATE FUNCTION join_days(first_day date, days bit varying, other_first date, other_days bit varying)
RETURNS bit varying LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT repeat('0', first_day - lo)::bit varying || days || repeat('0', hi - first_day - length(days))::bit varying
    | (repeat('0', other_first - lo)::bit varying || other_days || repeat('0', hi - other_first - length(other_days))::bit varying)
  FROM (
    SELECT least(first_day, other_first) AS lo, greatest(first_day + length(days), other_first + length(other_days)) AS hi
  ) both_ends
$$;--> statement-breakpoint
-- Whether one of the days lies in the window, both ends included.
CREATE FUNCTION has_day(first_day date, days bit varying, since date, until date)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT until >= first_day AND since < first_day + length(days) AND position(B'1' IN substring(days
    FROM greatest(since - first_day, 0) + 1
    FOR greatest(least(until - first_day, length(days) - 1) - greatest(since - first_day, 0) + 1, 0))) > 0
$$;--> statement-breakpoint
INSERT INTO user_days (project_id, name, user_id, install_instance_id, platform, first_day, days, is_other, counted_version)
SELECT e.project_id, e.name, e.user_id, e.install_instance_id, coalesce(min(s.platform), min(u.platform), 'UNKNOWN'), min(e.day),
  day_bits(array_agg(DISTINCT e.day)), coalesce(min(u.install_instance_id), '') <> e.install_instance_id, coalesce(min(s.decision_version), 0)
FROM event_users e
LEFT JOIN installs s ON s.project_id = e.project_id AND s.install_instance_id = e.install_instance_id
LEFT JOIN users u ON u.project_id = e.project_id AND u.user_id = e.user_id
GROUP BY e.project_id, e.name, e.user_id, e.install_instance_id;--> statement-breakpoint
INSERT INTO ledger (project_id, day, campaign_id, ad_set_id, creative_id, keyword_id, platform, measure, name, count)
SELECT d.project_id, d.first_day + length(d.days) - 1, coalesce(s.campaign_id, 0), coalesce(s.ad_set_id, ''),
  coalesce(s.creative_id, ''), coalesce(s.keyword_id, ''), d.platform, 'event_users', d.name, count(*)
FROM user_days d
LEFT JOIN installs s ON s.project_id = d.project_id AND s.install_instance_id = d.install_instance_id
WHERE NOT coalesce(s.is_test, false)
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
