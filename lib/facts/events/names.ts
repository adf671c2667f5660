import { LRUCache } from "lru-cache";
import type { ProjectId } from "@/lib/base/ids";
import { admitEventName, findEventNames } from "@/lib/facts/events/name-queries";
import { otherNames } from "@/lib/ledger/measures";
import { Batcher } from "@/lib/platform/batch";

/**
 * Every name is a permanent row in each report. An app that puts IDs into names must not fill its project's reports.
 */
export const maxNames = 500;

/**
 * Names are never deleted, so cached names stay valid. The cache is limited by the number of names, at about a hundred
 * bytes each: ten names each of 25,000 projects, or the maximum of 500 projects.
 */
const known = new LRUCache<ProjectId, Set<string>>({
  maxSize: 250_000,
  sizeCalculation: (names) => Math.max(1, names.size),
});
/** Only a few projects per statement, because each may have the maximum number of names. */
const lookUps = new Batcher<ProjectId, Set<string>>({
  name: "event-names",
  run: findEventNames,
  maxRows: 100,
});
const pending = new Map<ProjectId, Promise<unknown>>();

type From = { instance: string | null; user: string | null };

/** The name that an event is counted under: its own, or the common name of all names over the limit. */
export function countedName(
  project: ProjectId,
  name: string,
  from: From,
  now: Date,
): string | Promise<string> {
  return atHand(project, name) ?? nameOnce(project, name, from, now);
}

function atHand(project: ProjectId, name: string): string | null {
  const names = known.get(project);
  if (names?.has(name) || name === otherNames) return name;
  return names && names.size >= maxNames ? otherNames : null;
}

/** One after the other, so that concurrent events with the same new name admit it once. */
async function nameOnce(project: ProjectId, name: string, from: From, now: Date): Promise<string> {
  const before = pending.get(project);
  const admission = (before ?? Promise.resolve()).catch(() => {}).then(() => admit(project, name, from, now));
  pending.set(project, admission);
  try {
    return await admission;
  } finally {
    if (pending.get(project) === admission) pending.delete(project);
  }
}

async function admit(project: ProjectId, name: string, from: From, now: Date): Promise<string> {
  if (!known.has(project)) known.set(project, await lookUps.add(project));
  for (;;) {
    const found = atHand(project, name);
    if (found !== null) return found;
    const outcome = await admitEventName(project, name, from, { most: maxNames, now });
    if (outcome === "stranger") return name;
    const names = known.get(project);
    // Set again, because its size has grown.
    if (outcome === "admitted") known.set(project, new Set(names).add(name));
    else if (outcome === "full") known.set(project, await lookUps.add(project));
    // "taken": another process took the slot at the same moment; there may be another.
  }
}
