/** How spend keeps pace with a budget. Pure; runs in the browser too. */
import { addDays, dayCount, monthStartOf } from "@/lib/base/days";

export type BudgetDays = { from: string; to: string };

/** The budget's own days, or the calendar month of the day. */
export function periodOfBudget({ from, to }: { from: string | null; to: string | null }, today: string) {
  if (from !== null && to !== null) return { from, to };
  const first = monthStartOf(today);
  return { from: first, to: addDays(monthStartOf(addDays(first, 31)), -1) };
}

/** The complete days of a period: today is not over, so its spend is incomplete. */
export const completeDays = ({ from, to }: BudgetDays, today: string): number =>
  today <= from ? 0 : dayCount(from, to < today ? to : addDays(today, -1));

/** The days whose mean spend is expected of the remaining days. */
export const recentDays = 7;

export type BudgetSpend = {
  /** Of the period so far, in minor units. */
  spent: number;
  /** Of the complete days so far, without today. */
  complete: number;
  /** Of the latest complete days of the period, at most `recentDays`. */
  recent: number;
};

export type Pacing = {
  complete: number;
  /** The budget's share of the complete days, if every day spends the same. */
  expected: number;
  /** Complete days' spend against what was expected: 0.18 is 18 % over. Null before the first complete day. */
  pace: number | null;
  /** The spend at the end of the period, if the remaining days spend like the latest ones. */
  projected: number | null;
  days: { complete: number; all: number };
};

export function budgetPacing(
  amount: number,
  { complete, recent }: BudgetSpend,
  period: BudgetDays,
  today: string,
): Pacing {
  const all = dayCount(period.from, period.to);
  const done = completeDays(period, today);
  const expected = (amount * done) / all;
  const perDay = done === 0 ? null : recent / Math.min(done, recentDays);
  return {
    complete,
    expected: Math.round(expected),
    pace: expected === 0 ? null : complete / expected - 1,
    projected: perDay === null ? null : Math.round(complete + perDay * (all - done)),
    days: { complete: done, all },
  };
}
