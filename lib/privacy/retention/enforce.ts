import { isTemporaryFailure } from "@/lib/base/database-failure";
import { addDays } from "@/lib/base/days";
import { minIdAt, type ProjectId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import { dayIn, instantsOfWallTime } from "@/lib/base/time";
import { dropEndedWatches } from "@/lib/facts/debug/watch";
import { sweepOutboxes } from "@/lib/ledger/outbox/listen";
import { removeStoredAddresses } from "@/lib/privacy/retention/address-queries";
import { removeAudit } from "@/lib/privacy/retention/audit-queries";
import { removeAdRevenueKeys } from "@/lib/privacy/retention/key-queries";
import {
  advanceRetentionCuts,
  type DueCutoff,
  type DueRetention,
  dropMonth,
  emptyRawData,
  findDueCutoffs,
  findOldMonths,
  findOperatorRetention,
  findProjectsInMonth,
  findWithWork,
  noteRemovals,
  type Range,
  type RemovalStep,
  removeAdRevenue,
  removeAlerts,
  removeApplePostbacks,
  removeClaims,
  removeClicks,
  removeDeliveries,
  removeEvents,
  removeRejections,
  removeWeb,
} from "@/lib/privacy/retention/queries";
import {
  type RetentionKind,
  type RetentionSetting,
  retentionCut,
  retentionPeriodsFrom,
} from "@/lib/projects/retention/kinds";

export type RetentionResult = { rows: number; months: number; left: boolean };

const max = 5_000;
const addressDays = 30;
/** Repeats of ad revenue are recognized for this time. */
const keyDays = 30;
const dayMs = 24 * 60 * 60 * 1000;
/** Clicks from a spool are stored later, with the time at which they were made. */
const lateDays = 3;
const cutsAtOnce = 1_000;
const dueAtOnce = 500;
/** The share of the time for a first sweep, before other work can take all of it. */
const sweepShare = 0.2;

/** The last project whose cuts were moved, if the time ended before all projects had their turn. */
let behind = 0;

const startOf = (day: string, timeZone: string) =>
  instantsOfWallTime(Date.parse(`${day}T00:00:00Z`), timeZone).first;

const steps: Record<
  Exclude<RetentionKind, "audit" | "claims">,
  (project: ProjectId, range: Range) => Promise<RemovalStep>
> = {
  clicks: (project, range) => removeClicks(project, range, true),
  uncounted_clicks: (project, range) => removeClicks(project, range, false),
  events: removeEvents,
  ad_revenue: removeAdRevenue,
  web: removeWeb,
  raw: emptyRawData,
  rejections: removeRejections,
  deliveries: removeDeliveries,
  alerts: removeAlerts,
  apple_postbacks: removeApplePostbacks,
};

/** Rows of these kinds are found by a time or day, not by consecutive IDs. */
const hasNoCursor = (kind: RetentionKind) => kind === "audit" || kind === "claims";

/**
 * Removes data that is older than its project's period, in small statements until the time is over; the next run
 * continues. Finished work moves behind all waiting work, so that no project delays the others.
 */
export async function enforceRetention(budgetMs: number, now: () => Date): Promise<RetentionResult> {
  const begun = performance.now();
  const isOver = () => performance.now() > begun + budgetMs;
  const removed: RetentionResult = {
    rows:
      (await sweepOutboxes(now(), () => performance.now() > begun + budgetMs * sweepShare)) +
      (await dropEndedWatches(now())) +
      (await removeStoredAddresses(minIdAt(now().getTime() - addressDays * dayMs), max)) +
      (await removeOldKeys(now(), () => performance.now() > begun + budgetMs * sweepShare)),
    months: 0,
    left: false,
  };
  const periods = await findOperatorRetention();
  if (periods === null) return removed;
  do {
    const last = await advanceRetentionCuts(behind, cutsAtOnce, now());
    behind = last ?? 0;
  } while (behind !== 0 && !isOver());
  removed.months = await dropMonths();
  await removeDue(removed, isOver);
  if (!removed.left) removed.rows += await removeAccountAudit(periods, now());
  return removed;
}

/** Removes the IDs of ad revenue by which repeats were recognized. */
async function removeOldKeys(now: Date, isOver: () => boolean): Promise<number> {
  const before = new Date(now.getTime() - keyDays * dayMs);
  let removed = 0;
  for (let last = max; last === max && !isOver(); removed += last)
    last = await removeAdRevenueKeys(before, max);
  return removed;
}

async function removeDue(removed: RetentionResult, isOver: () => boolean): Promise<void> {
  for (;;) {
    const due = (await findDueCutoffs(dueAtOnce)).map(withSpan);
    if (due.length === 0) return;
    const busy = await passOver(due);
    for (const one of busy) {
      removed.rows += await removeSome(one);
      if (isOver()) {
        removed.left = true;
        return;
      }
    }
    if (isOver()) {
      removed.left = true;
      return;
    }
  }
}

type Due = DueCutoff & { since: string; until: string; at: Date };

function withSpan(cut: DueCutoff): Due {
  const at = new Date(startOf(cut.before, cut.time_zone));
  // Unsent deliveries and unresolved alerts stayed, so the range is checked again from its beginning.
  const isAgain = cut.kind === "deliveries" || cut.kind === "alerts";
  const since = isAgain ? minIdAt(0) : (cut.cursor ?? minIdAt(0));
  return { ...cut, since, until: minIdAt(at.getTime()), at };
}

/** Returns the cuts with rows to remove, and marks all others as done in one statement. */
async function passOver(due: Due[]): Promise<Due[]> {
  const busy: Due[] = [];
  const done: Due[] = [];
  for (const [kind, rows] of Map.groupBy(due, (one) => one.kind)) {
    const having = await findWithWork(kind, rows);
    for (const row of rows) (having.has(row.project_id) ? busy : done).push(row);
  }
  await noteRemovals(done.map(isDone));
  return busy;
}

const isDone = ({ project_id, kind, before, time_zone }: Due): DueRetention => ({
  project_id,
  kind,
  cursor: hasNoCursor(kind) ? null : minIdAt(startOf(addDays(before, -lateDays), time_zone)),
  done_before: before,
});

/** Removes the rows of one statement. */
async function removeSome(cut: Due): Promise<number> {
  const { project_id: id, kind, since, until, at, before } = cut;
  const { seen, changed, last } =
    kind === "audit"
      ? await removeAudit(id, at, max)
      : kind === "claims"
        ? await removeClaims(id, before, max)
        : await steps[kind](id, { since, until, most: max });
  const cursor = hasNoCursor(kind) ? null : (last ?? since);
  const left: DueRetention = { project_id: id, kind, cursor, done_before: null };
  await noteRemovals([seen < max ? isDone(cut) : left]);
  return changed;
}

/** Drops the partition of a month if no project keeps any of its rows. */
async function dropMonths(): Promise<number> {
  let dropped = 0;
  const parents = {
    clicks: ["clicks", "uncounted_clicks"],
    events: ["events"],
    ad_revenue: ["ad_revenue"],
  } as const;
  for (const parent of ["clicks", "events", "ad_revenue"] as const) {
    for (const { name, ends } of await findOldMonths(parent)) {
      try {
        if (await dropMonth(name, await findProjectsInMonth([...parents[parent]], ends))) dropped++;
      } catch (error) {
        if (!isTemporaryFailure(error)) throw error;
        log().info(
          { month: name, ...describeError(error) },
          "a month's partition could not be dropped; Cairn tries again",
        );
      }
    }
  }
  return dropped;
}

/** The instance's period applies to entries without a project. */
async function removeAccountAudit(periods: RetentionSetting[], now: Date): Promise<number> {
  const days = retentionPeriodsFrom(periods).audit;
  if (days === null) return 0;
  const step = await removeAudit(null, new Date(startOf(retentionCut(dayIn("UTC", now), days), "UTC")), max);
  return step.changed;
}
