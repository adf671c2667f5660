import { type Fragment, sql } from "@/db";
import { auditRow } from "@/lib/accounts/audit/queries";
import { isOpenInvitation } from "@/lib/accounts/invitations/queries";
import type { MemberId } from "@/lib/base/ids";

/** The part `accepted_invitations` has the accepted invitations: one by its token, or all of an email. */
const acceptedInvitations = (which: Fragment, now: Date) => sql`
  accepted_invitations as (
    update invitations i set accepted_at = ${now}
    where ${which} and ${isOpenInvitation(now)}
    returning i.id, i.account_id, i.email, i.role)`;

const byToken = (tokenHash: Buffer) => sql`i.token_hash = ${tokenHash}`;

/**
 * Gives the part `member` the invited roles: in the account or, without a role there, in projects. An existing role
 * stays.
 */
const joined = (email: string) => sql`
  joined as (
    insert into memberships (account_id, member_id, role)
    select distinct on (accepted_invitations.account_id) accepted_invitations.account_id, member.id, accepted_invitations.role from accepted_invitations, member
    where accepted_invitations.role <> 'projects'
    on conflict (account_id, member_id) do nothing returning account_id, member_id, role),
  granted as (
    insert into project_members (project_id, member_id, role)
    select distinct on (o.project_id) o.project_id, member.id, o.role
    from accepted_invitations join invitation_projects o on o.invitation_id = accepted_invitations.id
    join projects p on p.id = o.project_id and p.account_id = accepted_invitations.account_id and p.deleted_at is null, member
    where accepted_invitations.role = 'projects'
      and not exists (select from memberships s where s.account_id = accepted_invitations.account_id and s.member_id = member.id)
      and accepted_invitations.account_id not in (select account_id from joined)
    on conflict (project_id, member_id) do nothing returning project_id, member_id, role),
  dropped_grants as (
    delete from project_members g using projects p, joined
    where p.id = g.project_id and p.account_id = joined.account_id and g.member_id = joined.member_id),
  logged as (${auditRow(
    { memberId: null, name: email },
    {
      account: sql`accepted.account_id`,
      action: "invitation.accept",
      target: email,
      detail: sql`accepted.detail || jsonb_build_object('member_id', accepted.member_id)`,
    },
    sql`from (
      select account_id, member_id, jsonb_build_object('role', role) as detail from joined
      union all
      select p.account_id, l.member_id, jsonb_build_object('projects', jsonb_object_agg(p.name, l.role))
      from granted l join projects p on p.id = l.project_id group by p.account_id, l.member_id) accepted`,
  )})`;

type Joined = { account_id: number; member_id: number };

export async function joinAsMember(
  tokenHash: Buffer,
  { id, email }: { id: MemberId; email: string },
  now: Date,
): Promise<Joined | null> {
  const [row] = await sql<Joined[]>`
    with ${acceptedInvitations(byToken(tokenHash), now)},
         member as (select ${id}::bigint as id),
         ${joined(email)}
    select accepted_invitations.account_id, member.id as member_id from accepted_invitations, member`;
  return row ?? null;
}

export async function joinAsNew(
  tokenHash: Buffer,
  person: { email: string; name: string; passwordHash: string },
  now: Date,
): Promise<Joined | null> {
  const [row] = await sql<Joined[]>`
    with ${acceptedInvitations(byToken(tokenHash), now)},
         member as (
           insert into members (email, name, password_hash)
           select email, ${person.name}, ${person.passwordHash} from accepted_invitations returning id),
         ${joined(person.email)}
    select accepted_invitations.account_id, member.id as member_id from accepted_invitations, member`;
  return row ?? null;
}

/** Accepts every open invitation to an email that a sign-in service has verified. */
export async function acceptAllInvitations(email: string, name: string, now: Date): Promise<MemberId | null> {
  const [row] = await sql<{ id: MemberId }[]>`
    with ${acceptedInvitations(sql`lower(i.email) = ${email}`, now)},
         known as (select id from members where lower(email) = ${email}),
         made as (
           insert into members (email, name)
           select ${email}, ${name} where exists (select from accepted_invitations) and not exists (select from known) returning id),
         member as (select id from known union all select id from made),
         ${joined(email)}
    select id from member`;
  return row?.id ?? null;
}
