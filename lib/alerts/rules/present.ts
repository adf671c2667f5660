import type { Project } from "@/lib/accounts/access/project";
import { alertText, ruleSentence } from "@/lib/alerts/rules/labels";
import type { AlertRow, EvaluationRow, findAlertRules } from "@/lib/alerts/rules/queries";
import {
  type AlertCondition,
  readAlertCondition,
  type ShownAlert,
  type ShownEvaluation,
  type ShownRule,
} from "@/lib/alerts/rules/schema";

type Row = Awaited<ReturnType<typeof findAlertRules>>[number];

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** Settings of an older version that are no longer valid; the rule then shows a problem. */
const watchedOf = (settings: unknown): AlertCondition | null => {
  const read = readAlertCondition(settings);
  return read.success ? read.data : null;
};

function stateOf({ is_on, problem, firing, evaluated_at }: Row): ShownRule["state"] {
  if (!is_on) return "off";
  if (problem !== null) return "problem";
  if (firing > 0) return "firing";
  return evaluated_at === null ? "new" : "ok";
}

/** The caller: only members who can choose recipients see other addresses. */
export type RuleReader = { email: string; mayWrite: boolean };

export function presentRule(
  row: Row,
  project: Project,
  campaign: string | null,
  reader: RuleReader,
): ShownRule {
  const watched = watchedOf(row.settings);
  const emails = row.recipients.emails ?? [];
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    about: watched ? ruleSentence(watched, project, { campaign }) : "",
    watched: watched ?? { kind: "spend_sync" },
    webhooks: row.recipients.webhooks,
    emails: reader.mayWrite ? emails : [],
    emailed: emails.length,
    emails_resolved: row.recipients.emails_resolved ?? true,
    emails_me: emails.includes(reader.email.toLowerCase()),
    on: row.is_on,
    state: stateOf(row),
    firing: row.firing,
    last_fired_at: iso(row.last_fired_at),
    evaluated_at: iso(row.evaluated_at),
    due_at: iso(row.due_at),
    problem: row.problem,
    muted_until: iso(row.muted_until),
    created_by: row.created_by,
    updated_at: row.updated_at.toISOString(),
  };
}

/** The latest observation of an active alert, in the same words. */
function latestText(row: AlertRow, project: Pick<Project, "currency">): string {
  const watched = readAlertCondition(row.settings);
  const { value, text, currency } = row.latest;
  // An amount in an earlier currency of the project would appear in the wrong currency.
  const isWritten = value !== null && text === null && (currency ?? project.currency) === project.currency;
  if (!watched.success || !isWritten || row.resolved_at !== null) return row.text;
  return alertText(
    watched.data,
    { label: row.label, seen: row.latest, day: row.latest_period.slice(0, 10) },
    project,
  );
}

export function presentAlert(row: AlertRow, project: Pick<Project, "currency">): ShownAlert {
  return {
    id: row.id,
    rule: { id: row.rule_id, name: row.rule_name, kind: row.kind },
    subject: row.subject,
    label: row.label,
    text: row.text,
    latest_text: latestText(row, project),
    seen: row.seen,
    latest: row.latest,
    period: row.period,
    fired_at: row.fired_at.toISOString(),
    notified_at: iso(row.notified_at),
    resolved_at: iso(row.resolved_at),
    ended: row.ended,
    muted_until: iso(row.muted_until),
  };
}

export const presentEvaluation = (row: EvaluationRow): ShownEvaluation => ({
  period: row.period,
  at: row.evaluated_at.toISOString(),
  checked: row.checked,
  outside: row.outside,
  seen: row.seen,
});
