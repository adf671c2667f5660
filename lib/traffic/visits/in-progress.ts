import type { ProjectId } from "@/lib/base/ids";

/** Visits that began since the last barrier. */
type Group = { count: number; end: (() => void) | null };

const state: { group: Group; ended: Promise<unknown>; frozen: ReadonlySet<ProjectId> } = {
  group: { count: 0, end: null },
  ended: Promise.resolve(),
  frozen: new Set(),
};

export function beginVisit(): Group {
  state.group.count++;
  return state.group;
}

export function endVisit(group: Group): void {
  if (--group.count === 0) group.end?.();
}

/** Whether the project is frozen, even if an older lookup shows otherwise. */
export const isKnownFrozen = (project: ProjectId): boolean =>
  state.frozen.size > 0 && state.frozen.has(project);

/**
 * Rejects new visits of these projects. Resolves when all earlier visits have ended: their rows are then in the
 * database or in the spool.
 */
export function refuseVisitsOf(projects: readonly ProjectId[]): Promise<unknown> {
  state.frozen = new Set(projects);
  const group = state.group;
  state.group = { count: 0, end: null };
  if (group.count === 0) return state.ended;
  const earlier = state.ended;
  const ended = new Promise<void>((resolve) => {
    group.end = resolve;
  });
  state.ended = Promise.all([earlier, ended]);
  return state.ended;
}
