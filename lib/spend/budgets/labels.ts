/** Budgets in sentences, for screens, emails and webhooks. Pure. */
import { addDays } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import type { Budget } from "@/lib/spend/budgets/schema";

export const budgetName = ({ campaign, network }: Pick<Budget, "campaign" | "network">): string =>
  campaign?.name ?? networkLabel(network) ?? "";

/** Smaller differences, and those of the first days, are chance. */
const minDays = 3;
const minPace = 0.1;

/** The budgets that need a decision, the furthest from their pace first; ended and future ones have none. */
export const offPace = (budgets: readonly Budget[], today: string): Budget[] =>
  budgets
    .filter(
      ({ pacing, period }) =>
        today <= period.to &&
        pacing !== null &&
        pacing.days.complete >= minDays &&
        Math.abs(pacing.pace ?? 0) >= minPace,
    )
    .sort((a, b) => Math.abs(b.pacing!.pace!) - Math.abs(a.pacing!.pace!));

type Texts = {
  money: (minor: number) => string;
  percent: (ratio: number) => string;
  day: (day: string) => string;
};

/** `Search US is 18% over its pace: €118.00 of the €100.00 expected up to May 10.` Null without a pace. */
export function paceText(budget: Budget, today: string, { money, percent, day }: Texts): string | null {
  const { pacing, period } = budget;
  if (pacing === null || pacing.pace === null) return null;
  const last = today > period.to ? period.to : addDays(today, -1);
  const { pace } = pacing;
  const off = percent(Math.abs(pace));
  const values = {
    budget: budgetName(budget),
    off,
    complete: money(pacing.complete),
    expected: money(pacing.expected),
    last: day(last),
  };
  if (pace === 0)
    return t("{budget} is on its pace: {complete} of the {expected} expected up to {last}.", values);
  return pace > 0
    ? t("{budget} is {off} over its pace: {complete} of the {expected} expected up to {last}.", values)
    : t("{budget} is {off} under its pace: {complete} of the {expected} expected up to {last}.", values);
}
