import { sql } from "@/db";
import { grantable, type Role } from "@/lib/accounts/access/roles";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId } from "@/lib/base/ids";

export type MemberRow = {
  id: number;
  email: string;
  name: string;
  role: Role;
  joined_at: Date;
  last_seen_at: Date | null;
};

export function findMembers(account: AccountId) {
  return sql<MemberRow[]>`
    select m.id, m.email, m.name, s.role, s.created_at as joined_at, m.last_seen_at
    from memberships s join members m on m.id = s.member_id
    where s.account_id = ${account} order by lower(m.email)`;
}

/** The role that was found, and if it was changed. */
export type RoleChange = { role: Role; changed: boolean };

/**
 * Locks the rows of all owners. If two owners demote each other at once, the second waits here and then finds that only
 * one is left.
 */
const owners = (account: AccountId) => sql`
  owners as (
    select member_id from memberships where account_id = ${account} and role = 'owner' order by member_id for update)`;

/**
 * Withdraws the invitations that a member may no longer have made; `kept` are the roles that the member may still
 * grant.
 */
const withdrawn = (account: AccountId, stillGrantable: Role[], by: Actor) => sql`
  withdrawn as (
    delete from invitations
    where account_id = ${account} and created_by in (select member_id from changed) and accepted_at is null
      and role <> all(${stillGrantable}::text[])
    returning email),
  withdrawals_logged as (${auditRow(
    by,
    { account, action: "invitation.withdraw", target: sql`withdrawn.email` },
    sql`from withdrawn`,
  )})`;

const target = (account: AccountId, member: number) => sql`
  target as (
    select m.id, m.email, s.role from memberships s join members m on m.id = s.member_id
    where s.account_id = ${account} and s.member_id = ${member})`;

const anotherOwner = (member: number) => sql`(select count(*) from owners where member_id <> ${member}) > 0`;

export async function updateRole(
  account: AccountId,
  member: number,
  change: { role: Role; touchable: Role[] },
  by: Actor,
): Promise<RoleChange | null> {
  const detail = sql`jsonb_build_object('from', target.role, 'to', changed.role)`;
  const [row] = await sql<RoleChange[]>`
    with ${owners(account)}, ${target(account, member)},
         changed as (
           update memberships s set role = ${change.role}
           where s.account_id = ${account} and s.member_id = ${member}
             and s.role = any(${change.touchable}) and s.role <> ${change.role}
             and (s.role <> 'owner' or ${anotherOwner(member)})
           returning s.member_id, s.role),
         ended as (
           update members set session_version = session_version + 1 where id in (select member_id from changed)),
         signed_out as (delete from sessions where member_id in (select member_id from changed)),
         ${withdrawn(account, grantable(change.role), by)},
         logged as (${auditRow(
           by,
           { account, action: "member.change-role", target: sql`target.email`, detail },
           sql`from changed, target`,
         )})
    select target.role, exists (select from changed) as changed from target`;
  return row ?? null;
}

export async function deleteMembership(
  account: AccountId,
  member: number,
  touchable: Role[],
  by: Actor,
): Promise<RoleChange | null> {
  const detail = sql`jsonb_build_object('role', target.role)`;
  const [row] = await sql<RoleChange[]>`
    with ${owners(account)}, ${target(account, member)},
         changed as (
           delete from memberships s
           where s.account_id = ${account} and s.member_id = ${member} and s.role = any(${touchable})
             and (s.role <> 'owner' or ${anotherOwner(member)})
           returning s.member_id),
         ended as (
           update members set session_version = session_version + 1 where id in (select member_id from changed)),
         signed_out as (delete from sessions where member_id in (select member_id from changed)),
         ${withdrawn(account, [], by)},
         logged as (${auditRow(
           by,
           { account, action: "member.remove", target: sql`target.email`, detail },
           sql`from changed, target`,
         )})
    select target.role, exists (select from changed) as changed from target`;
  return row ?? null;
}
