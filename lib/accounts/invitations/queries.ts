import { sql } from "@/db";
import {
  type Access,
  grantableAccess,
  type ProjectRole,
  type Role,
  roles,
} from "@/lib/accounts/access/roles";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import {
  areAllProjectsKnown,
  grantRows,
  type ProjectGrant,
  rolesByName,
} from "@/lib/accounts/members/grant-queries";
import type { AccountId, MemberId } from "@/lib/base/ids";

export type InvitationRow = {
  id: number;
  email: string;
  /** Null if the invitation is for single projects. */
  role: Role | null;
  projects: { id: number; name: string; role: ProjectRole }[];
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
  may_withdraw: boolean;
};

/** `by given`: each pair of roles of which the first may still grant the second. */
const mayGive = roles.flatMap((by) => grantableAccess(by).map((given) => `${by} ${given}`));

/**
 * Condition on an invitation `i`: its author may still grant the role, and one of its projects exists. Every author is
 * a member, because the command line creates no invitations.
 */
const isForMember = () => sql`
  exists (
    select from memberships b where b.account_id = i.account_id and b.member_id = i.created_by
      and b.role || ' ' || i.role = any(${mayGive}::text[]))
  and (i.role <> 'projects' or exists (
    select from invitation_projects o join projects p on p.id = o.project_id
    where o.invitation_id = i.id and p.deleted_at is null))`;

/** The projects of an invitation `i`; empty if it is for the account. */
const projectsOfIt = () => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'role', o.role) order by lower(p.name), p.id),
     '[]')
   from invitation_projects o join projects p on p.id = o.project_id
   where o.invitation_id = i.id and p.deleted_at is null)`;

export const isOpenInvitation = (now: Date) =>
  sql`i.accepted_at is null and i.expires_at > ${now} and ${isForMember()}`;

/** Condition on an invitation `i`: its role, or its author's, is not in the list. */
const isAbove = (touchable: Access[]) => sql`
  (i.role <> all(${touchable}::text[]) or exists (
    select from memberships b where b.account_id = i.account_id and b.member_id = i.created_by
      and b.role <> all(${touchable}::text[])))`;

export function findInvitations(account: AccountId, touchable: Access[], now: Date) {
  return sql<InvitationRow[]>`
    select i.id, i.email, nullif(i.role, 'projects') as role, ${projectsOfIt()} as projects, m.email as invited_by, i.created_at,
           i.expires_at, not ${isAbove(touchable)} as may_withdraw
    from invitations i left join members m on m.id = i.created_by
    where i.account_id = ${account} and ${isOpenInvitation(now)} order by i.id desc`;
}

type NewInvitation = {
  email: string;
  role: Role | null;
  projects: ProjectGrant[];
  tokenHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
};

/**
 * Replaces an earlier invitation to the same email. `above`: the member may not replace the earlier one. `unknown`: a
 * project is not the account's. Null if the account, or a project of it, already has that member.
 */
export async function insertInvitation(
  account: AccountId,
  invitation: NewInvitation,
  touchable: Access[],
  by: Actor,
): Promise<InvitationRow | "above" | "unknown" | null> {
  const { email, role, projects, tokenHash, createdAt, expiresAt } = invitation;
  const [row] = await sql<(InvitationRow & { above: boolean; unknown: boolean })[]>`
    with ${grantRows(account, projects)},
         earlier as (
           select i.id, ${isOpenInvitation(createdAt)} and ${isAbove(touchable)} as above from invitations i
           where i.account_id = ${account} and lower(i.email) = ${email} and i.accepted_at is null),
         verdict as (select exists (select from earlier where above) as above, not ${areAllProjectsKnown(projects)} as unknown),
         replaced as (
           delete from invitations where id in (select id from earlier)
             and exists (select from verdict where not above and not unknown)),
         made as (
           insert into invitations (account_id, email, role, token_hash, created_by, created_at, expires_at)
           select ${account}, ${email}, coalesce(${role}::text, 'projects'), ${tokenHash}, ${by.memberId}::bigint,
             ${createdAt}, ${expiresAt}
           from verdict
           where not above and not unknown
             and not exists (
               select from memberships s join members m on m.id = s.member_id
               where s.account_id = ${account} and lower(m.email) = ${email})
             and not exists (
               select from project_members g join projects p on p.id = g.project_id join members m on m.id = g.member_id
               where p.account_id = ${account} and p.deleted_at is null and lower(m.email) = ${email})
           returning id, email, created_at, expires_at),
         opened as (
           insert into invitation_projects (invitation_id, project_id, role)
           select made.id, requested.project_id, requested.role from made, requested),
         logged as (${auditRow(
           by,
           {
             account,
             action: "invitation.create",
             target: email,
             detail: role === null ? sql`jsonb_build_object('projects', ${rolesByName()})` : { role },
           },
           sql`from made`,
         )})
    select made.*, ${role}::text as role, ${by.name}::text as invited_by, true as may_withdraw, above, unknown,
      (select coalesce(jsonb_agg(jsonb_build_object('id', project_id, 'name', name, 'role', role)
         order by lower(name), project_id), '[]') from requested) as projects
    from verdict left join made on true`;
  const { above, unknown, ...made } = row!;
  if (above) return "above";
  if (unknown) return "unknown";
  return made.id === null ? null : made;
}

/** False if the member may not withdraw it; null if it does not exist. */
export async function deleteInvitation(
  account: AccountId,
  id: number,
  touchable: Access[],
  by: Actor,
): Promise<boolean | null> {
  const [row] = await sql<{ done: boolean }[]>`
    with found as (
           select i.id, ${isAbove(touchable)} as above from invitations i
           where i.account_id = ${account} and i.id = ${id} and i.accepted_at is null),
         removed as (
           delete from invitations where id in (select id from found where not above) returning id, email),
         logged as (${auditRow(
           by,
           { account, action: "invitation.withdraw", target: sql`removed.email` },
           sql`from removed`,
         )})
    select exists (select from removed) as done from found`;
  return row?.done ?? null;
}

export type OpenInvitationRow = {
  account_name: string;
  email: string;
  role: Role | null;
  projects: InvitationRow["projects"];
  member_id: MemberId | null;
};

export async function findOpenInvitation(tokenHash: Buffer, now: Date): Promise<OpenInvitationRow | null> {
  const [row] = await sql<OpenInvitationRow[]>`
    select a.name as account_name, i.email, nullif(i.role, 'projects') as role, ${projectsOfIt()} as projects,
      m.id as member_id
    from invitations i join accounts a on a.id = i.account_id
    left join members m on lower(m.email) = lower(i.email)
    where i.token_hash = ${tokenHash} and ${isOpenInvitation(now)}`;
  return row ?? null;
}
