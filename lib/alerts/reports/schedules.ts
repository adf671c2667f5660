import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { isMailConfigured } from "@/lib/alerts/mail/is-configured";
import { allowedRecipients, noMailServerText } from "@/lib/alerts/mail/recipients";
import {
  findSchedule,
  findSchedules,
  insertSchedule,
  removeScheduleRecipient,
  storeExtraRun,
  updateSchedule,
  type WrittenSchedule,
} from "@/lib/alerts/reports/queries";
import { checkScheduledQuery } from "@/lib/alerts/reports/query";
import { runSchedule } from "@/lib/alerts/reports/run";
import { nextRun } from "@/lib/alerts/reports/runs";
import type { ScheduleInput, ShownSchedule } from "@/lib/alerts/reports/schema";
import type { RuleReader } from "@/lib/alerts/rules/present";
import { Refusal } from "@/lib/base/refusal";
import { deliveryReasonText } from "@/lib/outbound/deliveries/reason-text";
import { listenForReports } from "@/lib/outbound/destinations/destinations";
import { findDestination } from "@/lib/outbound/destinations/queries";

export { removeSchedule } from "@/lib/alerts/reports/queries";

/** Each report is read by people. */
const maxSchedules = 100;

export const scheduleNotFound = "Scheduled report not found.";
const notFound = () => new Refusal("not_found", scheduleNotFound);

type ScheduleReader = { project: Project; reader: RuleReader };
type Row = Awaited<ReturnType<typeof findSchedules>>[number];

const iso = (at: Date | null) => at?.toISOString() ?? null;

function present(row: Row, { email, mayWrite }: RuleReader): ShownSchedule {
  const { id, title, shown, cadence, weekday, hour, recipients, created_by } = row;
  return {
    ...{ id, title, shown, cadence, weekday, hour, created_by },
    emails: mayWrite ? recipients : [],
    emailed: recipients.length,
    emails_me: recipients.includes(email.toLowerCase()),
    webhook:
      row.webhook_id === null
        ? null
        : { id: row.webhook_id, name: row.webhook_name ?? "", standing: row.webhook_standing },
    on: row.is_on,
    next_at: iso(row.next_at),
    last_at: iso(row.last_at),
    last: lastOf(row),
  };
}

/** The counts of a run's emails, including its webhook event. */
function lastOf({ sent, waiting, failed, problem, ...row }: Row): ShownSchedule["last"] {
  if (row.webhook_id === null || row.last_run === null) return { sent, waiting, failed, problem };
  const state = row.webhook_state ?? "waiting";
  if (state === "sent") return { sent: sent + 1, waiting, failed, problem };
  // The sender creates the delivery a moment later, unless the webhook is off.
  const isOff =
    row.webhook_state === null && (row.webhook_standing === "off" || row.webhook_standing === "removed");
  if (!isOff && (state === "waiting" || state === "queued"))
    return { sent, waiting: waiting + 1, failed, problem: problem ?? row.webhook_reason };
  const why =
    state === "dry" ? "The webhook is in a dry run." : deliveryReasonText(state, row.webhook_reason);
  return { sent, waiting, failed: failed + 1, problem: problem ?? (isOff ? "The webhook is off." : why) };
}

export async function listSchedules({ project, reader }: ScheduleReader) {
  const rows = await findSchedules(project.id, null);
  return { mail: isMailConfigured(), schedules: rows.map((row) => present(row, reader)) };
}

async function shownOne({ project, reader }: ScheduleReader, id: number) {
  const [row] = await findSchedules(project.id, id);
  if (!row) throw notFound();
  return { schedule: present(row, reader) };
}

/** Checks that the webhook exists, and adds reports to the sender's outbox. */
async function checkWebhook(project: Project, id: number): Promise<void> {
  if ((await findDestination(project.id, id))?.kind !== "webhook")
    throw new Refusal("invalid_request", "Choose a webhook.", { fields: { webhook: "Choose a webhook." } });
  await listenForReports(project);
}

async function written(
  project: Project,
  input: ScheduleInput,
  before: readonly string[],
  now: Date,
): Promise<WrittenSchedule> {
  const { emails, on, webhook, ...rest } = input;
  if (webhook !== null) await checkWebhook(project, webhook);
  if (input.shown.kind === "query") await checkScheduledQuery(project, input.shown.query);
  return {
    ...rest,
    on,
    recipients: await allowedRecipients(project, emails, before),
    webhook,
    nextAt: on ? nextRun(rest, project.timeZone, now) : null,
    zone: project.timeZone,
  };
}

export async function addSchedule(reader: ScheduleReader, input: ScheduleInput, by: Actor, now: Date) {
  const { project } = reader;
  const schedule = await written(project, input, [], now);
  const id = await insertSchedule(project, schedule, by, { now, most: maxSchedules });
  if (id === null)
    throw new Refusal(
      "limit_reached",
      `A project has at most ${maxSchedules} scheduled reports. Delete some first.`,
    );
  return shownOne(reader, id);
}

export async function changeSchedule(
  reader: ScheduleReader,
  id: number,
  input: ScheduleInput,
  by: Actor,
  now: Date,
) {
  const { project } = reader;
  const schedule = await findSchedule(project.id, id);
  if (!schedule) throw notFound();
  const changed = await written(project, input, schedule.recipients, now);
  if (!(await updateSchedule(project, id, changed, by, now))) throw notFound();
  return shownOne(reader, id);
}

/** Sends the last whole day, week or month again. The schedule itself does not change. */
export async function sendScheduleNow(reader: ScheduleReader, id: number, by: Actor, now: Date) {
  const { project } = reader;
  const schedule = await findSchedule(project.id, id);
  if (!schedule) throw notFound();
  if (!isMailConfigured() && schedule.webhook_id === null)
    throw new Refusal("email_not_configured", noMailServerText);
  const run = await runSchedule(project, schedule, now);
  if (!(await storeExtraRun(project, id, run, by, now))) throw notFound();
  return shownOne(reader, id);
}

/** Recipients can unsubscribe without permission to change the schedule. */
export async function stopSchedule(viewer: ScheduleReader, id: number, by: Actor, now: Date) {
  const { project, reader } = viewer;
  if (!(await removeScheduleRecipient(project, id, reader.email.toLowerCase(), by, now))) throw notFound();
  return shownOne(viewer, id);
}
