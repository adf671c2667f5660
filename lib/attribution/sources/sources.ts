import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import {
  countFlagged,
  findInvalidPurchases,
  findPublishers,
  type SourceScope,
} from "@/lib/attribution/sources/queries";
import type { SourcesQuery, sourcesData } from "@/lib/attribution/sources/schema";
import { clickTimes } from "@/lib/attribution/sources/schema";
import { addDays } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { reasonText } from "@/lib/facts/payments/store-purchases";
import { timeRangeOf } from "@/lib/platform/keyset";

const defaultDays = 30;
const maxPublishers = 100;
/** The newest invalid purchases of the days that are counted. */
const maxPurchases = 100_000;

/** The days of a query in the project's time zone, and its installs. */
export function scopeOf(project: Project, query: SourcesQuery, now: Date) {
  const to = query.to ?? dayIn(project.timeZone, now);
  const from = query.from ?? addDays(to, 1 - defaultDays);
  const { start, end } = timeRangeOf(project.timeZone, { from, to });
  const scope: SourceScope = {
    start: start!,
    end: end!,
    network: query.network ?? null,
    affiliate: query.affiliate ?? null,
    campaign: query.campaign ?? null,
  };
  return { from, to, scope };
}

/** Installs by the time from click to install, of each publisher and together, and the number of flagged ones. */
export async function installSources(
  project: Project,
  query: SourcesQuery,
  now: Date,
): Promise<z.output<typeof sourcesData>> {
  const { from, to, scope } = scopeOf(project, query, now);
  const [rows, evidence, invalid] = await Promise.all([
    // One row is the total, and one more shows that further publishers exist.
    findPublishers(project.id, scope, maxPublishers + 2),
    countFlagged(project.id, scope, null),
    findInvalidPurchases(project.id, scope, maxPurchases),
  ]);
  const total = rows.find(({ is_total }) => is_total);
  const publishers = rows.filter(({ is_total }) => !is_total);
  return {
    from,
    to,
    time_zone: project.timeZone,
    total: { installs: total?.installs ?? 0, times: total?.times ?? clickTimes.map(() => 0) },
    publishers: publishers.slice(0, maxPublishers).map(({ is_total: _, ...publisher }) => publisher),
    more: publishers.length > maxPublishers,
    evidence: { ...evidence, not_attributed: evidence.installs - evidence.attributed },
    invalid_purchases: invalid.map((row) => ({ ...row, text: reasonText(row.reason) })),
  };
}
