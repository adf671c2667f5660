import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { beginRecalculation } from "@/lib/attribution/recalculation/begin";
import { requireChange } from "@/lib/base/fields";
import { refuseConcurrentChange, saveProject } from "@/lib/projects/save";
import type { ProjectChanges } from "@/lib/projects/schema";

/** Figures are recalculated in the background when the zone or the currency changes. */
export async function changeProject(
  project: Pick<Project, "id" | "accountId" | "timeZone" | "currency" | "frozen">,
  changes: ProjectChanges,
  by: Actor,
  now: Date,
): Promise<void> {
  if (await saveProject(project, changes, by, now)) return;
  const { time_zone: _zone, currency: _currency, amounts: _amounts, seen: _seen, ...others } = changes;
  await refuseConcurrentChange(project, changes);
  await beginRecalculation(project, changes, by, now);
  if (requireChange(others)) await saveProject(project, others, by, now);
}
