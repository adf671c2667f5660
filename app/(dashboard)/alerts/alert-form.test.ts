import { expect, test } from "vitest";
import { alertName, ruleSentence } from "@/lib/alerts/rules/labels";
import { alertRuleInput, readAlertCondition, type ShownRule } from "@/lib/alerts/rules/schema";
import { alertValues } from "./alert-form";

test("a rule named after its metric is renamed with the metric; a name chosen by a member stays", () => {
  const watched = readAlertCondition({ kind: "limit", metric: "spend", side: "above", limit: 100 }).data!;
  const about = ruleSentence(watched, { currency: "USD" }, { campaign: null });
  const rule = {
    watched,
    about,
    name: alertName(about),
    webhooks: true,
    emails: [] as string[],
  } as ShownRule;
  expect(alertValues(rule).name).toBeNull();
  expect(alertValues({ ...rule, name: "Budget" }).name).toBe("Budget");
});

test("a rule created without the form gets the form's minimum", () => {
  const made = alertRuleInput.parse({ kind: "change", metric: "revenue" });
  expect(made).toMatchObject({ least: alertValues(null).least });
});
