import { sql } from "@/db";
import type { LimitSetting } from "@/lib/access/limits";

export type ProjectRow = {
  project_id: number;
  account_id: number;
  name: string;
  slug: string;
  time_zone: string;
  currency: string;
  website: string | null;
  suspended_at: Date | null;
  payment_link: string | null;
  settings: Record<string, unknown>;
  limit_settings: LimitSetting[];
};

const project = () => sql`
  p.id as project_id, p.account_id, p.name, p.slug, p.time_zone, p.currency, p.website, p.suspended_at, p.payment_link,
  p.settings,
  (select coalesce(json_agg(json_build_object('project_id', l.project_id, 'group', l."group", 'per_second', l.per_second)), '[]')
     from limit_settings l where l.project_id in (0, p.id)) as limit_settings`;

export type ServerKeyRow = ProjectRow & {
  key_id: number;
  prefix: string;
  expires_at: Date | null;
  last_used_at: Date | null;
};

export async function findServerKey(hash: Buffer): Promise<ServerKeyRow | null> {
  const [row] = await sql<ServerKeyRow[]>`
    select k.id as key_id, k.prefix, k.expires_at, k.last_used_at, ${project()}
    from server_keys k join projects p on p.id = k.project_id
    where k.hash = ${hash} and k.revoked_at is null and p.deleted_at is null`;
  return row ?? null;
}

export async function findProjectToken(token: string): Promise<(ProjectRow & { expires_at: Date | null }) | null> {
  const [row] = await sql<(ProjectRow & { expires_at: Date | null })[]>`
    select t.expires_at, ${project()}
    from project_tokens t join projects p on p.id = t.project_id
    where t.token = ${token} and p.deleted_at is null`;
  return row ?? null;
}

export async function findProject(id: number): Promise<ProjectRow | null> {
  const [row] = await sql<ProjectRow[]>`
    select ${project()} from projects p where p.id = ${id} and p.deleted_at is null`;
  return row ?? null;
}

export function findInstanceLimits(): Promise<LimitSetting[]> {
  return sql<LimitSetting[]>`select project_id, "group", per_second from limit_settings where project_id = 0`;
}

/** At most once a minute: the statement itself sees to it, whatever several processes do. */
export async function touchServerKey(id: number): Promise<void> {
  await sql`
    update server_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
}
