import { sql } from "@/db";
import { json } from "@/db/json";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import { toMails } from "@/lib/alerts/mail/queries";
import type { Rhythm } from "@/lib/alerts/reports/runs";
import type { ShownReport } from "@/lib/alerts/reports/schema";
import type { AccountId, ProjectId } from "@/lib/base/ids";

export type ScheduleRow = Rhythm & {
  id: number;
  title: string;
  shown: ShownReport;
  recipients: string[];
  is_on: boolean;
  next_at: Date | null;
  last_at: Date | null;
  made_by: string;
  updated_at: Date;
};
type Outcome = { sent: number; waiting: number; failed: number; problem: string | null };

const columns = () => sql`
  s.id, s.title, s.shown, s.cadence, s.weekday, s.hour, s.recipients, s.is_on, s.next_at, s.last_at, s.made_by,
  s.updated_at`;

/** With what became of the letters of the last run. */
export const findSchedules = (projectId: ProjectId, only: number | null) => sql<(ScheduleRow & Outcome)[]>`
  select ${columns()}, o.sent, o.waiting, o.failed, o.problem
  from report_schedules s cross join lateral (
    select count(*) filter (where m.state = 'sent')::int as sent,
      count(*) filter (where m.state = 'queued')::int as waiting,
      count(*) filter (where m.state = 'dead')::int as failed, max(m.problem) as problem
    from mails m where m.project_id = ${projectId} and m.about = s.last_run) o
  where s.project_id = ${projectId} and (${only}::bigint is null or s.id = ${only}::bigint)
  order by s.id`;

export async function findSchedule(projectId: ProjectId, id: number): Promise<ScheduleRow | null> {
  const [row] = await sql<ScheduleRow[]>`
    select ${columns()} from report_schedules s where s.project_id = ${projectId} and s.id = ${id}`;
  return row ?? null;
}

export async function countSchedules(projectId: ProjectId): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from report_schedules s where s.project_id = ${projectId}`;
  return row.count;
}

type Owner = { accountId: AccountId; id: ProjectId };
export type WrittenSchedule = Rhythm & {
  title: string;
  shown: ShownReport;
  recipients: readonly string[];
  on: boolean;
  nextAt: Date | null;
};

export async function insertSchedule(
  { accountId: account, id: project }: Owner,
  { title, shown, cadence, weekday, hour, recipients, on, nextAt }: WrittenSchedule,
  by: Actor,
  now: Date,
): Promise<number> {
  const [row] = await sql<[{ id: number }]>`
    with made as (
      insert into report_schedules (project_id, title, shown, cadence, weekday, hour, recipients, is_on, next_at, made_by,
        created_at, updated_at)
      values (${project}, ${title}, ${json(shown)}, ${cadence}, ${weekday}, ${hour}, ${json(recipients)}, ${on},
        ${nextAt}::timestamptz, ${by.name}, ${now}, ${now})
      returning id, title
    ),
    logged as (${auditRow(
      by,
      {
        account,
        project,
        action: "report-schedule.create",
        target: sql`made.title`,
        detail: { cadence, recipients: recipients.length },
      },
      sql`from made`,
    )})
    select id from made`;
  return row.id;
}

/** False where there is none. */
export async function updateSchedule(
  { accountId: account, id: project }: Owner,
  id: number,
  { title, shown, cadence, weekday, hour, recipients, on, nextAt }: WrittenSchedule,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    with changed as (
      update report_schedules s set title = ${title}, shown = ${json(shown)}, cadence = ${cadence},
        weekday = ${weekday}, hour = ${hour}, recipients = ${json(recipients)}, is_on = ${on},
        next_at = ${nextAt}::timestamptz, updated_at = ${now}
      where s.project_id = ${project} and s.id = ${id} returning s.title
    ),
    logged as (${auditRow(
      by,
      {
        account,
        project,
        action: "report-schedule.change",
        target: sql`changed.title`,
        detail: { cadence, weekday, hour, recipients: recipients.length, on },
      },
      sql`from changed`,
    )})
    select 1 from changed`;
  return rows.length > 0;
}

/** Whoever gets it no longer does; false where there is no such schedule. */
export async function removeScheduleRecipient(
  { accountId: account, id: project }: Owner,
  id: number,
  email: string,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    with changed as (
      update report_schedules s set recipients = s.recipients - ${email}::text, updated_at = ${now}
      where s.project_id = ${project} and s.id = ${id} and s.recipients ? ${email}::text returning s.title
    ),
    logged as (${auditRow(
      by,
      { account, project, action: "report-schedule.unsubscribe", target: sql`changed.title` },
      sql`from changed`,
    )})
    select 1 from report_schedules s where s.project_id = ${project} and s.id = ${id}`;
  return rows.length > 0;
}

export async function deleteSchedule(
  { accountId: account, id: project }: Owner,
  id: number,
  by: Actor,
): Promise<boolean> {
  const rows = await sql`
    with gone as (
      delete from report_schedules s where s.project_id = ${project} and s.id = ${id} returning s.title
    ),
    logged as (${auditRow(
      by,
      { account, project, action: "report-schedule.remove", target: sql`gone.title` },
      sql`from gone`,
    )})
    select 1 from gone`;
  return rows.length > 0;
}

export type DueSchedule = { project_id: number; id: number };

/** The longest due first; those of projects that nobody uses any more wait until somebody does. */
export const findDueSchedules = (now: Date, most: number) => sql<DueSchedule[]>`/* all projects */
  select s.project_id, s.id from report_schedules s join projects p on p.id = s.project_id
  where s.next_at <= ${now} and p.deleted_at is null and p.archived_at is null and p.held_at is null
  order by s.next_at limit ${most}`;

/**
 * Stores the letters of a run and when the next one is, in one statement: where that dies neither happened, and of two
 * that do it at once the second changes nothing. Nor does one whose schedule was changed meanwhile.
 */
export async function storeRun(
  projectId: ProjectId,
  { id, updated_at, next_at }: Pick<ScheduleRow, "id" | "updated_at" | "next_at">,
  run: { about: string; emails: readonly string[]; nextAt: Date },
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    with moved as (
      update report_schedules s set next_at = ${run.nextAt}, last_at = ${now}, last_run = ${run.about}
      where s.project_id = ${projectId} and s.id = ${id} and s.updated_at = ${updated_at} and s.is_on
        and s.next_at = ${next_at}
      returning s.last_run as about
    ),
    mailed as (${toMails(projectId, sql`select about from moved`, run.emails, now)})
    select 1 from moved`;
  return rows.length > 0;
}

/** The same between runs, because somebody asked for it. */
export async function storeExtraRun(
  { accountId: account, id: project }: Owner,
  id: number,
  run: { about: string; emails: readonly string[] },
  by: Actor,
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    with moved as (
      update report_schedules s set last_at = ${now}, last_run = ${run.about}
      where s.project_id = ${project} and s.id = ${id} returning s.title, s.last_run as about
    ),
    mailed as (${toMails(project, sql`select about from moved`, run.emails, now)} returning 1),
    logged as (${auditRow(
      by,
      { account, project, action: "report-schedule.send", target: sql`moved.title` },
      sql`from moved where exists (select from mailed)`,
    )})
    select 1 from moved`;
  return rows.length > 0;
}
