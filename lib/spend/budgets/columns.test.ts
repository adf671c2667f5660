import { expect, test } from "vitest";
import { figuresOfBudget } from "./columns";
import { budgetPacing } from "./rules";

const may = { from: "2026-05-01", to: "2026-05-31" };

test("the pace is the spend of complete days divided by their share of the budget, in hundredths, without today", () => {
  // Ten of 31 days are over: 118.00 of 100.00 expected. The 7.00 of today are spent, but not paced.
  const spend = { spent: 12_500, complete: 11_800, recent: 7_000 };
  const figures = figuresOfBudget({
    spent: spend.spent,
    pacing: { budget: 31_000, ...budgetPacing(31_000, spend, may, "2026-05-11") },
  });
  expect(figures).toEqual({
    budget: 31_000,
    budget_spent: 12_500,
    budget_expected: 10_000,
    budget_projected: 11_800 + (7_000 / 7) * 21,
    budget_pace: expect.closeTo((100 * 11_800) / 10_000),
  });
});

test("a budget has no pace on its first day, and only its spend without an exchange rate", () => {
  const spend = { spent: 900, complete: 0, recent: 0 };
  const first = { budget: 31_000, ...budgetPacing(31_000, spend, may, "2026-05-01") };
  expect(figuresOfBudget({ spent: 900, pacing: first })).toMatchObject({
    budget_expected: 0,
    budget_projected: null,
    budget_pace: null,
  });
  expect(figuresOfBudget({ spent: 900, pacing: null })).toEqual({
    budget: null,
    budget_spent: 900,
    budget_expected: null,
    budget_projected: null,
    budget_pace: null,
  });
});
