import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { lastChanged, updateProject } from "@/lib/accounts/projects/queries";
import type { ProjectChanges } from "@/lib/accounts/projects/schema";
import { beginRecut } from "@/lib/attribution/recalculation/begin";
import { changedMeanwhile, somethingToChange } from "@/lib/base/fields";
import { Refusal } from "@/lib/base/refusal";

/** What is counted already is counted anew, in the background, when the zone or the currency changes. */
export async function changeProject(
  project: Pick<Project, "id" | "accountId" | "timeZone" | "currency">,
  changes: ProjectChanges,
  by: Actor,
  now: Date,
): Promise<void> {
  if (await updateProject(project.accountId, project.id, changes, now, by)) return;
  const { time_zone: _zone, currency: _currency, amounts: _amounts, seen, ...others } = changes;
  if (seen !== undefined && seen !== (await lastChanged(project.id)))
    throw new Refusal(412, changedMeanwhile);
  await beginRecut(project, changes, by, now);
  if (somethingToChange(others)) await updateProject(project.accountId, project.id, others, now, by);
}
