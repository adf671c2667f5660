import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, withBefore } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import type { AppLinks } from "@/lib/campaigns/app-links/rules";

export type AppLinksRow = AppLinks & { updatedAt: Date };

const columns = () => sql`
  a.ios_apps as "iosApps", a.android_apps as "androidApps", a.apple_file as "appleFile",
  a.android_file as "androidFile",
  a.updated_at as "updatedAt"`;

export async function findAppLinks(projectId: ProjectId): Promise<AppLinksRow | null> {
  const [row] = await sql<
    AppLinksRow[]
  >`select ${columns()} from app_links a where a.project_id = ${projectId}`;
  return row ?? null;
}

export async function saveAppLinks(
  account: AccountId,
  project: ProjectId,
  links: AppLinks,
  by: Actor,
  now: Date,
): Promise<AppLinksRow> {
  const detail = {
    ios_apps: links.iosApps,
    android_apps: links.androidApps,
    pasted: [
      ...(links.appleFile === null ? [] : ["apple-app-site-association"]),
      ...(links.androidFile === null ? [] : ["assetlinks.json"]),
    ],
  };
  const was = sql`coalesce((select to_jsonb(l) from app_links l where l.project_id = ${project}), '{}')`;
  const [row] = await audited<AppLinksRow>(
    by,
    { account, project, action: "app-settings.change", detail: withBefore(detail, was) },
    sql`
      insert into app_links (project_id, ios_apps, android_apps, apple_file, android_file, updated_at)
      values (${project}, ${JSON.stringify(links.iosApps)}::text::jsonb,
        ${JSON.stringify(links.androidApps)}::text::jsonb,
        ${links.appleFile}, ${links.androidFile}, ${now})
      on conflict (project_id) do update set ios_apps = excluded.ios_apps, android_apps = excluded.android_apps,
        apple_file = excluded.apple_file, android_file = excluded.android_file, updated_at = excluded.updated_at
      returning *`,
    sql`select ${columns()} from changed a`,
  );
  return row!;
}

/** The host of a project's domain, with the settings for links on it. */
export async function findAppLinkHost(
  projectId: ProjectId,
  domainId: number,
): Promise<{ host: string; display_id: string | null } | null> {
  const [row] = await sql<{ host: string; display_id: string | null }[]>`
    select d.host, (select c.display_id from campaigns c where c.project_id = ${projectId} and c.deleted_at is null
      and (c.domain_id = d.id or (c.domain_id is null and d.is_primary)) order by c.created_at desc
        limit 1) as display_id
    from domains d where d.project_id = ${projectId} and d.id = ${domainId}`;
  return row ?? null;
}

/** The primary host first. */
export async function findAppLinkHosts(projectId: ProjectId): Promise<string[]> {
  const rows = await sql<{ host: string }[]>`
    select host from domains where project_id = ${projectId} order by is_primary desc, id`;
  return rows.map((row) => row.host);
}
