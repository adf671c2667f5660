import { sql } from "@/db";
import { type Access, grantableAccess, type ProjectRole, type Role } from "@/lib/accounts/access/roles";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import {
  areAllProjectsKnown,
  grantRows,
  type ProjectGrant,
  rolesByName,
} from "@/lib/accounts/members/grant-queries";
import type { AccountId } from "@/lib/base/ids";

export type MemberRow = {
  id: number;
  email: string;
  name: string;
  /** Null for members of single projects. */
  role: Role | null;
  projects: { id: number; name: string; role: ProjectRole }[];
  joined_at: Date;
  last_seen_at: Date | null;
  /** Open invitations that the member made in the account's projects. */
  share_links: number;
};

export function findMembers(account: AccountId) {
  return sql<MemberRow[]>`/* several projects */
    with own as (
      select s.member_id, s.role, '[]'::jsonb as projects, s.created_at as joined_at
      from memberships s where s.account_id = ${account}
    ),
    guests as (
      select g.member_id, null::text as role,
        jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'role', g.role) order by lower(p.name), p.id)
          as projects,
        min(g.created_at) as joined_at
      from project_members g
      join projects p on p.id = g.project_id and p.account_id = ${account} and p.deleted_at is null
      where g.member_id not in (select member_id from own) group by g.member_id
    )
    select m.id, m.email, m.name, x.role, x.projects, x.joined_at, m.last_seen_at, (
        select count(*)::int from projects p join share_links l on l.project_id = p.id
        where p.account_id = ${account} and p.deleted_at is null and l.created_by = m.email and l.expires_at > now()
      ) as share_links
    from (select * from own union all select * from guests) x join members m on m.id = x.member_id
    order by lower(m.email)`;
}

/** The access that was found, and if it was changed. */
export type AccessChange = { access: Access; changed: boolean };

/**
 * Locks the rows of all owners. If two owners demote each other at the same time, the second waits here and then finds
 * only one owner left.
 */
const owners = (account: AccountId) => sql`
  owners as (
    select member_id from memberships where account_id = ${account} and role = 'owner' order by member_id for update)`;

/**
 * Withdraws the invitations whose roles the member can no longer grant; `kept` are the roles that the member may still
 * grant. The part `changed` has the member.
 */
const withdrawn = (account: AccountId, remaining: Access[], by: Actor) => sql`
  withdrawn as (
    delete from invitations
    where account_id = ${account} and created_by in (select member_id from changed) and accepted_at is null
      and role <> all(${remaining}::text[])
    returning email),
  withdrawals_logged as (${auditRow(
    by,
    { account, action: "invitation.withdraw", target: sql`withdrawn.email` },
    sql`from withdrawn`,
  )})`;

const signedOut = () => sql`
  ended as (update members set session_version = session_version + 1 where id in (select member_id from changed)),
  signed_out as (delete from sessions where member_id in (select member_id from changed))`;

/**
 * The rows of a member in single projects of the account. The rows are locked, so that a concurrent removal of the
 * member is not undone.
 */
const currentAccess = (account: AccountId, member: number) => sql`
  current_grants as materialized (
    select g.project_id, g.role, p.name, p.deleted_at is null as live from project_members g join projects p on p.id = g.project_id
    where p.account_id = ${account} and g.member_id = ${member} order by g.project_id for update of g)`;

const target = (account: AccountId, member: number) => sql`
  target as (
    select m.id, m.email, coalesce(s.role, 'projects') as access,
      case when s.role is null then (select jsonb_object_agg(name, role) from current_grants) end as projects
    from members m left join memberships s on s.account_id = ${account} and s.member_id = m.id
    where m.id = ${member} and (s.role is not null or exists (select from current_grants)))`;

const anotherOwner = (member: number) => sql`(select count(*) from owners where member_id <> ${member}) > 0`;

/** Condition on a membership `s`: only members who may manage these roles can change it. */
const isTouchable = (touchable: Access[], member: number) => sql`
  s.role = any(${touchable}::text[]) and (s.role <> 'owner' or ${anotherOwner(member)})`;

const mayTouchProjects = (touchable: Access[]) => sql`${touchable.includes("projects")}::boolean`;

/** The earlier access for the log: the role, or the roles by project. */
const before = () => sql`coalesce(target.projects, to_jsonb(target.access))`;

export async function updateRole(
  account: AccountId,
  member: number,
  change: { role: Role; touchable: Access[] },
  by: Actor,
): Promise<AccessChange | null> {
  const { role, touchable } = change;
  const detail = sql`jsonb_build_object('from', ${before()}, 'to', ${role}::text)`;
  const [row] = await sql<AccessChange[]>`
    with ${owners(account)}, ${currentAccess(account, member)}, ${target(account, member)},
         updated as (
           update memberships s set role = ${role}
           where s.account_id = ${account} and s.member_id = ${member} and s.role <> ${role}
             and ${isTouchable(touchable, member)}
           returning s.member_id),
         widened as (
           insert into memberships (account_id, member_id, role)
           select ${account}, target.id, ${role} from target
           where target.access = 'projects' and ${mayTouchProjects(touchable)}
           returning member_id),
         changed as (select member_id from updated union all select member_id from widened),
         dropped_grants as (
           delete from project_members where member_id in (select member_id from changed)
             and project_id in (select project_id from current_grants)),
         ${signedOut()},
         ${withdrawn(account, grantableAccess(role), by)},
         logged as (${auditRow(
           by,
           { account, action: "member.change-role", target: sql`target.email`, detail },
           sql`from changed, target`,
         )})
    select target.access, exists (select from changed) as changed from target`;
  return row ?? null;
}

/** `unknown`: a project is not the account's. */
export async function updateProjects(
  account: AccountId,
  member: number,
  change: { projects: ProjectGrant[]; touchable: Access[] },
  by: Actor,
): Promise<(AccessChange & { unknown: boolean }) | null> {
  const { projects, touchable } = change;
  const detail = sql`jsonb_build_object('from', ${before()}, 'to', ${rolesByName()})`;
  const [row] = await sql<(AccessChange & { unknown: boolean })[]>`
    with ${owners(account)}, ${currentAccess(account, member)}, ${target(account, member)}, ${grantRows(account, projects)},
         restricted as (
           delete from memberships s
           where s.account_id = ${account} and s.member_id = ${member} and ${areAllProjectsKnown(projects)}
             and ${isTouchable(touchable, member)}
           returning s.member_id),
         allowed as (
           select member_id from restricted
           union all
           select id from target where access = 'projects' and ${areAllProjectsKnown(projects)} and ${mayTouchProjects(touchable)}),
         dropped as (
           delete from project_members where member_id in (select member_id from allowed)
             and project_id in (select project_id from current_grants where live)
             and project_id not in (select project_id from requested)
           returning member_id),
         given as (
           insert into project_members as g (project_id, member_id, role)
           select requested.project_id, allowed.member_id, requested.role from requested, allowed
           on conflict (project_id, member_id) do update set role = excluded.role where g.role <> excluded.role
           returning member_id),
         changed as (
           select member_id from restricted union select member_id from dropped union select member_id from given),
         ${signedOut()},
         ${withdrawn(account, [], by)},
         logged as (${auditRow(
           by,
           { account, action: "member.change-role", target: sql`target.email`, detail },
           sql`from changed, target`,
         )})
    select target.access, exists (select from changed) as changed, not ${areAllProjectsKnown(projects)} as unknown from target`;
  return row ?? null;
}

/** A member of this instance without access to the account. `unknown`: a project is not the account's. */
export async function addMembership(
  account: AccountId,
  member: number,
  to: { role: Role } | { projects: ProjectGrant[] },
  by: Actor,
): Promise<{ is: boolean; unknown: boolean }> {
  const role = "role" in to ? to.role : null;
  const projects = "projects" in to ? to.projects : [];
  const detail = sql`case when ${role}::text is null then jsonb_build_object('projects', ${rolesByName()})
    else jsonb_build_object('role', ${role}::text) end`;
  const [row] = await sql<[{ is: boolean; unknown: boolean }]>`
    with ${currentAccess(account, member)}, ${target(account, member)}, ${grantRows(account, projects)},
         stranger as (
           select m.id, m.email from members m where m.id = ${member} and not exists (select from target)
             and ${areAllProjectsKnown(projects)}),
         joined as (
           insert into memberships (account_id, member_id, role)
           select ${account}, id, ${role} from stranger where ${role}::text is not null
           on conflict do nothing returning member_id),
         given as (
           insert into project_members (project_id, member_id, role)
           select requested.project_id, stranger.id, requested.role from requested, stranger
           on conflict do nothing returning member_id),
         changed as (select member_id from joined union select member_id from given),
         logged as (${auditRow(
           by,
           { account, action: "member.add", target: sql`stranger.email`, detail },
           sql`from changed, stranger`,
         )})
    select exists (select from changed) as is,
      not exists (select from target) and not ${areAllProjectsKnown(projects)} as unknown`;
  return row;
}

export async function deleteMembership(
  account: AccountId,
  member: number,
  touchable: Access[],
  by: Actor,
): Promise<AccessChange | null> {
  const detail = sql`jsonb_build_object('role', ${before()})`;
  const [row] = await sql<AccessChange[]>`
    with ${owners(account)}, ${currentAccess(account, member)}, ${target(account, member)},
         left_account as (
           delete from memberships s
           where s.account_id = ${account} and s.member_id = ${member} and ${isTouchable(touchable, member)}
           returning s.member_id),
         left_projects as (
           delete from project_members where member_id = ${member} and project_id in (select project_id from current_grants)
             and (exists (select from left_account)
               or exists (select from target where access = 'projects' and ${mayTouchProjects(touchable)}))
           returning member_id),
         changed as (select member_id from left_account union select member_id from left_projects),
         ${signedOut()},
         ${withdrawn(account, [], by)},
         logged as (${auditRow(
           by,
           { account, action: "member.remove", target: sql`target.email`, detail },
           sql`from changed, target`,
         )})
    select target.access, exists (select from changed) as changed from target`;
  return row ?? null;
}
