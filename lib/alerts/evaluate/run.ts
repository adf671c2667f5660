import { backgroundProject } from "@/lib/accounts/access/callers";
import type { Project } from "@/lib/accounts/access/project";
import { alertChanges, evaluationsToStore } from "@/lib/alerts/evaluate/changes";
import {
  alertChangeOf,
  type DueRule,
  findAlertState,
  findDueRules,
  postponeEvaluation,
  storeEvaluation,
} from "@/lib/alerts/evaluate/queries";
import { type AlertDependencies, evaluateCondition } from "@/lib/alerts/fetch/fetch";
import { isMailConfigured } from "@/lib/alerts/mail/is-configured";
import { alertText } from "@/lib/alerts/rules/labels";
import { lastClosedPeriod } from "@/lib/alerts/rules/periods";
import { type AlertRuleRow, findAlertRule } from "@/lib/alerts/rules/queries";
import { type AlertCondition, readAlertCondition } from "@/lib/alerts/rules/schema";
import { describeError, log } from "@/lib/base/log";
import { Refusal } from "@/lib/base/refusal";

/** The batch size of due rules. */
const max = 200;
const retryMs = 15 * 60_000;

type EvaluationDependencies = Omit<AlertDependencies, "now"> & { now: () => Date };

/** Evaluates due rules, the longest due first, until none is left or the time is over. */
export async function evaluateDue(budgetMs: number, dependencies: EvaluationDependencies): Promise<number> {
  const end = performance.now() + budgetMs;
  let evaluated = 0;
  for (;;) {
    const due = await findDueRules(dependencies.now(), max);
    for (const one of due) {
      if (performance.now() > end) return evaluated;
      await evaluateOne(one, dependencies);
      evaluated += 1;
    }
    if (due.length < max) return evaluated;
  }
}

/** A failed rule does not delay the others and is retried later. */
export async function evaluateOne(
  { project_id, id }: DueRule,
  dependencies: EvaluationDependencies,
): Promise<void> {
  const project = await backgroundProject(project_id);
  const rule = project && (await findAlertRule(project.id, id));
  if (!project || !rule?.is_on) return;
  try {
    await evaluate(project, rule, { ...dependencies, now: dependencies.now() });
  } catch (error) {
    if (!(error instanceof Refusal))
      log().error(
        { project: project.id, rule: id, ...describeError(error) },
        "an alert rule could not be evaluated",
      );
    const why =
      error instanceof Refusal
        ? error.message
        : "Cairn couldn't evaluate this rule. The reason is in the server's log.";
    await postponeEvaluation(project.id, rule, new Date(dependencies.now().getTime() + retryMs), why);
  }
}

/** Campaigns without macro problems have no observation, so they are fine. Other missing subjects no longer exist. */
const absentIs = ({ kind }: AlertCondition) => (kind === "macros" ? "inside" : "gone");

async function evaluate(
  project: Project,
  rule: AlertRuleRow,
  dependencies: AlertDependencies,
): Promise<void> {
  const { now } = dependencies;
  const read = readAlertCondition(rule.settings);
  if (!read.success)
    throw new Refusal(
      "settings_outdated",
      "This rule's settings are no longer valid. Open it and save it again.",
    );
  const period = lastClosedPeriod(read.data, project.timeZone, now);
  const standing = await findAlertState(project.id, rule.id, period.key, now);
  if (standing.is_evaluated) {
    await postponeEvaluation(project.id, rule, period.dueNext, null);
    return;
  }
  const emails = isMailConfigured() ? (rule.recipients.emails ?? []) : [];
  const evaluations = await evaluateCondition(project, read.data, period, dependencies);
  await storeEvaluation(
    project.id,
    {
      rule,
      period: period.key,
      checked: evaluations.length,
      outside: evaluations.filter(({ seen }) => seen.is === "outside").length,
      seen: evaluationsToStore(evaluations),
      changes: alertChanges(evaluations, standing, now, absentIs(read.data)).map((change) =>
        alertChangeOf(now, {
          ...change,
          text: alertText(read.data, { ...change, day: period.day }, project),
        }),
      ),
      dueNext: period.dueNext,
      emails,
      emailsOver: (rule.recipients.emails_resolved ?? true) ? emails : [],
    },
    now,
  );
}
