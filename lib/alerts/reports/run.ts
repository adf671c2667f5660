import { backgroundProject } from "@/lib/accounts/access/callers";
import type { Project } from "@/lib/accounts/access/project";
import { isMailConfigured } from "@/lib/alerts/mail/is-configured";
import { requiredAge } from "@/lib/alerts/reports/cohort-days";
import { reportMessage } from "@/lib/alerts/reports/message";
import {
  type DueSchedule,
  findDueSchedules,
  findSchedule,
  rescheduleRun,
  type ScheduleRow,
  storeRun,
} from "@/lib/alerts/reports/queries";
import { nextRun, reportedDaysOf, runName } from "@/lib/alerts/reports/runs";
import { env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";

/** The batch size of due schedules. */
const max = 200;

/** Queues the emails and webhook events of due reports. The text of an email is created when it is sent. */
export async function queueReports(budgetMs: number, now: () => Date): Promise<number> {
  const end = performance.now() + budgetMs;
  let queued = 0;
  for (const due of await findDueSchedules(now(), max)) {
    if (performance.now() > end) break;
    try {
      if (await queueOne(due, now())) queued += 1;
    } catch (error) {
      // The schedule stays due, and does not delay the others.
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
  const zone = project.timeZone;
  const nextAt = nextRun(schedule, zone, now);
  if (schedule.next_zone !== null && schedule.next_zone !== zone) {
    await rescheduleRun(project.id, schedule, { nextAt, zone });
    return false;
  }
  const run = await runSchedule(project, schedule, now);
  return storeRun(project.id, schedule, { ...run, nextAt, zone }, now);
}

/** The report of the last full day, week or month, or of the last one whose cohorts are complete. */
export async function runSchedule(project: Project, schedule: ScheduleRow, now: Date) {
  const days = reportedDaysOf(schedule, project, now, requiredAge(schedule.shown));
  const { id, recipients, webhook_id: webhook } = schedule;
  return {
    about: runName(id, days, now),
    // Without a mail server there are no emails: they would be outdated once one is configured.
    emails: isMailConfigured() ? recipients : [],
    webhook:
      webhook === null
        ? null
        : {
            id: webhook,
            message: await reportMessage(project, schedule, days, { appUrl: env.APP_URL, now }),
          },
  };
}
