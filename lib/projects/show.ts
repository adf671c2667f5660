import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { presentProject } from "@/lib/projects/present";
import { findProjectDetail } from "@/lib/projects/queries";

export async function showProject(project: ProjectId, { now, appUrl }: { now: Date; appUrl: string }) {
  const row = await findProjectDetail(project, now);
  if (!row) throw new Refusal("not_found", "Not found.");
  return presentProject(row, appUrl);
}
