import { sql } from "@/db";
import type { Role } from "@/lib/accounts/access/roles";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, auditInAccountsOf, auditRow, withBefore } from "@/lib/accounts/audit/queries";
import {
  areAllProjectsKnown,
  grantRows,
  type ProjectGrant,
  rolesByName,
} from "@/lib/accounts/members/grant-queries";
import type { MemberProjectsQuery } from "@/lib/accounts/schema";
import type { WeekStart } from "@/lib/base/days";
import type { AccountId, MemberId } from "@/lib/base/ids";
import { escapeLike } from "@/lib/base/text/like-pattern";

/* -------------------------------------------------------------- members -- */

export type CredentialRow = {
  id: MemberId;
  email: string;
  name: string;
  password_hash: string | null;
  session_version: number;
};

export async function findByEmail(email: string): Promise<CredentialRow | null> {
  const [row] = await sql<CredentialRow[]>`
    select id, email, name, password_hash, session_version from members where lower(email) = ${email.toLowerCase()}`;
  return row ?? null;
}

export async function findCredentials(id: MemberId): Promise<CredentialRow | null> {
  const [row] = await sql<CredentialRow[]>`
    select id, email, name, password_hash, session_version from members where id = ${id}`;
  return row ?? null;
}

/**
 * Replaces a hash by a more expensive one of the same password. If the password was changed meanwhile, the new one
 * stays.
 */
export async function upgradeHash(id: MemberId, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update members set password_hash = ${to} where id = ${id} and password_hash = ${from}`;
}

export function findAccountsOf(id: MemberId) {
  return sql<{ id: number; name: string; role: Role }[]>`
    select a.id, a.name, s.role from memberships s join accounts a on a.id = s.account_id
    where s.member_id = ${id} order by lower(a.name), a.id`;
}

export type MemberProjectRow = {
  id: number;
  account_id: number;
  name: string;
  slug: string;
  time_zone: string;
  currency: string;
  week_starts_on: WeekStart;
  platforms: string[];
  ended_links: string;
  role: Role;
  suspended: boolean;
  archived: boolean;
  sample: boolean;
  frozen: boolean;
  moved_to: string | null;
  moved_number: number | null;
};

/**
 * The projects that a member may open, by accounts and by single projects. Returns the first of them by name, and their
 * number.
 */
export async function findProjectsOf(
  id: MemberId,
  { search, ids, account }: MemberProjectsQuery,
  max: number,
): Promise<{ projects: MemberProjectRow[]; project_count: number }> {
  const like = search ? `%${escapeLike(search)}%` : null;
  const rows = await sql<(MemberProjectRow & { project_count: number })[]>`
    with accessible as (
      select p.id, s.role from memberships s join projects p on p.account_id = s.account_id
      where s.member_id = ${id}
      union all
      select g.project_id, g.role from project_members g join projects p on p.id = g.project_id
      where g.member_id = ${id} and not exists (
        select from memberships s where s.account_id = p.account_id and s.member_id = ${id})
    )
    select p.id, p.account_id, p.name, p.slug, p.time_zone, p.currency, p.week_starts_on, p.platforms, p.ended_links, m.role,
      p.suspended_at is not null as suspended, p.archived_at is not null as archived, p.sample_days is not null as sample,
      p.frozen_at is not null as frozen, p.moved_address as moved_to, p.moved_number,
      (count(*) over ())::int as project_count
    from accessible m join projects p on p.id = m.id
    where p.deleted_at is null
      and (${account ?? null}::bigint is null or p.account_id = ${account ?? null}::bigint)
      and (${ids ?? null}::bigint[] is null or p.id = any(${ids ?? null}::bigint[]))
      and (${like}::text is null or p.name ilike ${like} or p.slug ilike ${like})
    order by p.archived_at is not null, lower(p.name), p.id limit ${max}`;
  const projects = rows.map(({ project_count: _, ...project }) => project);
  return { projects, project_count: rows[0]?.project_count ?? 0 };
}

export async function renameMember(id: MemberId, name: string, by: Actor): Promise<void> {
  await sql`
    with changed as (update members set name = ${name} where id = ${id} and name <> ${name} returning id, email),
         logged as (${auditInAccountsOf(
           by,
           "member.rename",
           withBefore(
             { name },
             sql`(select jsonb_build_object('name', was.name) from members was where was.id = ${id})`,
           ),
         )})
    select id from changed`;
}

/** A choice that this version does not know is read as no choice. */
export async function findOwnSettings(
  id: MemberId,
): Promise<{ locale: string | null; has_password: boolean }> {
  const [row] = await sql<{ locale: string | null; has_password: boolean }[]>`
    select m.locale, m.password_hash is not null as has_password from members m where m.id = ${id}`;
  return row ?? { locale: null, has_password: false };
}

export async function updateFormats(id: MemberId, { locale }: { locale: string | null }): Promise<void> {
  await sql`update members set locale = ${locale} where id = ${id}`;
}

/** Ends every session; null if the password was changed meanwhile. */
export async function replacePassword(
  id: MemberId,
  change: { from: string | null; to: string },
  by: Actor,
): Promise<{ session_version: number } | null> {
  const [row] = await sql<{ session_version: number }[]>`
    with changed as (
           update members set password_hash = ${change.to}, session_version = session_version + 1
           where id = ${id} and password_hash is not distinct from ${change.from}
           returning id, email, session_version),
         ended as (delete from sessions where member_id in (select id from changed)),
         logged as (${auditInAccountsOf(by, "member.change-password")})
    select session_version from changed`;
  return row ?? null;
}

export async function endSessions(id: MemberId, by: Actor): Promise<void> {
  await sql`
    with changed as (
           update members set session_version = session_version + 1 where id = ${id} returning id, email),
         ended as (delete from sessions where member_id in (select id from changed)),
         logged as (${auditInAccountsOf(by, "member.sign-out-everywhere")})
    select id from changed`;
}

/* ------------------------------------------------------------ first run -- */

/** False if there is a member already. */
export async function storeSetUpToken(hash: string, now: Date): Promise<boolean> {
  const rows = await sql`
    insert into instance_settings (name, value, updated_at)
    select 'setup', ${JSON.stringify({ hash })}::text::jsonb, ${now} where not exists (select from members)
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at
    returning name`;
  return rows.length > 0;
}

export async function isSetUpToken(hash: string): Promise<boolean> {
  const rows = await sql`
    select name from instance_settings
    where name = 'setup' and value ->> 'hash' = ${hash} and not exists (select from members)`;
  return rows.length > 0;
}

/** The call that deletes the token creates the account, so only one call can succeed. */
export async function createOwner(
  hash: string,
  owner: { email: string; name: string; passwordHash: string; accountName: string },
): Promise<{ member_id: number; account_id: number } | null> {
  const by: Actor = { memberId: null, name: owner.email };
  const [row] = await sql<{ member_id: number; account_id: number }[]>`
    with gate as (
           delete from instance_settings
           where name = 'setup' and value ->> 'hash' = ${hash} and not exists (select from members) returning name),
         account as (insert into accounts (name) select ${owner.accountName} from gate returning id),
         member as (
           insert into members (email, name, password_hash)
           select ${owner.email}, ${owner.name}, ${owner.passwordHash} from gate returning id),
         joined as (
           insert into memberships (account_id, member_id, role)
           select account.id, member.id, 'owner' from account, member),
         logged as (${auditRow(
           by,
           { account: sql`account.id`, action: "account.create", target: owner.accountName },
           sql`from account`,
         )})
    select member.id as member_id, account.id as account_id from member, account`;
  return row ?? null;
}

/* --------------------------------------------------------- command line -- */

export async function findAccount(
  named: { id: number } | { name: string } | null,
): Promise<AccountId | null> {
  const which =
    named === null
      ? sql`true`
      : "id" in named
        ? sql`id = ${named.id}`
        : sql`lower(name) = ${named.name.toLowerCase()}`;
  const [row] = await sql<{ id: AccountId }[]>`select id from accounts where ${which} order by id limit 1`;
  return row?.id ?? null;
}

export async function insertAccount(name: string, by: Actor): Promise<AccountId> {
  const [row] = await audited<{ id: AccountId }>(
    by,
    { account: sql`changed.id`, action: "account.create", target: name },
    sql`insert into accounts (name) values (${name}) returning id`,
  );
  return row!.id;
}

/** Makes a person a member of single projects. Null if one of them is not the account's. */
export async function insertProjectMember(
  account: AccountId,
  member: { email: string; name: string; passwordHash: string; projects: ProjectGrant[] },
  by: Actor,
): Promise<{ member_id: number } | null> {
  const [row] = await sql<{ member_id: number }[]>`
    with ${grantRows(account, member.projects)},
         made as (
           insert into members (email, name, password_hash)
           select ${member.email}, ${member.name}, ${member.passwordHash}
           where ${areAllProjectsKnown(member.projects)}
           returning id),
         joined as (
           insert into project_members (project_id, member_id, role)
           select requested.project_id, made.id, requested.role from requested, made),
         logged as (${auditRow(
           by,
           {
             account,
             action: "member.add",
             target: member.email,
             detail: sql`jsonb_build_object('projects', ${rolesByName()})`,
           },
           sql`from made`,
         )})
    select id as member_id from made`;
  return row ?? null;
}

/** The first member of an account becomes its owner. */
export async function insertMember(
  account: AccountId,
  member: { email: string; name: string; passwordHash: string; role: Role },
  by: Actor,
): Promise<{ member_id: number; role: Role }> {
  const detail = sql`jsonb_build_object('role', joined.role)`;
  const [row] = await sql<{ member_id: number; role: Role }[]>`
    with made as (
           insert into members (email, name, password_hash)
           values (${member.email}, ${member.name}, ${member.passwordHash}) returning id),
         joined as (
           insert into memberships (account_id, member_id, role)
           select ${account}, made.id,
                  case when exists (select from memberships where account_id = ${account})
                       then ${member.role}::text else 'owner' end
           from made returning member_id, role),
         closed as (delete from instance_settings where name = 'setup'),
         logged as (${auditRow(by, { account, action: "member.add", target: member.email, detail }, sql`from joined`)})
    select member_id, role from joined`;
  return row!;
}
