/** Evaluates everything that a rule watches. */

import type { Project } from "@/lib/accounts/access/project";
import { evaluateSilence, observedHours } from "@/lib/alerts/conditions/no-data";
import { observeBudgets } from "@/lib/alerts/fetch/budgets";
import {
  observeDestinations,
  observeDomains,
  observeMacros,
  observePushServices,
  observeSyncs,
} from "@/lib/alerts/fetch/connections";
import { comparisonDays, evaluateDay } from "@/lib/alerts/fetch/figures";
import { findBusyHours } from "@/lib/alerts/fetch/queries";
import { seriesOfRule } from "@/lib/alerts/fetch/series";
import { closedHours, type EvaluationPeriod } from "@/lib/alerts/rules/periods";
import type { AlertCondition, Evaluation } from "@/lib/alerts/rules/schema";
import { addDays } from "@/lib/base/days";
import type { FetchPage } from "@/lib/traffic/domain-check/check";

/** The clock, the target host of domains, and the client that fetches their pages. */
export type AlertDependencies = { now: Date; appHost: string; fetchPage?: FetchPage };

export async function evaluateCondition(
  project: Project,
  one: AlertCondition,
  period: EvaluationPeriod,
  dependencies: AlertDependencies,
): Promise<Evaluation[]> {
  switch (one.kind) {
    case "change":
    case "limit":
    case "fraud": {
      const days = { from: addDays(period.day, -comparisonDays(one)), to: period.day };
      return (await seriesOfRule(project, one, days, dependencies.now)).map(({ series, ...what }) => ({
        ...what,
        seen: evaluateDay(one, series, period.day, project.currency),
      }));
    }
    case "quiet": {
      const hours = await findBusyHours(project.id, one.what, closedHours(dependencies.now, observedHours));
      return [{ subject: "", label: "", seen: evaluateSilence(hours, one.factor) }];
    }
    case "budget":
      return observeBudgets(project, one, period.day);
    case "spend_sync":
      return observeSyncs(project);
    case "push":
      return observePushServices(project);
    case "delivery":
      return observeDestinations(project, one, dependencies.now);
    case "domain":
      return observeDomains(project, dependencies);
    case "macros":
      return observeMacros(project, one, dependencies.now);
  }
}
