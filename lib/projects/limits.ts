import {
  type CallLimits,
  type LimitGroup,
  type LimitSetting,
  limitGroups,
  limitMeanings,
  limitsFrom,
} from "@/lib/accounts/access/limits";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { findLimitSettings, saveLimits } from "@/lib/projects/queries";
import type { LimitsInput } from "@/lib/projects/schema";

type Owner = Pick<Project, "id" | "accountId">;

/** The limits of a project or, for null, of the instance. The instance's limits apply if a project sets none. */
export async function showLimits(project: Owner | null, ceiling = Number.POSITIVE_INFINITY) {
  const settings = await findLimitSettings(project?.id ?? 0);
  const own = settings.filter(({ project_id }) => project_id === (project?.id ?? 0));
  const defaultValue = limitsFrom(project ? settings.filter(({ project_id }) => project_id === 0) : []);
  return { limits: present({ own, usual: defaultValue, effective: limitsFrom(settings), ceiling }) };
}

type Shown = { own: LimitSetting[]; usual: CallLimits; effective: CallLimits; ceiling: number };

function present({ own, usual: defaultValue, effective, ceiling }: Shown) {
  const window = (limit: CallLimits[keyof CallLimits]) =>
    limit && { count: limit.count, window_seconds: limit.windowMs / 1000 };
  return limitGroups.map((group) => {
    const setting = own.find((each) => each.group === group);
    const max = maxOf(defaultValue[group], ceiling);
    return {
      group,
      meaning: limitMeanings[group],
      setting: setting ? (setting.per_second ?? ("off" as const)) : null,
      usual: window(defaultValue[group]),
      effective: window(effective[group]),
      most: Number.isFinite(max) ? max : null,
    };
  });
}

/** Members may set at most the server's ceiling, or the limit that applies to all projects if that is higher. */
const maxOf = (defaultValue: CallLimits[LimitGroup], ceiling: number) =>
  defaultValue === null
    ? Number.POSITIVE_INFINITY
    : Math.max(ceiling, (defaultValue.count / defaultValue.windowMs) * 1_000);

/**
 * Changes limits with a member's permission. A value that is already set stays allowed, even if the operator set it.
 */
export async function changeProjectLimits(
  project: Owner,
  changes: LimitsInput,
  by: Actor,
  { now, ceiling }: { now: Date; ceiling: number },
) {
  const { limits } = await showLimits(project, ceiling);
  const fields = Object.fromEntries(
    limits.flatMap(({ group, setting, most: max }) => {
      const value = changes[group] ?? null;
      if (value === null || value === setting || max === null) return [];
      return value === "off" || value > max ? [[group, tooMuch(max)]] : [];
    }),
  );
  const [first] = Object.values(fields);
  if (first !== undefined) throw new Refusal("invalid_request", first, { fields });
  return changeLimits(project, changes, by, { now, ceiling });
}

const tooMuch = (max: number) =>
  `Only the server operator can set more than ${max.toLocaleString("en")} calls a second, or no limit.`;

export async function changeLimits(
  project: Owner | null,
  changes: LimitsInput,
  by: Actor,
  { now, ceiling }: { now: Date; ceiling?: number },
) {
  const input = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([group, value]) => ({
      group,
      perSecond: typeof value === "number" ? value : null,
      unset: value === null,
    }));
  await saveLimits(project?.id ?? 0, input, now, project && { account: project.accountId, by });
  return showLimits(project, ceiling);
}
