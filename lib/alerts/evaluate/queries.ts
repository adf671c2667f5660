import { type Fragment, sql } from "@/db";
import { columnTable } from "@/db/columns";
import type { AlertStep } from "@/lib/alerts/conditions/transition";
import { insertMails } from "@/lib/alerts/mail/queries";
import type { AlertRuleRow } from "@/lib/alerts/rules/queries";
import type { Evaluation } from "@/lib/alerts/rules/schema";
import { newId, type ProjectId } from "@/lib/base/ids";
import { toOutbox } from "@/lib/ledger/outbox/queries";

export type DueRule = { project_id: number; id: number };

/** Due rules, the longest due first, without archived and frozen projects. */
export const findDueRules = (now: Date, max: number) => sql<DueRule[]>`/* all projects */
  select r.project_id, r.id from alert_rules r join projects p on p.id = r.project_id
  where r.due_at <= ${now} and p.deleted_at is null and p.archived_at is null
    and p.frozen_at is null
  order by r.due_at limit ${max}`;

export type OpenRow = { subject: string; label: string; id: string; notified_at: Date | null };
export type NotifiedRow = { subject: string; notified_at: Date };
export type MutedRow = { subject: string };
export type AlertStateRows = {
  open: OpenRow[];
  notified: NotifiedRow[];
  muted: MutedRow[];
  is_evaluated: boolean;
};

/** The state of a rule: active alerts, times of the last notifications, and mutes; `''` is the whole rule. */
export async function findAlertState(
  projectId: ProjectId,
  rule: number,
  period: string,
  now: Date,
): Promise<AlertStateRows> {
  const [[row], open, notified, muted] = await Promise.all([
    sql<[{ is_evaluated: boolean }]>`
      select exists (
        select from alert_evaluations e
        where e.project_id = ${projectId} and e.rule_id = ${rule} and e.period = ${period}) as is_evaluated`,
    sql<OpenRow[]>`
      select a.subject, a.label, a.id, a.notified_at from alerts a
      where a.project_id = ${projectId} and a.rule_id = ${rule} and a.resolved_at is null`,
    sql<NotifiedRow[]>`
      select a.subject, max(a.notified_at) as notified_at from alerts a
      where a.project_id = ${projectId} and a.rule_id = ${rule} and a.notified_at is not null group by a.subject`,
    sql<MutedRow[]>`
      select m.subject from alert_mutes m
      where m.project_id = ${projectId} and m.rule_id in (0, ${rule}) and m.until > ${now}`,
  ]);
  return { open, notified, muted, is_evaluated: row.is_evaluated };
}

export type AlertChange = Evaluation & { text: string } & Pick<AlertStep, "notifies"> & {
    does: "fire" | "keep" | "resolve";
    id: string;
    ended: string | null;
  };

const changes = columnTable<{
  id: string;
  does: string;
  notifies: boolean;
  subject: string;
  label: string;
  text: string;
  seen: unknown;
  ended: string | null;
}>({
  id: "uuid",
  does: "text",
  notifies: "boolean",
  subject: "text",
  label: "text",
  text: "text",
  seen: "jsonb",
  ended: "text",
});

export type Evaluated = {
  rule: Pick<AlertRuleRow, "id" | "updated_at" | "recipients">;
  period: string;
  checked: number;
  outside: number;
  seen: Evaluation[];
  changes: AlertChange[];
  dueNext: Date;
  /** The email recipients of the start and of the end. */
  emails: readonly string[];
  emailsOver: readonly string[];
};

const retentionDays = 100;

/**
 * Stores an evaluation, its changes and its notifications in one statement. If it fails, no part is stored. Repeating a
 * period has no effect, and neither has the evaluation of a rule that was changed in the meantime.
 */
export async function storeEvaluation(projectId: ProjectId, one: Evaluated, now: Date): Promise<boolean> {
  const { rule, period, checked, outside, seen } = one;
  const webhooks: Fragment = sql`${rule.recipients.webhooks}::boolean`;
  const rows = await sql`
    with locked as materialized (
      select r.id from alert_rules r
      where r.project_id = ${projectId} and r.id = ${rule.id} and r.updated_at = ${rule.updated_at} and r.is_on
      -- A change of the rule ends its alerts, so the old rule must not store anything later.
      for update of r
    ),
    evaluated as (
      insert into alert_evaluations (project_id, rule_id, period, evaluated_at, checked, outside, seen)
      select ${projectId}, r.id, ${period}, ${now}, ${checked}, ${outside}, ${JSON.stringify(seen)}::text::jsonb
      from locked r
      on conflict (project_id, rule_id, period) do nothing
      returning rule_id
    ),
    -- A column that contains only empty texts arrives as null.
    x as materialized (
      select c.id, c.does, c.notifies, coalesce(c.subject, '') as subject, coalesce(c.label, '') as label,
        coalesce(c.text, '') as text, c.seen, c.ended
      from ${changes(one.changes)} c, evaluated
    ),
    fired as (
      insert into alerts (project_id, id, rule_id, subject, label, text, period, seen, latest, fired_at, notified_at)
      select ${projectId}, x.id, ${rule.id}, x.subject, x.label, x.text, ${period}, x.seen, x.seen, ${now},
        case when x.notifies then ${now}::timestamptz end
      from x where x.does = 'fire'
      on conflict (project_id, rule_id, subject) where resolved_at is null do nothing
      returning id, notified_at
    ),
    stored as (
      update alerts a set latest = x.seen, label = x.label,
        notified_at = coalesce(a.notified_at, case when x.notifies then ${now}::timestamptz end)
      from x where x.does = 'keep' and a.project_id = ${projectId} and a.id = x.id
      returning a.id, case when x.notifies then a.notified_at end as notified_at
    ),
    resolved as (
      update alerts a set resolved_at = ${now}, ended = x.ended, latest = x.seen
      from x where x.does = 'resolve' and a.project_id = ${projectId} and a.id = x.id and a.resolved_at is null
      returning a.id, x.notifies
    ),
    webhook_rows as (
      ${toOutbox(
        projectId,
        "alert",
        sql`
          select ${projectId}::bigint as project_id, t.id::text as subject, null::text as user_id,
            null::text as instance, jsonb_build_object('at', t.notified_at) as payload
          from (select id, notified_at from fired union all select id, notified_at from stored) t
          where t.notified_at is not null and ${webhooks}`,
      )}
    ),
    mailed as (
      ${insertMails(
        projectId,
        sql`
          select 'alert:' || t.id as about
          from (select id, notified_at from fired union all select id, notified_at from stored) t where t.notified_at is not null`,
        one.emails,
        now,
      )}
    ),
    resolved_webhook_rows as (
      ${toOutbox(
        projectId,
        "alert.resolved",
        sql`
          select o.id::text as subject, null::text as user_id,
            null::text as instance, jsonb_build_object('at', ${now}::timestamptz) as payload
          from resolved o where o.notifies and ${webhooks}`,
      )}
    ),
    resolved_mailed as (
      ${insertMails(projectId, sql`select 'resolved:' || o.id as about from resolved o where o.notifies`, one.emailsOver, now)}
    ),
    old as (
      delete from alert_evaluations e
      where e.project_id = ${projectId} and e.rule_id = ${rule.id}
        and e.evaluated_at < ${now}::timestamptz - ${retentionDays} * interval '1 day'
    )
    update alert_rules r set due_at = ${one.dueNext}, evaluated_at = ${now}, problem = null
    from evaluated where r.project_id = ${projectId} and r.id = evaluated.rule_id
    returning r.id`;
  return rows.length > 0;
}

/** Postpones a rule that was already evaluated, or that can't be evaluated now. */
export const postponeEvaluation = (
  projectId: ProjectId,
  { id, updated_at }: Pick<AlertRuleRow, "id" | "updated_at">,
  until: Date,
  problem: string | null,
) => sql`
  update alert_rules r set due_at = ${until}, problem = ${problem}
  where r.project_id = ${projectId} and r.id = ${id} and r.updated_at = ${updated_at} and r.is_on`;

export const alertChangeOf = (
  now: Date,
  change: Omit<AlertChange, "id"> & { id: string | null },
): AlertChange => ({
  ...change,
  id: change.id ?? newId(now),
});
