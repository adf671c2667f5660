import { sql } from "@/db";
import type { Member, SessionToken } from "@/lib/accounts/access/member";
import { type ProjectRow, projectColumns } from "@/lib/accounts/access/queries";
import type { Role } from "@/lib/accounts/access/roles";
import { isLiveSession } from "@/lib/accounts/sessions/queries";
import type { MemberId } from "@/lib/base/ids";

type MemberColumns = { member_id: number; email: string; member_name: string };

const memberOfRow = (row: MemberColumns): Member => ({
  id: row.member_id as MemberId,
  email: row.email,
  name: row.member_name,
});

/** Condition on a member `m`: the session exists and is neither too old nor unused for too long. */
const signedIn = ({ memberId, version, id }: SessionToken) => sql`
  m.id = ${memberId} and m.session_version = ${version} and exists (
    select from sessions e where e.id = ${id} and e.member_id = m.id and ${isLiveSession()})`;

export async function findMemberBySession(session: SessionToken): Promise<Member | null> {
  const [row] = await sql<MemberColumns[]>`
    select m.id as member_id, m.email, m.name as member_name from members m where ${signedIn(session)}`;
  return row ? memberOfRow(row) : null;
}

export type AccountRow = { account_id: number; account_name: string; role: Role };

/** The member and their role in the account. Null when the session is over. */
export async function findMemberInAccount(
  session: SessionToken,
  accountId: number | null,
): Promise<{ member: Member; account: AccountRow | null } | null> {
  const [row] = await sql<(MemberColumns & (AccountRow | { role: null }))[]>`
    select m.id as member_id, m.email, m.name as member_name, s.role, a.id as account_id, a.name as account_name
    from members m
    left join (memberships s join accounts a on a.id = s.account_id) on s.member_id = m.id and a.id = ${accountId}
    where ${signedIn(session)}`;
  if (!row) return null;
  return { member: memberOfRow(row), account: row.role === null ? null : row };
}

/** Finds the project by ID or slug. The role is the account's role or, without one, the role in this project. */
export async function findMemberInProject(
  session: SessionToken,
  project: { id: number } | { slug: string },
): Promise<{ member: Member; project: (ProjectRow & { role: Role }) | null } | null> {
  const [row] = await sql<(MemberColumns & ((ProjectRow & { role: Role }) | { role: null }))[]>`
    select m.id as member_id, m.email, m.name as member_name, f.*
    from members m
    left join lateral (
      select coalesce(s.role, g.role) as role, ${projectColumns()}
      from projects p
      left join memberships s on s.account_id = p.account_id and s.member_id = m.id
      left join project_members g on g.project_id = p.id and g.member_id = m.id
      where ${"id" in project ? sql`p.id = ${project.id}` : sql`p.slug = ${project.slug}`} and p.deleted_at is null
        and (s.role is not null or g.role is not null)
    ) f on true
    where ${signedIn(session)}`;
  if (!row) return null;
  return { member: memberOfRow(row), project: row.role === null ? null : row };
}
