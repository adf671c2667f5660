import { sql } from "@/db";
import { projectsWith } from "@/db/projects-with";
import { whereWritable } from "@/db/writable";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { spendRows } from "@/lib/ledger/spend-queries";
import { mayOverlap, type SpendTotals } from "@/lib/spend/queries";

export type UploadRow = {
  id: number;
  name: string;
  state: "DRAFT" | "STORING" | "STORED" | "FAILED";
  created_by: string;
  created_at: Date;
  total: number;
  stored: number;
  problem: string | null;
  settings: unknown;
  content: string | null;
};

const columns = () =>
  sql`i.id, i.name, i.state, i.created_by, i.created_at, i.total, i.stored, i.problem, i.settings, i.content`;

export async function insertUpload(
  projectId: ProjectId,
  upload: { name: string; content: string; settings: unknown; createdBy: string; at: Date },
): Promise<UploadRow> {
  const { name, content, settings, createdBy, at } = upload;
  const [row] = await sql<UploadRow[]>`
    insert into spend_imports as i (project_id, kind, name, created_by, created_at, updated_at, state, content, settings)
    select ${projectId}, 'FILE', ${name}, ${createdBy}, ${at}, ${at}, 'DRAFT', ${content},
      ${JSON.stringify(settings)}::text::jsonb
    where ${whereWritable(projectId)}
    returning ${columns()}`;
  return row!;
}

export async function findUpload(projectId: ProjectId, id: number): Promise<UploadRow | null> {
  const [row] = await sql<UploadRow[]>`
    select ${columns()} from spend_imports i where i.project_id = ${projectId} and i.id = ${id} and i.kind = 'FILE'`;
  return row ?? null;
}

export async function saveUploadSettings(
  projectId: ProjectId,
  id: number,
  settings: unknown,
  at: Date,
): Promise<boolean> {
  const rows = await sql`
    update spend_imports set settings = ${JSON.stringify(settings)}::text::jsonb, updated_at = ${at}
    where project_id = ${projectId} and id = ${id} and kind = 'FILE' and state in ('DRAFT', 'FAILED')
      and content is not null and ${whereWritable(projectId)}
    returning 1`;
  return rows.length > 0;
}

/** False if the upload is already stored or being stored. */
export async function beginStoringUpload(
  account: AccountId,
  projectId: ProjectId,
  upload: { id: number; settings: unknown; total: number; at: Date },
  by: Actor,
): Promise<boolean> {
  const { id, settings, total, at } = upload;
  const detail = sql`jsonb_build_object('rows', changed.total)`;
  const rows = await audited(
    by,
    { account, project: projectId, action: "spend.upload", target: sql`changed.name`, detail },
    sql`
      update spend_imports set state = 'STORING', settings = ${JSON.stringify(settings)}::text::jsonb, total = ${total},
        stored = 0, problem = null, updated_at = ${at}
      where project_id = ${projectId} and id = ${id} and kind = 'FILE' and state in ('DRAFT', 'FAILED')
        and content is not null
      returning name, total`,
  );
  return rows.length > 0;
}

export const saveStoredCount = (projectId: ProjectId, id: number, stored: number, at: Date) => sql`
  update spend_imports set stored = ${stored}, updated_at = ${at} where project_id = ${projectId} and id = ${id}`;

/** The content of a file is deleted once it is stored. */
export const endStoring = (projectId: ProjectId, id: number, problem: string | null, at: Date) => sql`
  update spend_imports set state = case when ${problem}::text is null then 'STORED'
    else 'FAILED' end, problem = ${problem}::text,
    content = case when ${problem}::text is null then null else content end, updated_at = ${at}
  where project_id = ${projectId} and id = ${id}`;

export async function deleteDraft(projectId: ProjectId, id: number): Promise<boolean> {
  const rows = await sql`
    delete from spend_imports where project_id = ${projectId} and id = ${id} and kind = 'FILE' and state = 'DRAFT'
      and ${whereWritable(projectId)}
    returning 1`;
  return rows.length > 0;
}

export const findProjectsWithUploads = () => sql<{ id: number }[]>`/* all projects */
  select p.id from ${projectsWith("spend_imports", sql`w.state in ('DRAFT', 'STORING')`)} busy
  join projects p on p.id = busy.id and p.deleted_at is null order by p.id`;

export const findStoring = (projectId: ProjectId) => sql<{ id: number }[]>`
  select id from spend_imports where project_id = ${projectId} and state = 'STORING' order by id`;

export const deleteOldDrafts = (projectId: ProjectId, before: Date) => sql`
  delete from spend_imports where project_id = ${projectId} and state = 'DRAFT' and updated_at < ${before}`;

export type KnownCampaign = {
  id: number;
  display_id: string;
  name: string;
  network: string | null;
  network_campaign_id: string | null;
};

/** Possible campaigns: by display ID, network ID, name or internal number. */
export const findMatchedCampaigns = (
  projectId: ProjectId,
  texts: { displayIds: string[]; networkIds: string[]; names: string[]; ids: number[] },
) => sql<KnownCampaign[]>`
  select id, display_id, name, network, network_campaign_id from campaigns c
  where c.project_id = ${projectId} and c.deleted_at is null and (c.display_id = any(${texts.displayIds}::text[])
    or c.network_campaign_id = any(${texts.networkIds}::text[]) or lower(c.name) = any(${texts.names}::text[])
    or c.id = any(${texts.ids}::bigint[]))
  order by c.id`;

export const findAdNames = (projectId: ProjectId, names: string[]) => sql<
  { campaign_id: number; level: string; ad_id: string; name: string }[]
>`
  select campaign_id, level, ad_id, name from ad_names
  where project_id = ${projectId} and name = any(${names}::text[]) order by updated_at`;

/** Sums the stored spend of these parts, or of all these days of these campaigns. */
export async function sumReplaced(
  projectId: ProjectId,
  rows: readonly SpendTotals[],
  replaces: "days" | "parts",
): Promise<{ rows: number; amount_minor: number }> {
  const whole = replaces === "days";
  const dimensions = whole
    ? [
        ...new Map(
          rows.map((row) => [
            `${row.day} ${row.campaign_id}`,
            { day: row.day, campaign_id: row.campaign_id },
          ]),
        ).values(),
      ]
    : rows;
  const [sum] = await sql<{ rows: number; amount_minor: number }[]>`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(dimensions)}::text::json) as x(day date, campaign_id bigint,
        ad_set_id text, creative_id text, keyword_id text, platform text, country text)
    )
    select count(*)::int as rows, coalesce(sum(s.amount_minor), 0)::bigint as amount_minor
    from (${spendRows(projectId)}) s
    where ${
      whole
        ? sql`(s.day, s.campaign_id) in (select day, campaign_id from input)`
        : sql`exists (select from input x where ${mayOverlap()})`
    }`;
  return sum!;
}
