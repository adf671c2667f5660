import { type LimitSetting, type Limits, limitGroups, limitMeanings, limitsFrom } from "@/lib/access/limits";
import type { Project } from "@/lib/access/project";
import type { Actor } from "@/lib/audit/actor";
import { findLimitSettings, saveLimits } from "@/lib/projects/queries";
import type { LimitsInput } from "@/lib/projects/schema";

type Owner = Pick<Project, "id" | "accountId">;

/** Of a project, or (null) of the instance, from which projects take what they do not set. */
export async function showLimits(project: Owner | null) {
  const settings = await findLimitSettings(project?.id ?? 0);
  const own = settings.filter(({ project_id }) => project_id === (project?.id ?? 0));
  const usual = limitsFrom(project ? settings.filter(({ project_id }) => project_id === 0) : []);
  return { limits: present(own, usual, limitsFrom(settings)) };
}

function present(own: LimitSetting[], usual: Limits, effective: Limits) {
  const window = (limit: Limits[keyof Limits]) =>
    limit && { count: limit.count, window_seconds: limit.windowMs / 1000 };
  return limitGroups.map((group) => {
    const setting = own.find((each) => each.group === group);
    return {
      group,
      meaning: limitMeanings[group],
      setting: setting ? (setting.per_second ?? ("off" as const)) : null,
      usual: window(usual[group]),
      effective: window(effective[group]),
    };
  });
}

export async function changeLimits(project: Owner | null, changes: LimitsInput, by: Actor, now: Date) {
  const wanted = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([group, value]) => ({
      group,
      perSecond: typeof value === "number" ? value : null,
      unset: value === null,
    }));
  await saveLimits(project?.id ?? 0, wanted, now, project && { account: project.accountId, by });
  return showLimits(project);
}
