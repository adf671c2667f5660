import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import {
  type AnnotationRow,
  findAnnotations,
  insertAnnotation,
  updateAnnotation,
} from "@/lib/reporting/annotations/queries";
import type { Annotation, AnnotationInput } from "@/lib/reporting/annotations/schema";

export { removeAnnotation } from "@/lib/reporting/annotations/queries";

const present = (row: AnnotationRow): Annotation => ({ ...row, created_at: row.created_at.toISOString() });

export async function listAnnotations(project: Project) {
  return { annotations: (await findAnnotations(project.id)).map(present) };
}

export async function addAnnotation(project: Project, input: AnnotationInput, by: Actor, now: Date) {
  return { annotation: present(await insertAnnotation(project, input, by, now)) };
}

export async function changeAnnotation(project: Project, id: number, input: AnnotationInput, by: Actor) {
  const row = await updateAnnotation(project, id, input, by);
  if (!row) throw new Refusal("not_found", "Not found.");
  return { annotation: present(row) };
}
