import type { Project } from "@/lib/accounts/access/project";
import { minIdAt, timeOfId } from "@/lib/base/ids";
import { toMinorUnits } from "@/lib/base/money";
import {
  findCandidates,
  findInstallRange,
  findPageEnd,
  type Scan,
} from "@/lib/outbound/audiences/conditions/queries";
import type { AudienceConditions } from "@/lib/outbound/audiences/conditions/schema";
import { candidateOf } from "@/lib/outbound/audiences/evaluate";
import type { AudienceCandidate } from "@/lib/outbound/audiences/kinds/kind";

/** A page is one statement; calls of apps and links are answered between two pages. */
const pageSize = 2_000;
const dayMs = 86_400_000;
const beginning = minIdAt(0);

export type CandidatePage = {
  checked: number;
  matching: AudienceCandidate[];
  /** The share of installs that was checked, by their time. */
  progress: number;
  /** Where the next page begins; null at the end. */
  next: string | null;
};

const inMinor = (amount: number | null, currency: string) =>
  amount === null ? null : toMinorUnits(amount, currency);

function scanOf({ currency }: Project, conditions: AudienceConditions, now: Date): Scan {
  const { revenue } = conditions;
  return {
    conditions,
    now,
    revenue: revenue && {
      min: inMinor(revenue.min, currency),
      max: inMinor(revenue.max, currency),
      days: revenue.within_days,
    },
  };
}

/** IDs begin with the time of the install, so installs outside of the range are not read. */
function firstIdOf({ installed }: AudienceConditions, now: Date): string {
  const days = installed?.max_days ?? null;
  return days === null ? beginning : minIdAt(now.getTime() - (days + 1) * dayMs);
}

/** All installs of a project that match, page by page, from an ID on. */
export async function* candidatePages(
  project: Project,
  conditions: AudienceConditions,
  { now, after }: { now: Date; after: string | null },
): AsyncGenerator<CandidatePage> {
  const range = await findInstallRange(project.id);
  if (range === null) {
    yield { checked: 0, matching: [], progress: 1, next: null };
    return;
  }
  const scan = scanOf(project, conditions, now);
  const start = firstIdOf(conditions, now);
  let from = after !== null && after > start ? after : start;
  const begin = Math.max(timeOfId(range.first), timeOfId(start));
  const span = Math.max(1, timeOfId(range.last) - begin);
  for (;;) {
    const upTo = await findPageEnd(project.id, from, pageSize);
    const { checked, rows } = await findCandidates(project.id, scan, { after: from, upTo });
    const progress = upTo === null ? 1 : Math.min(0.999, Math.max(0, (timeOfId(upTo) - begin) / span));
    yield { checked, matching: rows.map((row) => candidateOf(row, project)), progress, next: upTo };
    if (upTo === null) return;
    from = upTo;
  }
}
