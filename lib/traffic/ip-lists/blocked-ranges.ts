/**
 * The IP ranges of a project's block list. Only a keyed hash of an address is stored, so these entries are checked when
 * a click or an install arrives.
 */
import { withDeadline } from "@/lib/base/deadline";
import type { ProjectId } from "@/lib/base/ids";
import { Batcher } from "@/lib/platform/batch";
import { StaleCache } from "@/lib/platform/stale-cache";
import { findBlockedRanges } from "@/lib/traffic/ip-lists/queries";
import { type AddressRanges, ipListOf, sortedRanges } from "@/lib/traffic/ip-lists/ranges";

/** Simultaneous lookups of many projects share one statement. */
const lookUps = new Batcher<ProjectId, { id: number; value: string }[]>({
  name: "blocked ranges",
  run: (projects) => withDeadline(findBlockedRanges(projects), 5_000),
});

const ranges = new StaleCache<{ of: AddressRanges | null }>({
  async load(project) {
    const found = await lookUps.add(Number(project) as ProjectId);
    if (found.length === 0) return { of: null };
    return { of: sortedRanges(found.map(({ id, value }) => ({ name: String(id), ranges: [value] }))) };
  },
  maxKeys: 20_000,
  freshMs: 10_000,
  staleMs: Number.POSITIVE_INFINITY,
  timeoutMs: 100,
});

/** The entry whose range contains the address; null also if no ranges can be loaded. `tick` is monotonic. */
export function blockEntryOf(
  project: ProjectId,
  address: string,
  tick: number,
): number | null | Promise<number | null> {
  const known = ranges.get(String(project), tick);
  if (!(known instanceof Promise)) return entryIn(known, address);
  return known.then(
    (loaded) => entryIn(loaded, address),
    () => null,
  );
}

function entryIn(known: { of: AddressRanges | null } | null, address: string): number | null {
  const name = known?.of ? ipListOf(address, known.of) : null;
  return name === null ? null : Number(name);
}
