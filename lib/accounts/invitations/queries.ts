import { type Fragment, sql } from "@/db";
import { grantable, type Role, roles } from "@/lib/accounts/access/roles";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, MemberId } from "@/lib/base/ids";

export type InvitationRow = {
  id: number;
  email: string;
  role: Role;
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
  may_withdraw: boolean;
};

/** `by given`: each pair of roles of which the first may still grant the second. */
const mayGive = roles.flatMap((by) => grantable(by).map((given) => `${by} ${given}`));

/**
 * Condition on an invitation `i`: its author may still grant the role. Invitations from the command line do not exist.
 */
const isMeant = () => sql`
  exists (
    select from memberships b where b.account_id = i.account_id and b.member_id = i.created_by
      and b.role || ' ' || i.role = any(${mayGive}::text[]))`;

const isOpen = (now: Date) => sql`i.accepted_at is null and i.expires_at > ${now} and ${isMeant()}`;

/** Condition on an invitation `i`: it grants a role that is not in the list, or its author has one. */
const isAbove = (touchable: Role[]) => sql`
  (i.role <> all(${touchable}::text[]) or exists (
    select from memberships b where b.account_id = i.account_id and b.member_id = i.created_by
      and b.role <> all(${touchable}::text[])))`;

export function findInvitations(account: AccountId, touchable: Role[], now: Date) {
  return sql<InvitationRow[]>`
    select i.id, i.email, i.role, m.email as invited_by, i.created_at, i.expires_at,
           not ${isAbove(touchable)} as may_withdraw
    from invitations i left join members m on m.id = i.created_by
    where i.account_id = ${account} and ${isOpen(now)} order by i.id desc`;
}

/**
 * Replaces an earlier invitation to the same e-mail. `above`: the earlier one is not theirs to replace. Null when the
 * account already has that member.
 */
export async function insertInvitation(
  account: AccountId,
  invitation: { email: string; role: Role; tokenHash: Buffer; createdAt: Date; expiresAt: Date },
  touchable: Role[],
  by: Actor,
): Promise<InvitationRow | "above" | null> {
  const { email, role, tokenHash, createdAt, expiresAt } = invitation;
  const [row] = await sql<(InvitationRow & { above: boolean })[]>`
    with earlier as (
           select i.id, ${isOpen(createdAt)} and ${isAbove(touchable)} as above from invitations i
           where i.account_id = ${account} and lower(i.email) = ${email} and i.accepted_at is null),
         stays as (select from earlier where above),
         replaced as (
           delete from invitations where id in (select id from earlier) and not exists (select from stays)),
         made as (
           insert into invitations (account_id, email, role, token_hash, created_by, created_at, expires_at)
           select ${account}, ${email}, ${role}, ${tokenHash}, ${by.memberId}::bigint, ${createdAt}, ${expiresAt}
           where not exists (select from stays) and not exists (
             select from memberships s join members m on m.id = s.member_id
             where s.account_id = ${account} and lower(m.email) = ${email})
           returning id, email, role, created_at, expires_at),
         logged as (${auditRow(
           by,
           { account, action: "invitation.create", target: email, detail: { role } },
           sql`from made`,
         )})
    select made.*, ${by.name}::text as invited_by, true as may_withdraw, stays.above is not null as above
    from made full join (select true as above from stays limit 1) stays on true`;
  if (!row) return null;
  const { above, ...made } = row;
  return above ? "above" : made;
}

/** False when they may not withdraw it; null when there is none. */
export async function deleteInvitation(
  account: AccountId,
  id: number,
  touchable: Role[],
  by: Actor,
): Promise<boolean | null> {
  const [row] = await sql<{ done: boolean }[]>`
    with found as (
           select i.id, ${isAbove(touchable)} as above from invitations i
           where i.account_id = ${account} and i.id = ${id} and i.accepted_at is null),
         gone as (
           delete from invitations where id in (select id from found where not above) returning id, email),
         logged as (${auditRow(
           by,
           { account, action: "invitation.withdraw", target: sql`gone.email` },
           sql`from gone`,
         )})
    select exists (select from gone) as done from found`;
  return row?.done ?? null;
}

export type OpenInvitationRow = {
  account_name: string;
  email: string;
  role: Role;
  member_id: MemberId | null;
};

export async function findOpenInvitation(tokenHash: Buffer, now: Date): Promise<OpenInvitationRow | null> {
  const [row] = await sql<OpenInvitationRow[]>`
    select a.name as account_name, i.email, i.role, m.id as member_id
    from invitations i join accounts a on a.id = i.account_id
    left join members m on lower(m.email) = lower(i.email)
    where i.token_hash = ${tokenHash} and ${isOpen(now)}`;
  return row ?? null;
}

const taken = (tokenHash: Buffer, now: Date) => sql`
  taken as (
    update invitations i set accepted_at = ${now}
    where i.token_hash = ${tokenHash} and ${isOpen(now)}
    returning account_id, email, role)`;

const accepted = (email: string, member: number | Fragment) =>
  auditRow(
    { memberId: null, name: email },
    {
      account: sql`joined.account_id`,
      action: "invitation.accept",
      target: sql`taken.email`,
      detail: sql`jsonb_build_object('role', joined.role, 'member_id', ${member}::bigint)`,
    },
    sql`from joined join taken on taken.account_id = joined.account_id`,
  );

type Joined = { account_id: number; member_id: number };

export async function joinAsMember(
  tokenHash: Buffer,
  { id: member, email }: { id: MemberId; email: string },
  now: Date,
): Promise<Joined | null> {
  const [row] = await sql<Joined[]>`
    with ${taken(tokenHash, now)},
         joined as (
           insert into memberships (account_id, member_id, role) select account_id, ${member}, role from taken
           on conflict (account_id, member_id) do nothing returning account_id, role),
         logged as (${accepted(email, member)})
    select account_id, ${member}::bigint as member_id from taken`;
  return row ?? null;
}

export async function joinAsNew(
  tokenHash: Buffer,
  member: { email: string; name: string; passwordHash: string },
  now: Date,
): Promise<Joined | null> {
  const [row] = await sql<Joined[]>`
    with ${taken(tokenHash, now)},
         made as (
           insert into members (email, name, password_hash)
           select email, ${member.name}, ${member.passwordHash} from taken returning id),
         joined as (
           insert into memberships (account_id, member_id, role) select account_id, made.id, role from taken, made
           returning account_id, member_id, role),
         logged as (${accepted(member.email, sql`joined.member_id`)})
    select account_id, member_id from joined`;
  return row ?? null;
}

/** Accepts every open invitation to an e-mail that a sign-in service has verified. */
export async function joinInvited(email: string, name: string, now: Date): Promise<MemberId | null> {
  const [row] = await sql<{ id: MemberId }[]>`
    with taken as (
           update invitations i set accepted_at = ${now}
           where lower(i.email) = ${email} and ${isOpen(now)}
           returning account_id, email, role),
         known as (select id from members where lower(email) = ${email}),
         made as (
           insert into members (email, name)
           select ${email}, ${name} where exists (select from taken) and not exists (select from known) returning id),
         member as (select id from known union all select id from made),
         joined as (
           insert into memberships (account_id, member_id, role)
           select distinct on (account_id) account_id, member.id, role from taken, member
           on conflict (account_id, member_id) do nothing returning account_id, member_id, role),
         logged as (${accepted(email, sql`joined.member_id`)})
    select id from member`;
  return row?.id ?? null;
}
