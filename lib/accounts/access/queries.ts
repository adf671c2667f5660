import { sql } from "@/db";
import type { LimitSetting } from "@/lib/accounts/access/limits";
import type { Member, SessionToken } from "@/lib/accounts/access/member";
import type { Role } from "@/lib/accounts/access/roles";
import { isLive } from "@/lib/accounts/access/session-queries";
import type { WeekStart } from "@/lib/base/days";
import type { MemberId } from "@/lib/base/ids";

export type ProjectRow = {
  project_id: number;
  account_id: number;
  name: string;
  slug: string;
  platforms: string[];
  time_zone: string;
  currency: string;
  week_starts_on: WeekStart;
  website: string | null;
  ended_links: string;
  suspended_at: Date | null;
  payment_link: string | null;
  frozen_at: Date | null;
  moved_address: string | null;
  settings: Record<string, unknown>;
  limit_settings: LimitSetting[];
};

const projectColumns = () => sql`
  p.id as project_id, p.account_id, p.name, p.slug, p.platforms, p.time_zone, p.currency, p.week_starts_on, p.website, p.ended_links,
  p.suspended_at, p.payment_link, p.frozen_at, p.moved_address,
  p.settings,
  (select coalesce(
       json_agg(json_build_object('project_id', l.project_id, 'group', l."group", 'per_second', l.per_second)), '[]')
     from limit_settings l where l.project_id in (0, p.id)) as limit_settings`;

export type ServerKeyRow = ProjectRow & {
  key_id: number;
  prefix: string;
  expires_at: Date | null;
  last_used_at: Date | null;
};

export async function findServerKey(hash: Buffer): Promise<ServerKeyRow | null> {
  const [row] = await sql<ServerKeyRow[]>`
    select k.id as key_id, k.prefix, k.expires_at, k.last_used_at, ${projectColumns()}
    from server_keys k join projects p on p.id = k.project_id
    where k.hash = ${hash} and k.revoked_at is null and p.deleted_at is null`;
  return row ?? null;
}

/** What apps and websites are known by tells of their project, too, if anybody of theirs was ever erased. */
type TokenRow = ProjectRow & { has_erased: boolean };
const hasErased = () => sql`exists (select from erased_ids e where e.project_id = p.id) as has_erased`;

export type ProjectTokenRow = TokenRow & {
  expires_at: Date | null;
  watched_until: Date | null;
  signing_keys: { id: number; key_id: string; secret: string; expires_at: string | null }[];
};

/** The rows are in the order of the tokens. */
export async function findProjectTokens(tokens: string[]): Promise<(ProjectTokenRow | null)[]> {
  const rows = await sql<(ProjectTokenRow & { token: string })[]>`/* several projects */
    select t.token, t.expires_at, p.watched_until, ${projectColumns()}, ${hasErased()},
      (select coalesce(json_agg(json_build_object('id', k.id, 'key_id', k.key_id, 'secret', encode(k.secret, 'hex'),
           'expires_at', k.expires_at)), '[]')
         from signing_keys k where k.project_id = p.id and k.secret is not null) as signing_keys
    from project_tokens t join projects p on p.id = t.project_id
    where t.token = any(${tokens}::text[]) and p.deleted_at is null`;
  const found = new Map(rows.map((row) => [row.token, row]));
  return tokens.map((token) => found.get(token) ?? null);
}

export type SiteTokenRow = TokenRow & { expires_at: Date | null };

/** The rows are in the order of the tokens. */
export async function findSiteTokens(tokens: string[]): Promise<(SiteTokenRow | null)[]> {
  const rows = await sql<(SiteTokenRow & { token: string })[]>`/* several projects */
    select t.token, t.expires_at, ${projectColumns()}, ${hasErased()}
    from site_tokens t join projects p on p.id = t.project_id
    where t.token = any(${tokens}::text[]) and p.deleted_at is null`;
  const found = new Map(rows.map((row) => [row.token, row]));
  return tokens.map((token) => found.get(token) ?? null);
}

export async function findProject(id: number): Promise<ProjectRow | null> {
  const [row] = await sql<ProjectRow[]>`
    select ${projectColumns()} from projects p where p.id = ${id} and p.deleted_at is null`;
  return row ?? null;
}

export function findInstanceLimits(): Promise<LimitSetting[]> {
  return sql<LimitSetting[]>`select project_id, "group", per_second from limit_settings where project_id = 0`;
}

/** At most once a minute. The statement itself checks that, because several processes may run it. */
export async function touchServerKey(id: number): Promise<void> {
  await sql`
    update server_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
}

/** At most once a minute, like server keys. */
export async function touchSigningKey(id: number): Promise<void> {
  await sql`
    update signing_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
}

type MemberColumns = { member_id: number; email: string; member_name: string };

const memberOfRow = (row: MemberColumns): Member => ({
  id: row.member_id as MemberId,
  email: row.email,
  name: row.member_name,
});

/** Condition on a member `m`: the session exists and is neither too old nor unused for too long. */
const signedIn = ({ memberId, version, id }: SessionToken) => sql`
  m.id = ${memberId} and m.session_version = ${version} and exists (
    select from sessions e where e.id = ${id} and e.member_id = m.id and ${isLive()})`;

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

/** Finds the project by id or slug. The role is that in the account, or else that in this project alone. */
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
