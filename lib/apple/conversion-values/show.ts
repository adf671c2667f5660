import type { Project } from "@/lib/accounts/access/project";
import { countEvents, findVersions } from "@/lib/apple/conversion-values/queries";
import { rulesInForce } from "@/lib/apple/conversion-values/value";

export const monthDays = 30;

export const monthBefore = (now: Date) => new Date(now.getTime() - monthDays * 86_400_000);

export async function showConversions(project: Project, now: Date) {
  const [versions, events] = await Promise.all([
    findVersions(project.id),
    countEvents(project.id, monthBefore(now)),
  ]);
  return {
    ...rulesInForce(project),
    currency: project.currency,
    versions: versions.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    events,
  };
}
