/** The figures of a budget as columns of lists and reports. Pure; runs in the browser too. */

import { t } from "@/lib/base/languages/texts";
import type { Budget } from "@/lib/spend/budgets/schema";

export const budgetColumnIds = [
  "budget",
  "budget_spent",
  "budget_expected",
  "budget_projected",
  "budget_pace",
] as const;
export type BudgetColumnId = (typeof budgetColumnIds)[number];

/** Minor units of the project's currency, and hundredths for the pace. Null without a value. */
export type BudgetFigures = Record<BudgetColumnId, number | null>;

type BudgetColumn = { label: string; meaning: string; unit: "money" | "percent" };

export const budgetColumns: Record<BudgetColumnId, BudgetColumn> = {
  budget: {
    label: t("Budget"),
    meaning: t("The campaign's budget for this month or its own period, whatever the days of this table."),
    unit: "money",
  },
  budget_spent: {
    label: t("Budget spent"),
    meaning: t("Spend in the budget's period so far, today included."),
    unit: "money",
  },
  budget_expected: {
    label: t("Expected by today"),
    meaning: t("The share of the budget for the complete days of its period, if every day spends the same."),
    unit: "money",
  },
  budget_projected: {
    label: t("Projected end"),
    meaning: t(
      "Spend at the end of the budget's period, if each remaining day spends the mean of the last 7 complete days.",
    ),
    unit: "money",
  },
  budget_pace: {
    label: t("Pace"),
    meaning: t(
      "Spend of the complete days divided by the spend expected of them: 100% is on pace, 118% is 18% over.",
    ),
    unit: "percent",
  },
};

export const isBudgetColumn = (id: string): id is BudgetColumnId => Object.hasOwn(budgetColumns, id);

export const figuresOfBudget = ({ spent, pacing }: Pick<Budget, "spent" | "pacing">): BudgetFigures => ({
  budget: pacing?.budget ?? null,
  budget_spent: spent,
  budget_expected: pacing?.expected ?? null,
  budget_projected: pacing?.projected ?? null,
  // Spend of complete days / expected spend of complete days.
  budget_pace: pacing === null || pacing.pace === null ? null : 100 * (1 + pacing.pace),
});
