import { sql } from "@/db";
import type { LimitSetting } from "@/lib/accounts/access/limits";
import type { WeekStart } from "@/lib/base/days";

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
  sample_days: number | null;
  payment_link: string | null;
  frozen_at: Date | null;
  moved_address: string | null;
  settings: Record<string, unknown>;
  limit_settings: LimitSetting[];
};

/** Columns of a project `p`. */
export const projectColumns = () => sql`
  p.id as project_id, p.account_id, p.name, p.slug, p.platforms, p.time_zone, p.currency, p.week_starts_on, p.website, p.ended_links,
  p.suspended_at, p.sample_days, p.payment_link, p.frozen_at, p.moved_address,
  p.settings,
  (select coalesce(
       json_agg(json_build_object('project_id', l.project_id, 'group', l."group", 'per_second', l.per_second)), '[]')
     from limit_settings l where l.project_id in (0, p.id)) as limit_settings`;

export type ServerKeyRow = ProjectRow & {
  key_id: number;
  prefix: string;
  scopes: string[];
  expires_at: Date | null;
  last_used_at: Date | null;
};

export async function findServerKey(hash: Buffer): Promise<ServerKeyRow | null> {
  const [row] = await sql<ServerKeyRow[]>`
    select k.id as key_id, k.prefix, k.scopes, k.expires_at, k.last_used_at, ${projectColumns()}
    from server_keys k join projects p on p.id = k.project_id
    where k.hash = ${hash} and k.revoked_at is null and p.deleted_at is null`;
  return row ?? null;
}

/** Returned with each app and website: true if its project has ever erased a user. */
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
