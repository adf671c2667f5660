import { sql } from "@/db";
import { isBelowRowLimit } from "@/db/row-limit";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, auditRow, withBefore } from "@/lib/accounts/audit/queries";
import { type Owner, removeRow } from "@/lib/accounts/audit/remove-queries";
import type { ProjectId } from "@/lib/base/ids";
import type { TemplateSettings } from "@/lib/campaigns/templates/schema";

export type TemplateRow = { id: number; name: string; settings: unknown; updated_at: Date };

export const findTemplates = (projectId: ProjectId) => sql<TemplateRow[]>`
  select t.id, t.name, t.settings, t.updated_at from campaign_templates t
  where t.project_id = ${projectId} order by lower(t.name), t.id`;

export type UsableReferences = {
  hosts: string[];
  listings: { id: string; platform: string }[];
  affiliates: number[];
  accounts: number[];
};

/** All possible references of the project's settings. */
export async function findUsable(projectId: ProjectId): Promise<UsableReferences> {
  const [row] = await sql<[UsableReferences]>`
    select
      (select coalesce(json_agg(host), '[]') from domains where project_id = ${projectId}) as hosts,
      (select coalesce(json_agg(json_build_object('id', id, 'platform', platform)), '[]') from store_listings
        where project_id = ${projectId}) as listings,
      (select coalesce(json_agg(id), '[]') from affiliates where project_id = ${projectId}) as affiliates,
      (select coalesce(json_agg(id), '[]') from network_accounts where project_id = ${projectId}) as accounts`;
  return row;
}

/** Stores no row, and returns null, if another template has the name, or if there are `max` templates. */
export async function storeTemplate(
  { accountId: account, id: project }: Owner,
  input: { name: string; settings: TemplateSettings; replace: boolean; most: number },
  by: Actor,
  now: Date,
): Promise<{ row: TemplateRow | null; isTaken: boolean }> {
  const { name, settings, replace, most: max } = input;
  const [found] = await sql<
    [{ row: (Omit<TemplateRow, "updated_at"> & { updated_at: string }) | null; is_taken: boolean }]
  >`
    with known as (
      select id from campaign_templates where project_id = ${project} and lower(name) = lower(${name})
    ),
    stored as (
      insert into campaign_templates (project_id, name, settings, created_at, updated_at)
      select ${project}, ${name}, ${JSON.stringify(settings)}::text::jsonb, ${now}, ${now}
      where exists (select from known)
        or ${isBelowRowLimit("campaign_templates", project, max)}
      on conflict (project_id, lower(name)) do update
        set name = excluded.name, settings = excluded.settings, updated_at = excluded.updated_at
        where ${replace}
      returning id, name, settings, updated_at
    ),
    logged as (${auditRow(
      by,
      { account, project, action: "campaign-template.save", target: name },
      sql`from stored`,
    )})
    select (select to_json(stored) from stored) as row, exists (select from known) as is_taken`;
  const { row, is_taken: isTaken } = found;
  return { row: row && { ...row, updated_at: new Date(row.updated_at) }, isTaken };
}

/** Null if there is no such template. The index rejects a name that is taken. */
export async function renameTemplate(
  { accountId: account, id: project }: Owner,
  { id, name }: { id: number; name: string },
  by: Actor,
  now: Date,
): Promise<TemplateRow | null> {
  const was = sql`
    (select to_jsonb(t) from campaign_templates t where t.project_id = ${project} and t.id = ${id})`;
  const [row] = await audited<TemplateRow>(
    by,
    { account, project, action: "campaign-template.rename", target: name, detail: withBefore({ name }, was) },
    sql`
      update campaign_templates t set name = ${name}, updated_at = ${now}
      where t.project_id = ${project} and t.id = ${id}
      returning t.id, t.name, t.settings, t.updated_at`,
  );
  return row ?? null;
}

export const removeTemplate = (project: Owner, id: number, by: Actor) =>
  removeRow(project, id, by, {
    table: "campaign_templates",
    action: "campaign-template.delete",
    target: sql`changed.name`,
  });
