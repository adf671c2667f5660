import { type Fragment, sql } from "@/db";
import { isUnheld, unheld } from "@/db/unheld";
import type { ProjectId } from "@/lib/base/ids";
import { personPlaceholders } from "@/lib/base/placeholders";
import { cellsOf } from "@/lib/ledger/measure-queries";
import { toOutbox } from "@/lib/ledger/outbox/queries";
import { dimensionsOfInstall, homeOf, isToReassign, ledgerColumns } from "@/lib/ledger/queries";

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

/** A placeholder is kept only where nothing else is known. */
const later = (known: Fragment, input: Fragment) => sql`
  coalesce(case when ${input} <> all(${personPlaceholders}::text[]) then ${input} end, ${known}, ${input})`;

/** The same of what else was said. */
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
  where stored.is_new`;

/**
 * Users of many projects, which install each is signed in on, and the sign-ups of those seen for the first time. A
 * user who turns up with an install only now makes that install's facts be looked at again.
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
      from input x ${homeOf()}
      left join installs s on s.project_id = x.project_id and s.install_instance_id = x.instance
      where ${unheld(rows)}
    ),
    stored as (
      insert into users as u (project_id, user_id, name, email, phone, details, customer_created_at, is_first_time,
        install_instance_id, platform, identified_at, campaign_id, attributed_at, counted_version, updated_at)
      select project_id, user_id, name, email, phone, coalesce(details, '{}'), customer_created_at, is_first_time,
        instance, platform, at, case when counted then nullif(campaign_id, 0) end,
        case when counted and campaign_id <> 0 then greatest(at, decided_at) end, counted_version, at
      from who order by project_id, user_id
      on conflict (project_id, user_id) do update set
        name = ${later(sql`u.name`, sql`excluded.name`)}, email = ${later(sql`u.email`, sql`excluded.email`)},
        phone = ${later(sql`u.phone`, sql`excluded.phone`)},
        details = ${joined(sql`u.details`, sql`excluded.details`)},
        customer_created_at = coalesce(excluded.customer_created_at, u.customer_created_at),
        is_first_time = coalesce(excluded.is_first_time, u.is_first_time),
        install_instance_id = coalesce(u.install_instance_id, excluded.install_instance_id),
        updated_at = greatest(u.updated_at, excluded.updated_at)
      returning u.project_id, u.user_id, old.user_id is null as is_new,
        old.user_id is not null and old.install_instance_id is null
          and u.install_instance_id is not null as first_install
    ),
    signed_in as (
      insert into identities as t (project_id, install_instance_id, user_id, identified_at)
      select distinct on (project_id, instance) project_id, instance, user_id, at from who where instance is not null
      order by project_id, instance, i desc
      on conflict (project_id, install_instance_id) do update set user_id = excluded.user_id,
        identified_at = excluded.identified_at
      where t.identified_at <= excluded.identified_at
    ),
    look_again as (${isToReassign(
      "several",
      sql`select distinct w.project_id, w.install_id as id from who w
        join stored u on u.project_id = w.project_id and u.user_id = w.user_id
        where u.first_install and w.install_id is not null and w.counted_version > 0`,
    )}),
    told as (${toOutbox("several", "signup", signups())}),
    new_users as (
      select w.* from who w join stored on stored.project_id = w.project_id and stored.user_id = w.user_id
      where stored.is_new and w.counted
    ),
    cells as (
      insert into ledger ${ledgerColumns()} ${cellsOf("several", "signup", sql`select * from new_users`)}
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
    where project_id = ${projectId} and user_id = ${user.userId} and ${isUnheld(projectId)}
    returning 1`;
  return rows.length > 0;
}
