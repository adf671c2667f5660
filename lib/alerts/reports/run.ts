import { backgroundProject } from "@/lib/accounts/access/callers";
import { isMailSet } from "@/lib/alerts/mail/is-set";
import { type DueSchedule, findDueSchedules, findSchedule, storeRun } from "@/lib/alerts/reports/queries";
import { daysOfRun, nextRun, runName } from "@/lib/alerts/reports/runs";
import { describeError, log } from "@/lib/base/log";

/** So many are found at a time. */
const most = 200;

/** Queues the letters of reports that are due; they are written when they are sent. */
export async function queueReports(budgetMs: number, now: () => Date): Promise<number> {
  const end = performance.now() + budgetMs;
  let queued = 0;
  for (const due of await findDueSchedules(now(), most)) {
    if (performance.now() > end) break;
    try {
      if (await queueOne(due, now())) queued += 1;
    } catch (error) {
      // It is due still, and holds up no other.
      log().error(
        { project: due.project_id, schedule: due.id, ...describeError(error) },
        "a scheduled report could not be queued",
      );
    }
  }
  return queued;
}

export async function queueOne({ project_id, id }: DueSchedule, now: Date): Promise<boolean> {
  const project = await backgroundProject(project_id);
  const schedule = project && (await findSchedule(project.id, id));
  if (!project || !schedule?.next_at || schedule.next_at > now) return false;
  const days = daysOfRun(schedule, project.timeZone, now);
  const run = {
    about: runName(id, days, now),
    // Letters that waited for a mail server to be set up would be old news by then.
    emails: isMailSet() ? schedule.recipients : [],
    nextAt: nextRun(schedule, project.timeZone, now),
  };
  return storeRun(project.id, schedule, run, now);
}
