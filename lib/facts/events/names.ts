import { LRUCache } from "lru-cache";
import type { ProjectId } from "@/lib/base/ids";
import { admitName, findNames } from "@/lib/facts/events/name-queries";

/**
 * Every name is a line in each report, for good. An app that makes names up, by putting an id into them, must not
 * fill the reports of its project.
 */
export const mostNames = 500;
/** All further names are counted under this one. */
export const otherNames = "(other)";

/** Names are never forgotten, so what is known stays true. */
const known = new LRUCache<ProjectId, Set<string>>({ max: 1_000 });
const asking = new Map<ProjectId, Promise<unknown>>();

type From = { instance: string | null; user: string | null };

/** The name an event is counted under: its own, or that of all names beyond the most there may be. */
export function countedName(
  project: ProjectId,
  name: string,
  from: From,
  now: Date,
): string | Promise<string> {
  return atHand(project, name) ?? ask(project, name, from, now);
}

function atHand(project: ProjectId, name: string): string | null {
  const names = known.get(project);
  if (names?.has(name) || name === otherNames) return name;
  return names && names.size >= mostNames ? otherNames : null;
}

/** One after the other, so that those who bring the same new name at once ask for it once. */
async function ask(project: ProjectId, name: string, from: From, now: Date): Promise<string> {
  const before = asking.get(project);
  const mine = (before ?? Promise.resolve()).catch(() => {}).then(() => admit(project, name, from, now));
  asking.set(project, mine);
  try {
    return await mine;
  } finally {
    if (asking.get(project) === mine) asking.delete(project);
  }
}

async function admit(project: ProjectId, name: string, from: From, now: Date): Promise<string> {
  if (!known.has(project)) known.set(project, new Set(await findNames(project)));
  for (;;) {
    const found = atHand(project, name);
    if (found !== null) return found;
    const outcome = await admitName(project, name, from, { most: mostNames, now });
    if (outcome === "stranger") return name;
    if (outcome === "admitted") known.get(project)?.add(name);
    else if (outcome === "full") known.set(project, new Set(await findNames(project)));
    // "taken": another process took the place in the same moment; there may be another.
  }
}
