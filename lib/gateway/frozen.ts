import type { Project } from "@/lib/accounts/access/project";
import { isFrozenError } from "@/lib/base/database-failure";
import { Refusal } from "@/lib/base/refusal";

/**
 * Values of `retry-after`, in seconds. `soon` is the duration of the switch. `later` is for moved projects, until a
 * proxy sends callers to the other instance.
 */
const soon = "5";
const later = "60";

const movingText = "This project is moving to another server. Please try again in a few seconds.";
const movedText = (address: string) => `This project has moved to ${address}. Send your calls there.`;

/**
 * Rejects data that would be stored here and be missing on the other instance. The answer is the same as while the
 * database is down, so that apps, servers and websites keep their data and send it again.
 */
export function refuseFrozen(
  { frozen }: Pick<Project, "frozen">,
  headers: Record<string, string> = {},
): void {
  if (frozen) throw movedRefusal(frozen, headers);
}

/** Reads continue. After the move, this instance has old data, as the dashboard shows. */
export function refuseFrozenChange(project: Pick<Project, "frozen">, method: string): void {
  if (method !== "GET" && method !== "HEAD") refuseFrozen(project);
}

/** Rejects reads by servers after the move, which would otherwise not notice that the figures are old. */
export function refuseFrozenServer(project: Pick<Project, "frozen">, method: string): void {
  if (project.frozen?.movedTo) refuseFrozen(project);
  else refuseFrozenChange(project, method);
}

/** The refusal of a call that was admitted before the project was frozen, and whose statement ran afterwards. */
export const frozenRefusal = (error: unknown): Refusal | null =>
  isFrozenError(error) ? movedRefusal({ movedTo: null }, {}) : null;

function movedRefusal({ movedTo }: NonNullable<Project["frozen"]>, headers: Record<string, string>): Refusal {
  return movedTo === null
    ? new Refusal("project_moving", movingText, { headers: { ...headers, "retry-after": soon } })
    : new Refusal("project_moved", movedText(movedTo), { headers: { ...headers, "retry-after": later } });
}
