import type { Project } from "@/lib/accounts/access/project";
import { isFrozenError } from "@/lib/base/database-failure";
import { Refusal } from "@/lib/base/refusal";

/** In seconds. The switch takes about so long; a proxy must first send callers to the other instance. */
const soon = "5";
const later = "60";

const movingText = "This project is moving to another server. Please try again in a few seconds.";
const movedText = (address: string) => `This project has moved to ${address}. Send your calls there.`;

/**
 * Whatever would be stored here now would be missing there. It is answered like a database that is away, so that apps,
 * servers and websites keep what they have to say, and say it again.
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

/** A server that goes on reading here would not learn that the figures are old. */
export function refuseFrozenServer(project: Pick<Project, "frozen">, method: string): void {
  if (project.frozen?.movedTo) refuseFrozen(project);
  else refuseFrozenChange(project, method);
}

/** The same for a call that was let in before the project was frozen, and whose statement came after that. */
export const frozenRefusal = (error: unknown): Refusal | null =>
  isFrozenError(error) ? movedRefusal({ movedTo: null }, {}) : null;

function movedRefusal({ movedTo }: NonNullable<Project["frozen"]>, headers: Record<string, string>): Refusal {
  return movedTo === null
    ? new Refusal("project_moving", movingText, { headers: { ...headers, "retry-after": soon } })
    : new Refusal("project_moved", movedText(movedTo), { headers: { ...headers, "retry-after": later } });
}
