"use client";

import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { figureFormat, percentText } from "@/app/(dashboard)/shell/figure-format";
import { reportHref } from "@/app/(dashboard)/shell/figures/table-address";
import { useProject } from "@/app/(dashboard)/shell/session";
import { shortDay } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { t } from "@/lib/base/languages/texts";
import { offPace, paceText } from "@/lib/spend/budgets/labels";

/** More lines would hide what changed. */
const max = 3;

/** The budgets that are furthest from their pace, each with one action. */
export function BudgetLines() {
  const { id: project } = useProject();
  const { data } = useGet(at("/projects/:project/budgets", { project }), { staleTime: 60_000 });
  if (!data) return null;
  const { full } = figureFormat(data.currency);
  const texts = { money: (minor: number) => full("money", minor), percent: percentText, day: shortDay };
  const lines = offPace(data.budgets, data.today).slice(0, max);
  if (lines.length === 0) return null;
  return (
    <ul
      aria-label={t("Budgets off their pace")}
      className="grid grid-cols-1 gap-px overflow-hidden rounded-md border bg-line"
    >
      {lines.map((budget) => (
        <li
          key={budget.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-raised px-3 py-2 text-sm"
        >
          <span>{paceText(budget, data.today, texts)}</span>
          <IntentLink
            href={
              budget.campaign
                ? `/p/${project}/campaigns/${budget.campaign.id}`
                : reportHref(project, { by: "campaign", network: budget.network ?? "" }, budget.period)
            }
            className="rounded-sm font-medium text-accent-strong hover:underline"
          >
            {budget.campaign ? t("Open campaign") : t("See its campaigns")}
          </IntentLink>
        </li>
      ))}
    </ul>
  );
}
