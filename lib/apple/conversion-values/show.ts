import type { Project } from "@/lib/accounts/access/project";
import { countEvents, findSchemaVersions } from "@/lib/apple/conversion-values/queries";
import { conversionRulesInForce } from "@/lib/apple/conversion-values/value";

export const monthDays = 30;

export const startOfMonthBefore = (now: Date) => new Date(now.getTime() - monthDays * 86_400_000);

export async function showConversions(project: Project, now: Date) {
  const [versions, events] = await Promise.all([
    findSchemaVersions(project.id),
    countEvents(project.id, startOfMonthBefore(now)),
  ]);
  return {
    ...conversionRulesInForce(project),
    currency: project.currency,
    versions: versions.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    events,
  };
}
