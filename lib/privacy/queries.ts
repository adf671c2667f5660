import { sql } from "@/db";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { ProjectId } from "@/lib/base/ids";

export async function rememberErased(projectId: ProjectId, keys: string[], now: Date): Promise<void> {
  await sql`
    insert into erased_ids as known (project_id, key, erased_at)
    select distinct ${projectId}::bigint, key, ${now}::timestamptz from unnest(${keys}::text[]) as key
    on conflict (project_id, key) do update set erased_at = greatest(known.erased_at, excluded.erased_at)`;
}

/** The users who were identified on an install. */
export async function findUsersOf(projectId: ProjectId, install: string): Promise<string[]> {
  const rows = await sql<{ user_id: string }[]>`
    select user_id from users where project_id = ${projectId} and install_instance_id = ${install}
    union select user_id from identities where project_id = ${projectId} and install_instance_id = ${install}`;
  return rows.map((row) => row.user_id);
}

/** True if any fact has the user ID, or it was erased before: an erased user may have sent more meanwhile. */
export async function isKnownUser(projectId: ProjectId, user: string, erased: string): Promise<boolean> {
  const [row] = await sql<[{ known: boolean }]>`
    select exists (select 1 from users where project_id = ${projectId} and user_id = ${user})
      or exists (select 1 from identities where project_id = ${projectId} and user_id = ${user})
      or exists (select 1 from events where project_id = ${projectId} and user_id = ${user})
      or exists (select 1 from payments where project_id = ${projectId} and user_id = ${user})
      or exists (select 1 from ad_revenue where project_id = ${projectId} and user_id = ${user})
      or exists (select 1 from web_visitors where project_id = ${projectId} and user_id = ${user})
      or exists (select 1 from web_events where project_id = ${projectId} and user_id = ${user})
      or exists (select 1 from erased_ids where project_id = ${projectId} and key = ${erased}) as known`;
  return row.known;
}

/** The advertising IDs of installs, and the networks that no other install used. */
export async function findTracesOf(
  projectId: ProjectId,
  instances: string[],
): Promise<{ devices: string[]; networks: string[] }> {
  const [row] = await sql<[{ devices: string[]; networks: string[] }]>`
    with of_person as materialized (
      select id, address_key from installs
      where project_id = ${projectId} and install_instance_id = any(${instances}::text[])
    )
    select
      array(select distinct v.device_id from install_devices v join of_person t on t.id = v.install_id
        where v.project_id = ${projectId}) as devices,
      array(select distinct encode(t.address_key, 'hex') from of_person t where t.address_key is not null and not exists (
        select 1 from installs o where o.project_id = ${projectId} and o.address_key = t.address_key
          and o.id not in (select id from of_person))) as networks`;
  return row;
}

/** The installs that belong to this user alone. An install with a second user is kept for that user. */
export async function findInstancesOf(
  projectId: ProjectId,
  { user, install }: { user: string | null; install: string | null },
): Promise<string[]> {
  const rows = await sql<{ instance: string }[]>`
    select distinct i.instance from (
      select install_instance_id as instance from users where project_id = ${projectId} and user_id = ${user}
      union select install_instance_id from identities where project_id = ${projectId} and user_id = ${user}
      union select install_instance_id from events where project_id = ${projectId} and user_id = ${user}
      union select install_instance_id from payments where project_id = ${projectId} and user_id = ${user}
      union select install_instance_id from ad_revenue where project_id = ${projectId} and user_id = ${user}
      union select install_instance_id from installs
        where project_id = ${projectId} and install_instance_id = ${install}
      union select install_instance_id from install_details
        where project_id = ${projectId} and install_instance_id = ${install}
      union select install_instance_id from consents
        where project_id = ${projectId} and install_instance_id = ${install}
    ) i
    where i.instance is not null
      and not exists (select 1 from users u where u.project_id = ${projectId}
        and u.install_instance_id = i.instance and u.user_id is distinct from ${user})
      and not exists (select 1 from identities d where d.project_id = ${projectId}
        and d.install_instance_id = i.instance and d.user_id is distinct from ${user})`;
  return rows.map(({ instance }) => instance);
}

/**
 * The clicks and views of a user, from three sources: the decisions of their installs (also as candidates), their
 * advertising IDs, and their network if no other install used it. Reads the installs in `of_person`.
 */
export const clicksOfUser = (projectId: ProjectId) => sql`
  select c.project_id, c.id from clicks c where c.project_id = ${projectId} and c.id in (
    select t.click_id from of_person t where t.click_id is not null
    union select u.click_id from click_uses u join of_person t on t.id = u.install_id where u.project_id = ${projectId}
    union select (each ->> 'click_id')::uuid from decisions d join of_person t on t.id = d.install_id,
      jsonb_array_elements(d.candidates) as each
      where d.project_id = ${projectId} and each ->> 'click_id' is not null)
  union
  select c.project_id, c.id from clicks c
  join install_devices v on v.project_id = ${projectId} and v.device_id = lower(c.advertising_id)
  join of_person t on t.id = v.install_id
  where c.project_id = ${projectId} and c.advertising_id is not null
  union
  select c.project_id, c.id from clicks c join of_person t on t.address_key = c.address_key
  where c.project_id = ${projectId} and not exists (
    select 1 from installs o where o.project_id = ${projectId} and o.address_key = c.address_key
      and o.id not in (select id from of_person))`;

/**
 * The website visitors of a user: last identified as this user or, if not identified, with a click to which one of the
 * user's installs was attributed. A copied link has the web ID of its sender, so a click alone does not link an
 * identified visitor. Reads the installs in `of_person`.
 */
export const visitorsOfUser = (projectId: ProjectId, user: string | null) => sql`
  select v.web_id from web_visitors v where v.project_id = ${projectId} and v.user_id = ${user}
  union
  select c.web_id from web_clicks c
  left join web_visitors v on v.project_id = ${projectId} and v.web_id = c.web_id
  where c.project_id = ${projectId} and v.user_id is null and c.click_id in (
    select u.click_id from click_uses u join of_person t on t.id = u.install_id where u.project_id = ${projectId}
    union select t.click_id from of_person t where t.click_id is not null)`;

/**
 * A user's events on websites: under their ID in any browser, and without an ID in their own browsers. Other people's
 * events in the same browser are excluded. Reads the web IDs in `visitors`.
 */
const personWebEvents = (projectId: ProjectId, user: string | null) => sql`
  select e.* from web_events e where e.project_id = ${projectId} and e.user_id = ${user}
  union all
  select e.* from web_events e join visitors v on v.web_id = e.web_id
  where e.project_id = ${projectId} and e.user_id is null`;

/** The web IDs of users, found by the users' IDs or by installs. */
export async function findWebIdsOf(
  projectId: ProjectId,
  user: string | null,
  instances: string[],
): Promise<string[]> {
  const rows = await sql<{ web_id: string }[]>`
    with of_person as materialized (
      select id, click_id from installs
      where project_id = ${projectId} and install_instance_id = any(${instances}::text[])
    )
    ${visitorsOfUser(projectId, user)}`;
  return rows.map(({ web_id }) => web_id);
}

/** The stored rows by table. If there are any, the audit log records who read them. */
export async function personExportOf(
  { id: projectId, accountId }: Pick<Project, "id" | "accountId">,
  { user, instances, named }: { user: string | null; instances: string[]; named: string },
  by: Actor,
) {
  const [row] = await sql<{ found: Record<string, Record<string, unknown>[]> }[]>`
    with of_person as materialized (
      select * from installs where project_id = ${projectId} and install_instance_id = any(${instances}::text[])
    ),
    seen as materialized (${clicksOfUser(projectId)}),
    visitors as materialized (${visitorsOfUser(projectId, user)}),
    rows as (
      select 'user' as kind, to_jsonb(u) as row from users u where u.project_id = ${projectId} and u.user_id = ${user}
      union all select 'installs', to_jsonb(t) from of_person t
      union all select 'devices', to_jsonb(v) from install_devices v join of_person t on t.id = v.install_id
        where v.project_id = ${projectId}
      union all select 'details', to_jsonb(d) from install_details d
        where d.project_id = ${projectId} and d.install_instance_id = any(${instances}::text[])
      union all select 'consent', to_jsonb(c) from consents c
        where c.project_id = ${projectId} and c.install_instance_id = any(${instances}::text[])
      union all select 'consent_history', to_jsonb(h) from consent_history h
        where h.project_id = ${projectId} and h.install_instance_id = any(${instances}::text[])
      union all select 'watched_calls', to_jsonb(c) from watched_calls c
        join watched_devices w on w.project_id = ${projectId} and w.id = c.watch_id
        where c.project_id = ${projectId} and w.install_instance_id = any(${instances}::text[])
      union all select 'decisions', to_jsonb(d) from decisions d join of_person t on t.id = d.install_id
        where d.project_id = ${projectId}
      union all select 'google_claims', to_jsonb(g) from google_claims g join of_person t on t.id = g.install_id
        where g.project_id = ${projectId}
      union all select 'clicks', to_jsonb(c) from clicks c join seen s on s.id = c.id where c.project_id = ${projectId}
      union all select 'events', to_jsonb(e) from events e where e.project_id = ${projectId}
        and (e.user_id = ${user} or e.install_instance_id = any(${instances}::text[]))
      union all select 'payments', to_jsonb(p) from payments p where p.project_id = ${projectId}
        and (p.user_id = ${user} or p.install_instance_id = any(${instances}::text[]))
      union all select 'ad_revenue', to_jsonb(a) from ad_revenue a where a.project_id = ${projectId}
        and (a.user_id = ${user} or a.install_instance_id = any(${instances}::text[]))
      union all select 'opens', to_jsonb(o) from deeplink_opens o
        where o.project_id = ${projectId} and o.install_instance_id = any(${instances}::text[])
      union all select 'recipients', jsonb_build_object('destination', t.name, 'kind', t.kind, 'fact', d.fact,
          'sent_as', d.sent_as, 'sent_at', d.ended_at, 'identifiers', d.identifiers, 'payload', d.payload)
        from deliveries d join destinations t on t.project_id = ${projectId} and t.id = d.destination_id
        where d.project_id = ${projectId} and (d.state = 'sent' or d.attempts @> '[{"is": "sent"}]')
          and (d.user_id = ${user} or d.install_instance_id = any(${instances}::text[]))
      union all select 'audiences', jsonb_build_object('audience', a.title, 'receiver', a.kind, 'state', m.state,
          'entered_at', m.entered_at, 'ids', m.ids)
        from audience_members m join of_person t on t.id = m.install_id
        join audiences a on a.project_id = ${projectId} and a.id = m.audience_id
        where m.project_id = ${projectId} and (m.state in ('member', 'removing') or m.was_sent)
      union all select 'audience_entries', jsonb_build_object('audience', a.title, 'held_out', n.is_held_out,
          'entered_at', n.entered_at)
        from audience_entries n join of_person t on t.id = n.install_id
        join audiences a on a.project_id = ${projectId} and a.id = n.audience_id
        where n.project_id = ${projectId}
      union all select 'web_visitors', to_jsonb(v) from web_visitors v
        where v.project_id = ${projectId} and v.web_id in (select web_id from visitors)
      union all select 'web_events', to_jsonb(e) from (${personWebEvents(projectId, user)}) e
      union all select 'web_clicks', to_jsonb(c) from web_clicks c
        where c.project_id = ${projectId} and c.web_id in (select web_id from visitors)
    ),
    logged as (${auditRow(
      by,
      { account: accountId, project: projectId, action: "person.export", target: named },
      sql`from (select from rows limit 1) one`,
    )})
    select jsonb_object_agg(k.kind, coalesce(r.rows, '[]'::jsonb)) as found
    from unnest(array['user', 'installs', 'devices', 'details', 'consent', 'consent_history', 'watched_calls', 'decisions',
      'google_claims', 'clicks',
      'events', 'payments', 'ad_revenue', 'opens', 'recipients', 'audiences',
      'audience_entries', 'web_visitors', 'web_events', 'web_clicks']) as k(kind)
    left join (select kind, jsonb_agg(row - 'project_id') as rows from rows group by kind) r on r.kind = k.kind`;
  return row?.found ?? {};
}
