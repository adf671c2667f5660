import {
  cutOf,
  periodsFrom,
  type RetentionKind,
  retentionKindNames,
} from "@/lib/accounts/projects/retention/kinds";
import { type Cut, findCuts } from "@/lib/accounts/projects/retention/queries";
import { isPassing } from "@/lib/base/database-failure";
import { addDays } from "@/lib/base/days";
import { leastIdAt, type ProjectId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import { dayIn, instantsOf } from "@/lib/base/time";
import { forgetEndedWatches } from "@/lib/facts/debug/watch";
import { sweepOutboxes } from "@/lib/ledger/outbox/listen";
import {
  advanceCut,
  dropMonth,
  emptyRaw,
  findAllProjects,
  findAllRetentionSettings,
  findMonths,
  noteRemoval,
  type Range,
  type RemovalStep,
  removeAudit,
  removeClicks,
  removeEvents,
  removeRejections,
} from "@/lib/privacy/retention/queries";

export type Removed = { rows: number; months: number; left: boolean };

const most = 5_000;
/** Clicks from a spool are stored later, with the time at which they were made. */
const lateDays = 3;

type Owner = { id: ProjectId; timeZone: string };
type ProjectCuts = Owner & { cuts: Map<RetentionKind, Cut> };

const startOf = (day: string, timeZone: string) => instantsOf(Date.parse(`${day}T00:00:00Z`), timeZone).first;

const steps: Record<
  Exclude<RetentionKind, "audit">,
  (project: ProjectId, range: Range) => Promise<RemovalStep>
> = {
  clicks: (project, range) => removeClicks(project, range, true),
  uncounted_clicks: (project, range) => removeClicks(project, range, false),
  events: removeEvents,
  raw: emptyRaw,
  rejections: removeRejections,
};

/**
 * Removes data that is older than its project's period, in small statements until the time is over; the next run
 * continues. The cut is stored before the first row is removed, because recounting from facts begins there.
 */
export async function enforceRetention(budgetMs: number, now: () => Date): Promise<Removed> {
  const end = performance.now() + budgetMs;
  const removed: Removed = {
    rows: (await sweepOutboxes(now())) + (await forgetEndedWatches(now())),
    months: 0,
    left: false,
  };
  const settings = await findAllRetentionSettings();
  if (settings.length === 0) return removed;
  const projects: ProjectCuts[] = [];
  for (const { id, time_zone: timeZone, recalculating } of await findAllProjects()) {
    if (recalculating) {
      projects.push({ id, timeZone, cuts: new Map() });
      continue;
    }
    const own = settings.filter(({ project_id }) => project_id === 0 || project_id === id);
    projects.push(await withCuts({ id, timeZone }, periodsFrom(own), now()));
  }
  removed.months = await dropMonths(projects);
  for (const project of projects) {
    for (const cut of project.cuts.values()) {
      if (cut.done_before === cut.before) continue;
      const { rows, left } = await removeKind(project, cut, end);
      removed.rows += rows;
      removed.left ||= left;
      if (performance.now() > end) return { ...removed, left: true };
    }
  }
  removed.rows += await removeAccountAudit(settings, now());
  return removed;
}

async function withCuts(
  owner: Owner,
  periods: ReturnType<typeof periodsFrom>,
  now: Date,
): Promise<ProjectCuts> {
  const cuts = new Map((await findCuts(owner.id)).map((cut) => [cut.kind, cut]));
  for (const kind of retentionKindNames) {
    const days = periods[kind];
    if (days === null) continue;
    const before = cutOf(dayIn(owner.timeZone, now), days);
    const known = cuts.get(kind);
    if (known && known.before >= before) continue;
    await advanceCut(owner.id, kind, before);
    cuts.set(kind, { kind, cursor: known?.cursor ?? null, done_before: known?.done_before ?? null, before });
  }
  return { ...owner, cuts };
}

/** A month of which no project keeps anything is dropped as a partition. */
async function dropMonths(projects: ProjectCuts[]): Promise<number> {
  let dropped = 0;
  const parents = { clicks: ["clicks", "uncounted_clicks"], events: ["events"] } as const;
  for (const parent of ["clicks", "events"] as const) {
    const until = new Map(
      projects.map(({ id, timeZone, cuts }) => [
        id,
        Math.min(
          ...parents[parent].map((kind) => {
            const before = cuts.get(kind)?.before;
            return before ? startOf(before, timeZone) : Number.NEGATIVE_INFINITY;
          }),
        ),
      ]),
    );
    const furthest = Math.max(...until.values());
    for (const { name, ends } of await findMonths(parent)) {
      if (ends.getTime() > furthest) continue;
      const keepers = [...until].filter(([, time]) => time < ends.getTime()).map(([id]) => id);
      try {
        if (await dropMonth(name, keepers)) dropped++;
      } catch (error) {
        if (!isPassing(error)) throw error;
        log().info({ month: name, ...describeError(error) }, "a month could not be dropped just now");
      }
    }
  }
  return dropped;
}

async function removeKind(
  { id, timeZone }: Owner,
  { kind, before, cursor }: Cut,
  end: number,
): Promise<{ rows: number; left: boolean }> {
  const until = startOf(before, timeZone);
  let rows = 0;
  let since = cursor ?? leastIdAt(0);
  for (;;) {
    const step =
      kind === "audit"
        ? await removeAudit(id, new Date(until), most)
        : await steps[kind](id, { since, until: leastIdAt(until), most });
    rows += step.changed;
    since = step.last ?? since;
    if (step.seen < most) {
      const again = leastIdAt(startOf(addDays(before, -lateDays), timeZone));
      await noteRemoval(id, kind, { cursor: kind === "audit" ? null : again, doneBefore: before });
      return { rows, left: false };
    }
    if (kind !== "audit") await noteRemoval(id, kind, { cursor: since, doneBefore: null });
    if (performance.now() > end) return { rows, left: true };
  }
}

/** For entries that belong to no project, the instance's period applies. */
async function removeAccountAudit(
  settings: { project_id: number; kind: string; days: number | null }[],
  now: Date,
): Promise<number> {
  const days = periodsFrom(settings.filter(({ project_id }) => project_id === 0)).audit;
  if (days === null) return 0;
  const step = await removeAudit(null, new Date(startOf(cutOf(dayIn("UTC", now), days), "UTC")), most);
  return step.changed;
}
