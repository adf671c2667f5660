import { type Fragment, sql } from "@/db";
import type { AlertRow } from "@/lib/alerts/rules/queries";
import type { Recipients } from "@/lib/alerts/rules/schema";
import type { ProjectId } from "@/lib/base/ids";

export type TeamMember = { email: string; name: string };

/** Members who may see the project: members of its account, and members of the project alone. */
export const findTeam = (projectId: ProjectId) => sql<TeamMember[]>`
  select lower(m.email) as email, m.name from members m
  where m.id in (
    select s.member_id from memberships s
    join projects p on p.account_id = s.account_id where p.id = ${projectId}
    union all
    select g.member_id from project_members g where g.project_id = ${projectId})
  order by lower(m.email)`;

/**
 * Inserts emails about `alerts` (IDs, as text) in the statement that finds them. Alerts and emails are stored together,
 * and each recipient gets one email per ID.
 */
export const insertMails = (
  projectId: ProjectId,
  alerts: Fragment,
  recipients: readonly string[],
  now: Date,
) => sql`
  insert into mails (project_id, id, about, recipient, state, next_at, created_at)
  select ${projectId}, uuidv7(), t.about, r.email, 'queued', ${now}, ${now}
  from (${alerts}) t cross join unnest(${[...recipients]}::text[]) as r(email)
  on conflict (project_id, about, recipient) do nothing`;

export type DueMail = {
  project_id: number;
  id: string;
  about: string;
  recipient: string;
  tries: number;
  created_at: Date;
};

/** Due emails of all projects, or of one. */
export const findDueMails = (now: Date, max: number, only: ProjectId | null) => sql<
  DueMail[]
>`/* all projects */
  select m.project_id, m.id, m.about, m.recipient, m.tries, m.created_at
  from mails m join projects p on p.id = m.project_id and p.deleted_at is null and p.frozen_at is null
  where m.next_at <= ${now} and (${only}::bigint is null or m.project_id = ${only}::bigint)
  order by m.next_at, m.project_id, m.about limit ${max}`;

/** One process sends the email. If it dies, another may claim the email after that time. */
export async function claimMail(
  projectId: ProjectId,
  { id, tries }: DueMail,
  now: Date,
  until: Date,
): Promise<boolean> {
  const rows = await sql`
    update mails m set next_at = ${until}, tries = m.tries + 1
    where m.project_id = ${projectId} and m.id = ${id} and m.tries = ${tries} and m.next_at <= ${now}
    returning 1`;
  return rows.length > 0;
}

export const endMail = (
  projectId: ProjectId,
  id: string,
  outcome: { state: "sent" | "dead" | "queued"; nextAt: Date | null; problem: string | null },
  now: Date,
) => sql`
  update mails m set state = ${outcome.state}, next_at = ${outcome.nextAt}, problem = ${outcome.problem},
    ended_at = ${outcome.nextAt === null ? now : null}::timestamptz
  where m.project_id = ${projectId} and m.id = ${id}`;

/** Removes emails that were sent long ago. */
export const deleteOldMails = (projectId: ProjectId, before: Date) => sql`
  delete from mails m where m.project_id = ${projectId} and m.ended_at < ${before}`;

export type NotifiedAlert = Pick<
  AlertRow,
  "rule_id" | "rule_name" | "label" | "text" | "seen" | "latest" | "ended"
> & {
  settings: unknown;
  recipients: Recipients;
};

export async function findNotifiedAlert(projectId: ProjectId, id: string): Promise<NotifiedAlert | null> {
  const [row] = await sql<NotifiedAlert[]>`
    select a.rule_id, r.name as rule_name, r.settings, r.recipients, a.label, a.text, a.seen, a.latest, a.ended
    from alerts a join alert_rules r on r.project_id = ${projectId} and r.id = a.rule_id
    where a.project_id = ${projectId} and a.id = ${id}::uuid`;
  return row ?? null;
}
