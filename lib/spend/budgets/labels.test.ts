import { expect, test } from "vitest";
import { offPace, paceText } from "./labels";
import { budgetPacing } from "./rules";
import type { Budget } from "./schema";

const period = { from: "2026-05-01", to: "2026-05-31" };
const today = "2026-05-11";
const texts = {
  money: (minor: number) => `€${(minor / 100).toFixed(2)}`,
  percent: (ratio: number) => `${Math.round(100 * ratio)}%`,
  day: (day: string) => day,
};
const budget = (name: string, complete: number, on = today): Budget => ({
  ...{
    id: 1,
    network: null,
    amount_minor: 31_000,
    currency: "EUR",
    from: null,
    to: null,
    period,
    spent: complete,
  },
  campaign: { id: 1, name, active: true },
  pacing: {
    budget: 31_000,
    ...budgetPacing(31_000, { spent: complete, complete, recent: complete }, period, on),
  },
});

test("a sentence names the budget, its distance from the pace, and both amounts", () => {
  expect(paceText(budget("Search US", 11_800), today, texts)).toBe(
    "Search US is 18% over its pace: €118.00 of the €100.00 expected up to 2026-05-10.",
  );
  expect(paceText(budget("Search US", 5_000), today, texts)).toContain("is 50% under its pace");
  expect(paceText(budget("Search US", 10_000), today, texts)).toContain("is on its pace");
  const network = { ...budget("", 11_800), campaign: null, network: "META" };
  expect(paceText(network, today, texts)).toMatch(/^Meta is 18% over/);
  expect(paceText({ ...network, pacing: null }, today, texts)).toBeNull();
});

test("only budgets far from their pace need a decision, the furthest first", () => {
  const list = [
    budget("near", 10_900),
    budget("over", 12_000),
    budget("under", 2_000),
    budget("exact", 10_000),
  ];
  expect(offPace(list, today).map(({ campaign }) => campaign!.name)).toEqual(["under", "over"]);
  // The first days vary by chance, and an ended period can't be changed.
  expect(offPace([budget("early", 9_000, "2026-05-03")], "2026-05-03")).toEqual([]);
  expect(offPace([budget("ended", 62_000, "2026-06-02")], "2026-06-02")).toEqual([]);
});
