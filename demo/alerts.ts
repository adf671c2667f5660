import { commandLine } from "@/lib/accounts/audit/actor";
import { addAlertRule } from "@/lib/alerts/alerts";
import { evaluateOne } from "@/lib/alerts/evaluate/run";
import { alertRuleInput } from "@/lib/alerts/rules/schema";
import type { AProject } from "@/testing/factories";

const days = 30;
const dayMs = 86_400_000;

const as = ({ project }: AProject) => ({ project, reader: { email: "", mayWrite: true } });

const rules: object[] = [
  { kind: "change", metric: "installs", scope: "each_network", direction: "drop", sensitivity: 2, least: 5 },
  {
    kind: "limit",
    metric: "cost_per_install",
    scope: "each_campaign",
    days: 7,
    side: "above",
    limit: 4,
    least: 50,
  },
  {
    kind: "fraud",
    scope: "each_campaign",
    days: 7,
    limit: 20,
    least: 10,
    name: "Suspicious installs by campaign",
  },
  {
    kind: "limit",
    metric: "cohort:d7:roas",
    scope: "each_network",
    days: 7,
    side: "below",
    limit: 0.2,
    least: 50,
    name: "ROAS D7 by network",
  },
  { kind: "budget", off: 15, side: "over" },
  { kind: "quiet", what: "payment" },
  { kind: "delivery", name: "Deliveries stop" },
];

/** Typical alert rules, evaluated for each of the last days as if they had existed then. */
export async function watchFigures(app: AProject, now: Date) {
  for (const each of rules) {
    const input = alertRuleInput.parse({ ...each, webhooks: false });
    const { rule } = await addAlertRule(as(app), input, commandLine, now);
    for (let ago = days; ago >= 0; ago--) {
      const at = new Date(now.getTime() - ago * dayMs);
      // Only the current state of deliveries is known.
      if (rule.kind === "delivery" && ago > 0) continue;
      await evaluateOne({ project_id: app.project.id, id: rule.id }, { now: () => at, appHost: "localhost" });
    }
  }
}
