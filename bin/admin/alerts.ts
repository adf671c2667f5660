import type { AdminCommand } from "@/bin/admin/cli/command";
import { confirmIrreversible, yesOption } from "@/bin/admin/cli/confirm";
import { idFromOption } from "@/bin/admin/cli/id-option";
import { projectNamed, projectOption } from "@/bin/admin/cli/project-option";
import { now } from "@/db/clock";
import type { Project } from "@/lib/accounts/access/project";
import { commandLine } from "@/lib/accounts/audit/actor";
import {
  addAlertRule,
  alertRuleNotFound,
  listAlertRules,
  removeAlertRule,
  showAlertRule,
} from "@/lib/alerts/alerts";
import { alertRuleInput } from "@/lib/alerts/rules/schema";
import { Refusal } from "@/lib/base/refusal";

/** The operator of the server may see the recipients of rules. */
const asOperator = (project: Project) => ({ project, reader: { email: "", mayWrite: true } });

const idOption = {
  id: { value: "ID", required: true, help: "ID of the rule, from alert list" },
};

function jsonIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The schema reports this error below, as for every text that is not an object.
  }
  throw new Refusal(
    "invalid_request",
    'A rule must be JSON, such as {"kind":"limit","metric":"spend","days":0,"side":"above","limit":500}.',
  );
}

/** The fields are inside the option's value, so an error names both, and the allowed values. */
function ruleIn(text: string) {
  const parsed = alertRuleInput.safeParse(jsonIn(text));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const among = issue.code === "invalid_value" ? ` One of: ${issue.values.join(", ")}.` : "";
  const examples = issue.code === "custom" ? (issue.params?.examples as string[] | undefined) : undefined;
  const orColumn = examples ? ` One of: ${examples.join(", ")}, or a column such as cohort:d7:roas.` : "";
  throw new Refusal(
    "invalid_request",
    `--rule: ${[issue.path.join("."), issue.message].filter(Boolean).join(": ")}${among}${orColumn}`,
  );
}

export const alertCommands: AdminCommand[] = [
  {
    name: "alert create",
    summary: "Add an alert rule, and show how often it would have fired in 90 days",
    options: {
      ...projectOption,
      rule: {
        value: "JSON",
        required: true,
        help: 'What to watch, such as \'{"kind":"change","metric":"installs","scope":"each_network"}\'',
      },
    },
    async run(given) {
      const project = await projectNamed(given);
      const input = ruleIn(given.text("rule") ?? "");
      const { rule } = await addAlertRule(asOperator(project), input, commandLine, now());
      const { backtest } = await showAlertRule(asOperator(project), rule.id, now());
      const { possible, times, tested } = backtest;
      return { id: rule.id, name: rule.name, would_have_fired: possible ? times : null, days_tested: tested };
    },
  },
  {
    name: "alert list",
    summary: "List alert rules with their states and firing alerts",
    options: projectOption,
    async run(given) {
      const { rules, firing } = await listAlertRules(asOperator(await projectNamed(given)), now());
      return {
        rules: rules.map(({ id, kind, name, state, last_fired_at, muted_until, problem }) => ({
          id,
          kind,
          name,
          state,
          last_fired_at,
          muted_until,
          problem,
        })),
        firing: firing.map(({ rule, text, fired_at, muted_until }) => ({
          rule: rule.id,
          text,
          fired_at,
          muted_until,
        })),
      };
    },
  },
  {
    name: "alert delete",
    summary: "Delete an alert rule with its history",
    options: { ...projectOption, ...idOption, ...yesOption },
    async run(given) {
      const project = await projectNamed(given);
      await confirmIrreversible("The rule and its alerts are deleted.", given);
      return await removeAlertRule(project, idFromOption(given, alertRuleNotFound), commandLine);
    },
  },
];
