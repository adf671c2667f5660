import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, withBefore } from "@/lib/accounts/audit/queries";
import { type Owner, removeRow } from "@/lib/accounts/audit/remove-queries";
import type { ProjectId } from "@/lib/base/ids";
import type { AnnotationInput } from "@/lib/reporting/annotations/schema";

export type AnnotationRow = { id: number; day: string; text: string; by: string; created_at: Date };

/** Only the latest annotations: a chart with more would be unreadable. */
const max = 500;

export function findAnnotations(projectId: ProjectId): Promise<AnnotationRow[]> {
  return sql<AnnotationRow[]>`
    select id, day::text as day, text, created_by as by, created_at from annotations
    where project_id = ${projectId} order by day desc, id desc limit ${max}`;
}

export async function insertAnnotation(
  { accountId: account, id: project }: Owner,
  { day, text }: AnnotationInput,
  by: Actor,
  now: Date,
): Promise<AnnotationRow> {
  const [row] = await audited<AnnotationRow>(
    by,
    { account, project, action: "annotation.add", target: text, detail: { day } },
    sql`
      insert into annotations (project_id, day, text, created_by, created_at)
      values (${project}, ${day}::text::date, ${text}, ${by.name}, ${now})
      returning id, day::text as day, text, created_by as by, created_at`,
  );
  return row!;
}

export async function updateAnnotation(
  { accountId: account, id: project }: Owner,
  id: number,
  { day, text }: AnnotationInput,
  by: Actor,
): Promise<AnnotationRow | null> {
  const [row] = await audited<AnnotationRow>(
    by,
    {
      account,
      project,
      action: "annotation.edit",
      target: text,
      detail: withBefore(
        { day, text },
        sql`(select to_jsonb(was) from annotations was where was.project_id = ${project} and was.id = changed.id)`,
      ),
    },
    sql`
      update annotations set day = ${day}::text::date, text = ${text}
      where project_id = ${project} and id = ${id}
      returning id, day::text as day, text, created_by as by, created_at`,
  );
  return row ?? null;
}

export const removeAnnotation = (project: Owner, id: number, by: Actor) =>
  removeRow(project, id, by, {
    table: "annotations",
    action: "annotation.remove",
    target: sql`changed.text`,
  });
