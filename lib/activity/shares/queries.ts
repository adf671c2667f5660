import { sql } from "@/db";
import { isBelowRowLimit } from "@/db/row-limit";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import { type Owner, removeRow } from "@/lib/accounts/audit/remove-queries";
import type { ShareSettings } from "@/lib/activity/shares/schema";
import type { ProjectId } from "@/lib/base/ids";

export type ShareRow = {
  id: number;
  title: string;
  settings: ShareSettings;
  created_by: string;
  maker_left?: boolean;
  created_at: Date;
  expires_at: Date;
  last_opened_at: Date | null;
};

/**
 * True if the creator is no longer a member. Keys and the command line have no email address, so they are never
 * members.
 */
const makerLeft = (project: ProjectId) => sql`
  strpos(s.created_by, '@') > 0 and not exists (
    select from members m join projects p on p.id = ${project}
    where lower(m.email) = lower(s.created_by) and (
      exists (select from memberships a where a.member_id = m.id and a.account_id = p.account_id)
      or exists (select from project_members g where g.member_id = m.id and g.project_id = p.id)))`;

export const findShares = (project: ProjectId) => sql<ShareRow[]>`
  select s.id, s.title, s.settings, s.created_by, ${makerLeft(project)} as maker_left, s.created_at, s.expires_at,
    s.last_opened_at
  from share_links s where s.project_id = ${project} order by s.id desc`;

/** Null if the project already has `max` links. */
export async function insertShare(
  { accountId: account, id: project }: Owner,
  share: { title: string; settings: ShareSettings; tokenHash: Buffer; now: Date; expiresAt: Date },
  by: Actor,
  max: number,
): Promise<ShareRow | null> {
  const { title, settings, tokenHash, now, expiresAt } = share;
  const detail = { kind: settings.shown.kind, expires_at: expiresAt.toISOString() };
  const [row] = await audited<ShareRow>(
    by,
    { account, project, action: "share-link.create", target: title, detail },
    sql`
      insert into share_links (project_id, token_hash, title, settings, created_by, created_at, expires_at)
      select ${project}, ${tokenHash}, ${title}, ${JSON.stringify(settings)}::text::jsonb, ${by.name}, ${now},
        ${expiresAt}
      where ${isBelowRowLimit("share_links", project, max)}
      returning id, title, settings, created_by, created_at, expires_at, last_opened_at`,
  );
  return row ?? null;
}

export const revokeShare = (project: Owner, id: number, by: Actor) =>
  removeRow(project, id, by, {
    table: "share_links",
    action: "share-link.revoke",
    target: sql`changed.title`,
  });

/** Deletes all links whose creator has left, and returns their number. */
export async function deleteSharesOf(
  { accountId: account, id: project }: Owner,
  createdBy: string,
  by: Actor,
): Promise<number> {
  const rows = await audited(
    by,
    { account, project, action: "share-link.revoke", target: sql`changed.title` },
    sql`
      delete from share_links s where s.project_id = ${project} and lower(s.created_by) = ${createdBy}
        and ${makerLeft(project)} returning s.title`,
  );
  return rows.length;
}

export type OpenShareRow = {
  id: number;
  project_id: number;
  title: string;
  settings: ShareSettings;
  expires_at: Date;
};

/**
 * Finds a valid link of a project that is neither deleted nor archived. Updates the time of the last visit at most once
 * a minute.
 */
export async function findOpenShare(tokenHash: Buffer, now: Date): Promise<OpenShareRow | null> {
  const [row] = await sql<OpenShareRow[]>`
    with found as (
      select s.id, s.project_id, s.title, s.settings, s.expires_at
      from share_links s join projects p on p.id = s.project_id
      where s.token_hash = ${tokenHash} and s.expires_at > ${now} and p.deleted_at is null and p.archived_at is null),
    noted as (
      update share_links s set last_opened_at = ${now} from found
      where s.id = found.id and (s.last_opened_at is null or s.last_opened_at < ${now}::timestamptz - interval '1 minute'))
    select * from found`;
  return row ?? null;
}
