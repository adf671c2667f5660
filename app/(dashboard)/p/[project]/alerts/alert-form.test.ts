import { expect, test } from "vitest";
import { valuesOf } from "@/app/(dashboard)/p/[project]/alerts/alert-form";
import { alertRuleInput, readWatched, type ShownRule } from "@/lib/alerts/schema";
import { aboutRule, nameOf } from "@/lib/alerts/words";

test("a rule that is called by what it watches is called anew when that changes; a name that was given stays", () => {
  const watched = readWatched({ kind: "limit", metric: "spend", side: "above", limit: 100 }).data!;
  const about = aboutRule(watched, { currency: "USD" }, { campaign: null });
  const rule = { watched, about, name: nameOf(about), webhooks: true, emails: [] as string[] } as ShownRule;
  expect(valuesOf(rule).name).toBeNull();
  expect(valuesOf({ ...rule, name: "Budget" }).name).toBe("Budget");
});

test("a rule that is made without the form has the form's minimum", () => {
  const made = alertRuleInput.parse({ kind: "change", metric: "revenue" });
  expect(made).toMatchObject({ least: valuesOf(null).least });
});
