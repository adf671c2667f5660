import type { Project } from "@/lib/accounts/access/project";
import { noObservation, silentObservation } from "@/lib/alerts/conditions/observation";
import type { AlertConditionOf, Evaluation } from "@/lib/alerts/rules/schema";
import { addDays } from "@/lib/base/days";
import { currencyDigits } from "@/lib/base/money";
import { budgetsOn } from "@/lib/spend/budgets/budgets";
import { budgetName, paceText } from "@/lib/spend/budgets/labels";

const asRead = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });

/** The pace of each budget at the end of a day. Budgets of ended and future periods are left out. */
export async function observeBudgets(
  project: Project,
  { off, side }: AlertConditionOf<"budget">,
  day: string,
): Promise<Evaluation[]> {
  const today = addDays(day, 1);
  const { currency } = project;
  const money = new Intl.NumberFormat("en", { style: "currency", currency });
  const texts = {
    money: (minor: number) => money.format(minor / 10 ** currencyDigits(currency)),
    percent: (ratio: number) => `${Math.round(100 * ratio)}%`,
    day: (of: string) => asRead.format(new Date(`${of}T00:00:00Z`)),
  };
  const budgets = (await budgetsOn(project, today, { day })).filter(
    ({ period, pacing }) => day <= period.to && (pacing === null || pacing.days.complete > 0),
  );
  return budgets.map((budget) => {
    const pace = budget.pacing?.pace ?? null;
    const of = { subject: `budget:${budget.id}`, label: budgetName(budget) };
    const unit = { unit: "percent" as const, high: off };
    if (pace === null) return { ...of, seen: silentObservation("no_value", unit) };
    const percent = 100 * pace;
    const isOff = (side !== "under" && percent >= off) || (side !== "over" && -percent >= off);
    // The sentence has the name already.
    const text = isOff ? paceText(budget, today, texts) : null;
    const seen = { ...noObservation, ...unit, value: percent, text };
    return { ...of, seen: { ...seen, is: isOff ? ("outside" as const) : ("inside" as const) } };
  });
}
