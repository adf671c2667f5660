"use client";

import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { shortDay, windowText } from "@/components/format";
import { Progress } from "@/components/ui/progress";
import { t } from "@/lib/base/languages/texts";
import { paceText } from "@/lib/spend/budgets/labels";
import type { Budget, BudgetList } from "@/lib/spend/budgets/schema";

/** `Each month. 1–30 Nov 2026`, or the days of its own period. */
export const budgetPeriodText = ({ from, period }: Pick<Budget, "from" | "period">): string =>
  `${from === null ? t("Each month. ") : ""}${windowText(period)}`;

type BudgetPaceProps = { budget: Budget; data: Pick<BudgetList, "currency" | "today"> };

/** What a budget's period has spent, and whether it keeps pace. */
export function BudgetPace({ budget, data: { currency, today } }: BudgetPaceProps) {
  const { full } = figureFormat(currency);
  const money = (minor: number) => full("money", minor);
  const { pacing, spent } = budget;
  if (pacing === null)
    return (
      <p className="text-muted text-sm">
        {t(
          "{spent} spent. There is no exchange rate for {currency}, so the pace is unknown. Add one under Spend.",
          { spent: money(spent), currency: budget.currency },
        )}
      </p>
    );
  const figures = [
    {
      label: t("Spent so far"),
      value: t("{spent} of {budget}", { spent: money(spent), budget: money(pacing.budget) }),
    },
    { label: t("Expected of complete days"), value: money(pacing.expected) },
    { label: t("Projected end"), value: pacing.projected === null ? "–" : money(pacing.projected) },
  ];
  const text = paceText(budget, today, { money, percent: percentText, day: shortDay });
  return (
    <div className="grid grid-cols-1 gap-4">
      <Progress value={spent / pacing.budget} label={t("Share of the budget that is spent")} />
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {figures.map(({ label, value }) => (
          <div key={label} className="grid gap-0.5">
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="num font-medium text-sm">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-sm">
        {text ?? t("The pace is known once a day of the period is complete.")}
        {pacing.projected === null
          ? null
          : t(" The projection continues the mean of the last 7 complete days.")}
      </p>
    </div>
  );
}
