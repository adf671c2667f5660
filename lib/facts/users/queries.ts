import { type Fragment, sql } from "@/db";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import { personPlaceholders } from "@/lib/base/text/placeholders";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { toOutbox } from "@/lib/ledger/outbox/queries";
import { dimensionsOfInstall, joinHome, ledgerColumns, queueReassignment } from "@/lib/ledger/queries";

export type Identified = { deeplink: string | null; isNew: boolean };

export type IdentityRow = {
  project_id: ProjectId;
  at: Date;
  user_id: string;
  instance: string | null;
  platform: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  details: Record<string, unknown>;
  customer_created_at: Date | null;
  is_first_time: boolean | null;
};

/** A placeholder is stored only if there is no other value. */
const later = (known: Fragment, input: Fragment) => sql`
  coalesce(case when ${input} <> all(${personPlaceholders}::text[]) then ${input} end, ${known}, ${input})`;

/** The same rule for other details. */
const joined = (known: Fragment, input: Fragment) => sql`
  ${input} || ${known} || coalesce((
    select jsonb_object_agg(key, value) from jsonb_each(${input}) where value <> all(${vague}::text[]::jsonb[])
  ), '{}')`;
const vague = ["null", ...personPlaceholders.map((word) => JSON.stringify(word))];

const signups = () => sql`
  select w.project_id, w.user_id as subject, w.user_id, w.instance,
    jsonb_build_object('at', w.at, 'platform', w.platform, 'install_id', w.install_id,
      'campaign_id', nullif(w.campaign_id, 0), 'is_test', not w.counted) as payload
  from who w join stored on stored.project_id = w.project_id and stored.user_id = w.user_id
  where stored.is_new and stored.is_signup`;

/** Users counted so far without an install, and therefore without its dimensions. */
const withoutInstall = () => sql`
  select x.project_id, (x.identified_at at time zone home.time_zone)::date as day, x.platform,
    0 as campaign_id, '' as ad_set_id, '' as creative_id, '' as keyword_id, '' as publisher_id, '' as country, '' as install_version,
    true as counted,
    true as is_signup
  from stored x ${joinHome()}
  where x.was_signup`;

/**
 * Stores users of many projects and the install that each is signed in on. A user seen for the first time is a sign-up,
 * unless the install already has one. When a known user's first install arrives, that install's facts are reassigned.
 */
export async function storeIdentities(rows: IdentityRow[]): Promise<Identified[]> {
  const input = JSON.stringify(rows.map((row, i) => ({ i, ...row })));
  const found = await sql<{ deeplink: string | null; is_new: boolean }[]>`/* several projects */
    with input as materialized (
      select * from json_to_recordset(${input}::text::json) as x(
        i int, project_id bigint, at timestamptz, user_id text, instance text, platform text, name text,
        email text, phone text, details jsonb, customer_created_at timestamptz, is_first_time boolean)
    ),
    who as materialized (
      select x.i, x.project_id, x.at, (x.at at time zone home.time_zone)::date as day, x.user_id,
        x.instance, x.name, x.email,
        x.phone, x.details, x.customer_created_at, x.is_first_time, s.id as install_id, s.deeplink, s.decided_at,
        coalesce(nullif(s.platform, 'UNKNOWN'), x.platform) as platform, ${dimensionsOfInstall()}
      from input x ${joinHome()}
      left join installs s on s.project_id = x.project_id and s.install_instance_id = x.instance
      where ${whereWritable(rows)}
    ),
    signing_up as materialized (
      select distinct on (w.project_id, w.instance) w.project_id, w.instance, w.user_id from who w
      where w.instance is not null
        and not exists (select from users known where known.project_id = w.project_id and known.user_id = w.user_id
          and known.install_instance_id is not null)
        and not exists (select from users other where other.project_id = w.project_id
          and other.install_instance_id = w.instance and other.is_signup)
      order by w.project_id, w.instance, w.i
    ),
    signed_in as (
      insert into identities as t (project_id, install_instance_id, user_id, identified_at, has_signup)
      select distinct on (w.project_id, w.instance) w.project_id, w.instance, w.user_id, w.at, g.user_id is not null
      from who w left join signing_up g on g.project_id = w.project_id and g.instance = w.instance
      where w.instance is not null
      order by w.project_id, w.instance, w.i desc
      on conflict (project_id, install_instance_id) do update set
        user_id = case when t.identified_at <= excluded.identified_at then excluded.user_id else t.user_id end,
        identified_at = greatest(t.identified_at, excluded.identified_at),
        has_signup = t.has_signup or excluded.has_signup
      returning t.project_id, t.install_instance_id as instance, coalesce(old.has_signup, false) as had_signup
    ),
    stored as (
      insert into users as u (project_id, user_id, name, email, phone, details, customer_created_at, is_first_time,
        install_instance_id, platform, identified_at, campaign_id, attributed_at, counted_version, is_signup, updated_at)
      select w.project_id, w.user_id, w.name, w.email, w.phone, coalesce(w.details, '{}'), w.customer_created_at,
        w.is_first_time, w.instance, w.platform, w.at, case when w.counted then nullif(w.campaign_id, 0) end,
        case when w.counted and w.campaign_id <> 0 then greatest(w.at, w.decided_at) end, w.counted_version,
        w.instance is null or (g.user_id is not null and not t.had_signup), w.at
      from who w
      left join signed_in t on t.project_id = w.project_id and t.instance = w.instance
      left join signing_up g on g.project_id = w.project_id and g.instance = w.instance and g.user_id = w.user_id
      order by w.project_id, w.user_id
      on conflict (project_id, user_id) do update set
        name = ${later(sql`u.name`, sql`excluded.name`)}, email = ${later(sql`u.email`, sql`excluded.email`)},
        phone = ${later(sql`u.phone`, sql`excluded.phone`)},
        details = ${joined(sql`u.details`, sql`excluded.details`)},
        customer_created_at = coalesce(excluded.customer_created_at, u.customer_created_at),
        is_first_time = coalesce(excluded.is_first_time, u.is_first_time),
        install_instance_id = coalesce(u.install_instance_id, excluded.install_instance_id),
        is_signup = u.is_signup and (excluded.is_signup or u.install_instance_id is not null),
        updated_at = greatest(u.updated_at, excluded.updated_at)
      returning u.project_id, u.user_id, u.platform, u.identified_at, u.is_signup, old.user_id is null as is_new,
        coalesce(old.is_signup, false) and not u.is_signup as was_signup,
        old.user_id is not null and old.install_instance_id is null
          and u.install_instance_id is not null as first_install
    ),
    reassignments as (${queueReassignment(
      "several",
      sql`select distinct w.project_id, w.install_id as id from who w
        join stored u on u.project_id = w.project_id and u.user_id = w.user_id
        where u.first_install and w.install_id is not null and w.counted_version > 0`,
    )}),
    outbox_rows as (${toOutbox("several", "signup", signups())}),
    new_users as (
      select w.*, stored.is_signup from who w join stored on stored.project_id = w.project_id and stored.user_id = w.user_id
      where stored.is_new and w.counted
    ),
    cells as (
      insert into ledger ${ledgerColumns()}
      ${ledgerRowsOf("several", "signup", sql`select * from new_users`)}
      union all
      ${ledgerRowsOf("several", "signup", withoutInstall(), sql`-1`)}
    )
    select w.deeplink, stored.is_new
    from who w join stored on stored.project_id = w.project_id and stored.user_id = w.user_id
    order by w.i`;
  return found.map((row) => ({ deeplink: row.deeplink, isNew: row.is_new }));
}

export async function updateDetails(
  projectId: ProjectId,
  user: {
    userId: string;
    name: string | null;
    email: string | null;
    phone: string | null;
    details: Record<string, unknown>;
  },
  at: Date,
): Promise<boolean> {
  const rows = await sql`
    update users set name = ${later(sql`name`, sql`${user.name}::text`)},
      email = ${later(sql`email`, sql`${user.email}::text`)},
      phone = ${later(sql`phone`, sql`${user.phone}::text`)},
      details = ${joined(sql`details`, sql`${JSON.stringify(user.details)}::text::jsonb`)}, updated_at = ${at}
    where project_id = ${projectId} and user_id = ${user.userId} and ${whereWritable(projectId)}
    returning 1`;
  return rows.length > 0;
}
