import { sql } from "@/db";
import { jsonb } from "@/db/json";
import { isBelowRowLimit } from "@/db/row-limit";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, withBefore } from "@/lib/accounts/audit/queries";
import type { Observation } from "@/lib/alerts/conditions/observation";
import type { AlertKind, Evaluation, Recipients } from "@/lib/alerts/rules/schema";
import type { AccountId, ProjectId } from "@/lib/base/ids";

export type AlertRuleRow = {
  id: number;
  name: string;
  kind: AlertKind;
  settings: unknown;
  recipients: Recipients;
  is_on: boolean;
  due_at: Date | null;
  evaluated_at: Date | null;
  problem: string | null;
  created_by: string;
  updated_at: Date;
};
type Standing = { firing: number; last_fired_at: Date | null; muted_until: Date | null };

const columns = () => sql`
  r.id, r.name, r.kind, r.settings, r.recipients, r.is_on, r.due_at, r.evaluated_at, r.problem, r.created_by, r.updated_at`;

export const findAlertRules = (projectId: ProjectId, only: number | null, now: Date) => sql<
  (AlertRuleRow & Standing)[]
>`
  select ${columns()},
    (select count(*)::int from alerts a
      where a.project_id = ${projectId} and a.rule_id = r.id and a.resolved_at is null) as firing,
    (select max(a.fired_at) from alerts a where a.project_id = ${projectId} and a.rule_id = r.id) as last_fired_at,
    (select m.until from alert_mutes m
      where m.project_id = ${projectId} and m.rule_id = r.id and m.subject = '' and m.until > ${now}) as muted_until
  from alert_rules r
  where r.project_id = ${projectId} and (${only}::bigint is null or r.id = ${only}::bigint)
  order by r.id`;

export async function findAlertRule(projectId: ProjectId, id: number): Promise<AlertRuleRow | null> {
  const [row] = await sql<AlertRuleRow[]>`
    select ${columns()} from alert_rules r where r.project_id = ${projectId} and r.id = ${id}`;
  return row ?? null;
}

type Owner = { accountId: AccountId; id: ProjectId };
export type AlertRuleValues = { name: string; kind: string; settings: unknown; recipients: Recipients };

/** Null if the project already has `max` rules. */
export async function insertAlertRule(
  { accountId: account, id: project }: Owner,
  rule: AlertRuleValues,
  by: Actor,
  { now, most: max }: { now: Date; most: number },
): Promise<number | null> {
  const { name, kind, settings, recipients } = rule;
  const [row] = await audited<{ id: number }>(
    by,
    { account, project, action: "alert.create", target: sql`changed.name`, detail: { kind } },
    sql`
      insert into alert_rules (project_id, name, kind, settings, recipients, is_on, due_at, created_by, created_at, updated_at)
      select ${project}, ${name}, ${kind}, ${jsonb(settings)}, ${jsonb(recipients)}, true, ${now}, ${by.name}, ${now}, ${now}
      where ${isBelowRowLimit("alert_rules", project, max)}
      returning id, name`,
  );
  return row?.id ?? null;
}

/** Removes recent evaluations, so that their periods are evaluated again. */
const deleteEvaluations = (project: ProjectId, id: number, from: ReturnType<typeof sql>, now: Date) => sql`
  delete from alert_evaluations e ${from}
  where e.project_id = ${project} and e.rule_id = ${id} and e.evaluated_at > ${now}::timestamptz - interval '2 days'`;

/** A changed rule ends its active alerts. */
const endAll = (project: ProjectId, id: number, from: ReturnType<typeof sql>, now: Date) => sql`
  update alerts a set resolved_at = ${now}, ended = 'changed' ${from}
  where a.project_id = ${project} and a.rule_id = ${id} and a.resolved_at is null`;

/**
 * False if the rule does not exist. A changed rule is evaluated once more, also for a period that was already
 * evaluated.
 */
export async function updateAlertRule(
  { accountId: account, id: project }: Owner,
  id: number,
  rule: AlertRuleValues,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const detail = { name: rule.name, settings: rule.settings, recipients: rule.recipients };
  const rows = await audited(
    by,
    {
      account,
      project,
      action: "alert.change",
      target: sql`changed.name`,
      detail: withBefore(
        detail,
        sql`(select to_jsonb(was) from alert_rules was where was.project_id = ${project} and was.id = changed.id)`,
      ),
    },
    sql`
      update alert_rules r set name = ${rule.name}, kind = ${rule.kind}, settings = ${jsonb(rule.settings)},
        recipients = ${jsonb(rule.recipients)}, updated_at = ${now}, problem = null,
        due_at = case when r.is_on then ${now}::timestamptz end
      where r.project_id = ${project} and r.id = ${id}
      returning r.id, r.name, r.settings`,
    sql`,
    other as (
      select c.id from changed c join alert_rules w on w.project_id = ${project} and w.id = c.id
      where w.settings <> c.settings
    ),
    again as (${deleteEvaluations(project, id, sql`using other o`, now)}),
    ended as (${endAll(project, id, sql`from other o`, now)})
    select 1 from changed`,
  );
  return rows.length > 0;
}

/** False if the rule does not exist. */
export async function removeRecipient(
  { accountId: account, id: project }: Owner,
  id: number,
  email: string,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const rows = await audited(
    by,
    { account, project, action: "alert.unsubscribe", target: sql`changed.name` },
    sql`
      update alert_rules r set updated_at = ${now},
        recipients = jsonb_set(r.recipients, '{emails}', (r.recipients -> 'emails') - ${email}::text)
      where r.project_id = ${project} and r.id = ${id} and r.recipients -> 'emails' ? ${email}::text returning r.name`,
    sql`select 1 from alert_rules r where r.project_id = ${project} and r.id = ${id}`,
  );
  return rows.length > 0;
}

/**
 * False if the rule does not exist. A change ends active alerts, and a rule that is switched on is evaluated at once.
 * Without a change there is no effect.
 */
export async function switchAlertRule(
  { accountId: account, id: project }: Owner,
  id: number,
  on: boolean,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const rows = await audited(
    by,
    { account, project, action: on ? "alert.resume" : "alert.pause", target: sql`changed.name` },
    sql`
      update alert_rules r set is_on = ${on}, due_at = ${on ? now : null}::timestamptz, updated_at = ${now}, problem = null
      where r.project_id = ${project} and r.id = ${id} and r.is_on <> ${on} returning r.id, r.name`,
    sql`,
    again as (${deleteEvaluations(project, id, sql`using changed c`, now)}),
    ended as (${endAll(project, id, sql`from changed c`, now)})
    select 1 from alert_rules r where r.project_id = ${project} and r.id = ${id}`,
  );
  return rows.length > 0;
}

export async function deleteAlertRule(
  { accountId: account, id: project }: Owner,
  id: number,
  by: Actor,
): Promise<boolean> {
  const rows = await audited(
    by,
    { account, project, action: "alert.remove", target: sql`changed.name` },
    sql`
      delete from alert_rules r where r.project_id = ${project} and r.id = ${id} returning r.id, r.name`,
    sql`,
    fired as (delete from alerts a using changed g where a.project_id = ${project} and a.rule_id = g.id),
    checked as (delete from alert_evaluations e using changed g where e.project_id = ${project} and e.rule_id = g.id),
    muted as (delete from alert_mutes m using changed g where m.project_id = ${project} and m.rule_id = g.id)
    select 1 from changed`,
  );
  return rows.length > 0;
}

/** With `rule` 0, mutes a campaign in every rule. */
export const storeAlertMute = (
  { accountId: account, id: project }: Owner,
  mute: { rule: number; subject: string; until: Date; named: string },
  by: Actor,
) =>
  audited(
    by,
    {
      account,
      project,
      action: "alert.mute",
      target: mute.named,
      detail: { until: mute.until.toISOString() },
    },
    sql`
    insert into alert_mutes (project_id, rule_id, subject, until, created_by)
    values (${project}, ${mute.rule}, ${mute.subject}, ${mute.until}, ${by.name})
    on conflict (project_id, rule_id, subject) do update set until = excluded.until, created_by = excluded.created_by
    returning until`,
  );

export const deleteAlertMute = (
  { accountId: account, id: project }: Owner,
  mute: { rule: number; subject: string; named: string },
  by: Actor,
) =>
  audited(
    by,
    { account, project, action: "alert.unmute", target: mute.named },
    sql`
    delete from alert_mutes m
    where m.project_id = ${project} and m.rule_id = ${mute.rule} and m.subject = ${mute.subject} returning m.until`,
  );

export type AlertRow = {
  id: string;
  rule_id: number;
  rule_name: string;
  kind: AlertKind;
  subject: string;
  label: string;
  text: string;
  settings: unknown;
  period: string;
  /** The period of the latest evaluation. */
  latest_period: string;
  seen: Observation;
  latest: Observation;
  fired_at: Date;
  notified_at: Date | null;
  resolved_at: Date | null;
  ended: "inside" | "silent" | "gone" | "changed" | null;
  muted_until: Date | null;
};

/** Active alerts, or all alerts of a rule, the latest first. */
export const findAlerts = (
  projectId: ProjectId,
  which: { rule: number | null; open: boolean },
  now: Date,
  max: number,
) => sql<AlertRow[]>`
  select a.id, a.rule_id, r.name as rule_name, r.kind, r.settings, a.subject, a.label, a.text, a.period, a.seen, a.latest,
    coalesce((select max(e.period) from alert_evaluations e
      where e.project_id = ${projectId} and e.rule_id = a.rule_id), a.period) as latest_period,
    a.fired_at, a.notified_at, a.resolved_at, a.ended,
    (select max(m.until) from alert_mutes m
      where m.project_id = ${projectId} and m.until > ${now}
        and (m.rule_id = a.rule_id and m.subject in ('', a.subject) or m.rule_id = 0 and m.subject = a.subject)
    ) as muted_until
  from alerts a join alert_rules r on r.project_id = ${projectId} and r.id = a.rule_id
  where a.project_id = ${projectId} and (${which.rule}::bigint is null or a.rule_id = ${which.rule}::bigint)
    and (not ${which.open} or a.resolved_at is null)
  order by a.resolved_at is not null, a.fired_at desc, a.id limit ${max}`;

export type EvaluationRow = {
  period: string;
  evaluated_at: Date;
  checked: number;
  outside: number;
  seen: Evaluation[];
};

export const findRuleEvaluations = (projectId: ProjectId, rule: number, max: number) => sql<EvaluationRow[]>`
  select e.period, e.evaluated_at, e.checked, e.outside, e.seen from alert_evaluations e
  where e.project_id = ${projectId} and e.rule_id = ${rule} order by e.period desc limit ${max}`;
