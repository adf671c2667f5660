import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow, withBefore } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import type { AnnotationInput } from "@/lib/reporting/annotations/schema";

type Owner = { accountId: AccountId; projectId: ProjectId };
export type AnnotationRow = { id: number; day: string; text: string; by: string; created_at: Date };

/** Only the latest annotations: a chart with more would be unreadable. */
const max = 500;

export function findAnnotations(projectId: ProjectId): Promise<AnnotationRow[]> {
  return sql<AnnotationRow[]>`
    select id, day::text as day, text, created_by as by, created_at from annotations
    where project_id = ${projectId} order by day desc, id desc limit ${max}`;
}

export async function insertAnnotation(
  { accountId: account, projectId: project }: Owner,
  { day, text }: AnnotationInput,
  by: Actor,
  now: Date,
): Promise<AnnotationRow> {
  const [row] = await sql<[AnnotationRow]>`
    with made as (
      insert into annotations (project_id, day, text, created_by, created_at)
      values (${project}, ${day}::text::date, ${text}, ${by.name}, ${now})
      returning id, day::text as day, text, created_by as by, created_at
    ),
    logged as (${auditRow(
      by,
      { account, project, action: "annotation.add", target: text, detail: { day } },
      sql`from made`,
    )})
    select * from made`;
  return row;
}

export async function updateAnnotation(
  { accountId: account, projectId: project }: Owner,
  id: number,
  { day, text }: AnnotationInput,
  by: Actor,
): Promise<AnnotationRow | null> {
  const [row] = await sql<AnnotationRow[]>`
    with changed as (
      update annotations set day = ${day}::text::date, text = ${text}
      where project_id = ${project} and id = ${id}
      returning id, day::text as day, text, created_by as by, created_at
    ),
    logged as (${auditRow(
      by,
      {
        account,
        project,
        action: "annotation.edit",
        target: text,
        detail: withBefore({ day, text }, sql`to_jsonb(was)`),
      },
      sql`from changed join annotations was on was.project_id = ${project} and was.id = changed.id`,
    )})
    select * from changed`;
  return row ?? null;
}

export async function deleteAnnotation(
  { accountId: account, projectId: project }: Owner,
  id: number,
  by: Actor,
): Promise<boolean> {
  const rows = await sql`
    with removed as (delete from annotations where project_id = ${project} and id = ${id} returning id, text),
    logged as (${auditRow(
      by,
      { account, project, action: "annotation.remove", target: sql`removed.text` },
      sql`from removed`,
    )})
    select id from removed`;
  return rows.length > 0;
}
