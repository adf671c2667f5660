import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { addDays } from "@/lib/base/days";
import { retentionKindNames, retentionKinds, retentionPeriodsFrom } from "@/lib/projects/retention/kinds";
import { findCuts, findRetentionSettings, saveRetention } from "@/lib/projects/retention/queries";
import type { RetentionInput } from "@/lib/projects/retention/schema";

type Owner = Pick<Project, "id" | "accountId">;

/** The periods of a project or, for null, of the instance. The instance's periods apply if a project sets none. */
export async function showRetention(project: Owner | null) {
  const [settings, cuts] = await Promise.all([
    findRetentionSettings(project?.id ?? 0),
    project ? findCuts(project.id) : [],
  ]);
  const own = settings.filter(({ project_id }) => project_id === (project?.id ?? 0));
  const defaultValue = retentionPeriodsFrom(
    project ? settings.filter(({ project_id }) => project_id === 0) : [],
  );
  const effective = retentionPeriodsFrom(settings);
  return {
    kinds: retentionKindNames.map((kind) => {
      const setting = own.find((each) => each.kind === kind);
      return {
        kind,
        ...retentionKinds[kind],
        setting: setting ? (setting.days ?? ("ever" as const)) : null,
        usual: defaultValue[kind],
        effective: effective[kind],
        removed_before: cuts.find((cut) => cut.kind === kind)?.before ?? null,
      };
    }),
  };
}

/** The first day for which all data that attribution needs still exists. */
export async function firstDecidableDay(
  project: Pick<Project, "id">,
  windowDays: number,
): Promise<{ removedBefore: string; first: string } | null> {
  const cuts = await findCuts(project.id);
  const days = cuts.flatMap(({ kind, before }) =>
    kind === "clicks"
      ? [{ removedBefore: before, first: addDays(before, windowDays) }]
      : kind === "raw"
        ? [{ removedBefore: before, first: before }]
        : [],
  );
  return days.sort((a, b) => (a.first < b.first ? 1 : -1))[0] ?? null;
}

/** Older data is removed from the next run of the scheduler on, and cannot be restored. */
export async function changeRetention(project: Owner | null, changes: RetentionInput, by: Actor, now: Date) {
  const input = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([kind, value]) => ({
      kind,
      days: typeof value === "number" ? value : null,
      unset: value === null,
    }));
  await saveRetention(project?.id ?? 0, input, now, project && { account: project.accountId, by });
  return showRetention(project);
}
