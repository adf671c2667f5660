import { sql } from "@/db";
import { jsonb } from "@/db/json";
import { isBelowRowLimit } from "@/db/row-limit";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, auditRow } from "@/lib/accounts/audit/queries";
import { type Owner, removeRow } from "@/lib/accounts/audit/remove-queries";
import { insertMails } from "@/lib/alerts/mail/queries";
import type { ScheduleTimes } from "@/lib/alerts/reports/runs";
import type { ShownReport, webhookStandings } from "@/lib/alerts/reports/schema";
import type { ProjectId } from "@/lib/base/ids";
import { toOutbox } from "@/lib/ledger/outbox/queries";

export type ScheduleRow = ScheduleTimes & {
  id: number;
  title: string;
  shown: ShownReport;
  recipients: string[];
  webhook_id: number | null;
  is_on: boolean;
  next_at: Date | null;
  next_zone: string | null;
  last_at: Date | null;
  created_by: string;
  updated_at: Date;
};
type Outcome = { sent: number; waiting: number; failed: number; problem: string | null };
type Webhook = {
  last_run: string | null;
  webhook_name: string | null;
  webhook_standing: (typeof webhookStandings)[number];
  webhook_state: string | null;
  webhook_reason: string | null;
};

const columns = () => sql`
  s.id, s.title, s.shown, s.cadence, s.weekday, s.hour, s.recipients, s.webhook_id, s.is_on, s.next_at,
  s.next_zone, s.last_at, s.created_by, s.updated_at`;

/** Schedules with the status of the last run's emails and webhook delivery. */
export const findSchedules = (projectId: ProjectId, only: number | null) => sql<
  (ScheduleRow & Outcome & Webhook)[]
>`
  select ${columns()}, o.sent, o.waiting, o.failed, o.problem, s.last_run, w.name as webhook_name,
    case when w.id is null or w.deleted_at is not null then 'removed' when w.mode <> 'live' then w.mode
      when w.paused_at is not null then 'paused' else 'live' end as webhook_standing,
    d.state as webhook_state, d.reason as webhook_reason
  from report_schedules s cross join lateral (
    select count(*) filter (where m.state = 'sent')::int as sent,
      count(*) filter (where m.state = 'queued')::int as waiting,
      count(*) filter (where m.state = 'dead')::int as failed, max(m.problem) as problem
    from mails m where m.project_id = ${projectId} and m.about = s.last_run) o
  left join destinations w on w.project_id = ${projectId} and w.id = s.webhook_id
  left join deliveries d on d.project_id = ${projectId} and d.destination_id = s.webhook_id
    and d.event_uid = s.last_run
  where s.project_id = ${projectId} and (${only}::bigint is null or s.id = ${only}::bigint)
  order by s.id`;

export async function findSchedule(projectId: ProjectId, id: number): Promise<ScheduleRow | null> {
  const [row] = await sql<ScheduleRow[]>`
    select ${columns()} from report_schedules s where s.project_id = ${projectId} and s.id = ${id}`;
  return row ?? null;
}

export type WrittenSchedule = ScheduleTimes & {
  title: string;
  shown: ShownReport;
  recipients: readonly string[];
  webhook: number | null;
  on: boolean;
  nextAt: Date | null;
  zone: string;
};

/** Null if the project already has `max` schedules. */
export async function insertSchedule(
  { accountId: account, id: project }: Owner,
  { title, shown, cadence, weekday, hour, recipients, webhook, on, nextAt, zone }: WrittenSchedule,
  by: Actor,
  { now, most: max }: { now: Date; most: number },
): Promise<number | null> {
  const [row] = await audited<{ id: number }>(
    by,
    {
      account,
      project,
      action: "report-schedule.create",
      target: sql`changed.title`,
      detail: { cadence, recipients: recipients.length, webhook },
    },
    sql`
      insert into report_schedules (project_id, title, shown, cadence, weekday, hour, recipients, webhook_id, is_on,
        next_at, next_zone, created_by, created_at, updated_at)
      select ${project}, ${title}, ${jsonb(shown)}, ${cadence}, ${weekday}, ${hour}, ${jsonb(recipients)}, ${webhook},
        ${on}, ${nextAt}::timestamptz, ${zone}, ${by.name}, ${now}, ${now}
      where ${isBelowRowLimit("report_schedules", project, max)}
      returning id, title`,
  );
  return row?.id ?? null;
}

/** False if there is no such schedule. */
export async function updateSchedule(
  { accountId: account, id: project }: Owner,
  id: number,
  { title, shown, cadence, weekday, hour, recipients, webhook, on, nextAt, zone }: WrittenSchedule,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const rows = await audited(
    by,
    {
      account,
      project,
      action: "report-schedule.change",
      target: sql`changed.title`,
      detail: { cadence, weekday, hour, recipients: recipients.length, webhook, on },
    },
    sql`
      update report_schedules s set title = ${title}, shown = ${jsonb(shown)}, cadence = ${cadence},
        weekday = ${weekday}, hour = ${hour}, recipients = ${jsonb(recipients)}, webhook_id = ${webhook},
        is_on = ${on}, next_at = ${nextAt}::timestamptz, next_zone = ${zone}, updated_at = ${now}
      where s.project_id = ${project} and s.id = ${id} returning s.title`,
  );
  return rows.length > 0;
}

/** Removes a recipient; false if there is no such schedule. */
export async function removeScheduleRecipient(
  { accountId: account, id: project }: Owner,
  id: number,
  email: string,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const rows = await audited(
    by,
    { account, project, action: "report-schedule.unsubscribe", target: sql`changed.title` },
    sql`
      update report_schedules s set recipients = s.recipients - ${email}::text, updated_at = ${now}
      where s.project_id = ${project} and s.id = ${id} and s.recipients ? ${email}::text returning s.title`,
    sql`select 1 from report_schedules s where s.project_id = ${project} and s.id = ${id}`,
  );
  return rows.length > 0;
}

export const removeSchedule = (project: Owner, id: number, by: Actor) =>
  removeRow(project, id, by, {
    table: "report_schedules",
    action: "report-schedule.remove",
    target: sql`changed.title`,
  });

export type DueSchedule = { project_id: number; id: number };

/** Due schedules, the longest due first, without archived and frozen projects. */
export const findDueSchedules = (now: Date, max: number) => sql<DueSchedule[]>`/* all projects */
  select s.project_id, s.id from report_schedules s join projects p on p.id = s.project_id
  where s.next_at <= ${now} and p.deleted_at is null and p.archived_at is null and p.frozen_at is null
  order by s.next_at limit ${max}`;

/** The messages of a run: emails to these addresses, and this payload to a webhook. */
type Run = {
  about: string;
  emails: readonly string[];
  webhook: { id: number; message: object } | null;
};

/** The outbox row for the webhook: `moved` has the run. */
const toWebhook = (projectId: ProjectId, { webhook }: Run, now: Date) =>
  toOutbox(
    projectId,
    "report",
    sql`
      select substr(m.about, ${"report:".length + 1}::int) as subject,
        null::text as user_id, null::text as instance,
        jsonb_build_object('at', ${now}::timestamptz, 'destination', ${webhook?.id ?? null}::bigint,
          'message', ${webhook && JSON.stringify(webhook.message)}::text) as payload
      from moved m where m.is_new and ${webhook !== null}::boolean`,
  );

/**
 * Stores a run's emails, its webhook event and the next run in one statement. If it fails, no part is stored. A second
 * run in parallel has no effect. Neither has the run of a schedule that was changed in the meantime.
 */
export async function storeRun(
  projectId: ProjectId,
  { id, updated_at, next_at }: Pick<ScheduleRow, "id" | "updated_at" | "next_at">,
  run: Run & { nextAt: Date; zone: string },
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    with moved as (
      update report_schedules s set next_at = ${run.nextAt}, next_zone = ${run.zone}, last_at = ${now},
        last_run = ${run.about}
      where s.project_id = ${projectId} and s.id = ${id} and s.updated_at = ${updated_at} and s.is_on
        and s.next_at = ${next_at}
      returning s.last_run as about, old.last_run is distinct from s.last_run as is_new
    ),
    mailed as (${insertMails(projectId, sql`select about from moved`, run.emails, now)}),
    webhook_rows as (${toWebhook(projectId, run, now)})
    select 1 from moved`;
  return rows.length > 0;
}

/** Moves the next run to another time zone, without sending a report. */
export const rescheduleRun = (
  projectId: ProjectId,
  { id, updated_at }: Pick<ScheduleRow, "id" | "updated_at">,
  { nextAt, zone }: { nextAt: Date; zone: string },
) => sql`
  update report_schedules s set next_at = ${nextAt}, next_zone = ${zone}
  where s.project_id = ${projectId} and s.id = ${id} and s.updated_at = ${updated_at} and s.is_on`;

/** Stores a run that a member requested outside the schedule. */
export async function storeExtraRun(
  { accountId: account, id: project }: Owner,
  id: number,
  run: Run,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    with moved as (
      update report_schedules s set last_at = ${now}, last_run = ${run.about}
      where s.project_id = ${project} and s.id = ${id}
      returning s.title, s.last_run as about, old.last_run is distinct from s.last_run as is_new
    ),
    mailed as (${insertMails(project, sql`select about from moved`, run.emails, now)}),
    webhook_rows as (${toWebhook(project, run, now)}),
    logged as (${auditRow(
      by,
      { account, project, action: "report-schedule.send", target: sql`moved.title` },
      sql`from moved where moved.is_new`,
    )})
    select 1 from moved`;
  return rows.length > 0;
}
