import { sql } from "@/db";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, auditRow, withBefore } from "@/lib/accounts/audit/queries";
import type { ProjectId } from "@/lib/base/ids";

export type WebsiteRow = {
  web: { origins?: unknown } | null;
  tokens: { token: string; expires_at: string | null }[];
  last_seen_at: Date | null;
};

export async function findSiteOf(project: ProjectId, now: Date): Promise<WebsiteRow> {
  const [row] = await sql<[WebsiteRow]>`
    select p.settings->'web' as web,
      (select coalesce(json_agg(json_build_object('token', t.token, 'expires_at', t.expires_at)
         order by t.created_at desc), '[]')
       from site_tokens t where t.project_id = ${project} and (t.expires_at is null or t.expires_at > ${now})) as tokens,
      (select v.first_seen_at from web_visitors v where v.project_id = ${project}
       order by v.first_seen_at desc limit 1) as last_seen_at
    from projects p where p.id = ${project}`;
  return row;
}

type Whose = Pick<Project, "id" | "accountId">;

/**
 * The first website creates a token. Of two simultaneous calls the second waits for the first and finds its settings.
 */
export async function storeOrigins(
  project: Whose,
  origins: string[],
  { fresh, now }: { fresh: string; now: Date },
  by: Actor,
): Promise<void> {
  const web = JSON.stringify({ origins });
  await audited(
    by,
    {
      account: project.accountId,
      project: project.id,
      action: "site.change",
      detail: withBefore({ origins }, sql`coalesce(changed.was, '{}')`),
    },
    sql`
      update projects set updated_at = ${now},
        settings = settings || jsonb_build_object('web', coalesce(settings->'web', '{}') || ${web}::text::jsonb)
      where id = ${project.id}
        and coalesce(settings->'web'->'origins', '[]') is distinct from ${web}::text::jsonb->'origins'
      returning id, old.settings->'web' as was`,
    sql`,
    made as (
      insert into site_tokens (token, project_id, created_at)
      select ${fresh}, ${project.id}, ${now} from changed where was is null
    )
    select id from changed`,
  );
}

/** As for app tokens: of two simultaneous rotations, the second finds no current token and returns false. */
export async function replaceSiteToken(
  project: Whose,
  token: { fresh: string; now: Date; expiresAt: Date },
  by: Actor,
): Promise<boolean> {
  const detail = { old_expires_at: token.expiresAt.toISOString() };
  const rows = await sql`
    with old as (
      update site_tokens set expires_at = ${token.expiresAt}
      where project_id = ${project.id} and expires_at is null returning token
    ),
    earlier as (
      update site_tokens set expires_at = ${token.expiresAt}
      where project_id = ${project.id} and expires_at > ${token.expiresAt} and exists (select from old)
    ),
    made as (
      insert into site_tokens (token, project_id, created_at) select ${token.fresh}, ${project.id}, ${token.now}
      from old returning token
    ),
    logged as (${auditRow(
      by,
      { account: project.accountId, project: project.id, action: "site-token.rotate", detail },
      sql`from made`,
    )})
    select token from made`;
  return rows.length > 0;
}
