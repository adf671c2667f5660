import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { isMailSet } from "@/lib/alerts/mail/is-set";
import { noMail, recipientsOf } from "@/lib/alerts/mail/team";
import {
  countSchedules,
  deleteSchedule,
  findSchedule,
  findSchedules,
  insertSchedule,
  removeScheduleRecipient,
  storeExtraRun,
  updateSchedule,
  type WrittenSchedule,
} from "@/lib/alerts/reports/queries";
import { daysOfRun, nextRun, runName } from "@/lib/alerts/reports/runs";
import type { ScheduleInput, ShownSchedule } from "@/lib/alerts/reports/schema";
import type { Reader } from "@/lib/alerts/rules/present";
import { Refusal } from "@/lib/base/refusal";

/** Each is read by people. */
const mostSchedules = 100;

export const scheduleNotFound = "Scheduled report not found.";
const notFound = () => new Refusal(404, scheduleNotFound);

type Asking = { project: Project; reader: Reader };
type Row = Awaited<ReturnType<typeof findSchedules>>[number];

const iso = (at: Date | null) => at?.toISOString() ?? null;

function present(row: Row, { email, mayWrite }: Reader): ShownSchedule {
  const { id, title, shown, cadence, weekday, hour, recipients, made_by } = row;
  const { sent, waiting, failed, problem } = row;
  return {
    ...{ id, title, shown, cadence, weekday, hour, made_by },
    emails: mayWrite ? recipients : [],
    emailed: recipients.length,
    emails_me: recipients.includes(email.toLowerCase()),
    on: row.is_on,
    next_at: iso(row.next_at),
    last_at: iso(row.last_at),
    last: { sent, waiting, failed, problem },
  };
}

export async function listSchedules({ project, reader }: Asking) {
  const rows = await findSchedules(project.id, null);
  return { mail: isMailSet(), schedules: rows.map((row) => present(row, reader)) };
}

async function shownOne({ project, reader }: Asking, id: number) {
  const [row] = await findSchedules(project.id, id);
  if (!row) throw notFound();
  return { schedule: present(row, reader) };
}

async function written(
  project: Project,
  input: ScheduleInput,
  before: readonly string[],
  now: Date,
): Promise<WrittenSchedule> {
  const { emails, on, ...rest } = input;
  return {
    ...rest,
    on,
    recipients: await recipientsOf(project, emails, before),
    nextAt: on ? nextRun(rest, project.timeZone, now) : null,
  };
}

export async function addSchedule(asking: Asking, input: ScheduleInput, by: Actor, now: Date) {
  const { project } = asking;
  if ((await countSchedules(project.id)) >= mostSchedules)
    throw new Refusal(409, `A project has at most ${mostSchedules} scheduled reports. Delete some first.`);
  return shownOne(asking, await insertSchedule(project, await written(project, input, [], now), by, now));
}

export async function changeSchedule(asking: Asking, id: number, input: ScheduleInput, by: Actor, now: Date) {
  const { project } = asking;
  const schedule = await findSchedule(project.id, id);
  if (!schedule) throw notFound();
  const changed = await written(project, input, schedule.recipients, now);
  if (!(await updateSchedule(project, id, changed, by, now))) throw notFound();
  return shownOne(asking, id);
}

/** The last whole day, week or month, once more. The schedule goes on as it was. */
export async function sendScheduleNow(asking: Asking, id: number, by: Actor, now: Date) {
  const { project } = asking;
  const schedule = await findSchedule(project.id, id);
  if (!schedule) throw notFound();
  if (!isMailSet()) throw new Refusal(409, noMail);
  const about = runName(id, daysOfRun(schedule, project.timeZone, now), now);
  if (!(await storeExtraRun(project, id, { about, emails: schedule.recipients }, by, now))) throw notFound();
  return shownOne(asking, id);
}

/** Whoever no longer wants it needs no right to change it. */
export async function stopSchedule(asking: Asking, id: number, by: Actor, now: Date) {
  const { project, reader } = asking;
  if (!(await removeScheduleRecipient(project, id, reader.email.toLowerCase(), by, now))) throw notFound();
  return shownOne(asking, id);
}

export async function removeSchedule(project: Project, id: number, by: Actor) {
  if (!(await deleteSchedule(project, id, by))) throw notFound();
  return { id };
}
