"use client";

import { useState } from "react";
import { at } from "@/app/(dashboard)/shell/api";
import { BudgetButtons } from "@/app/(dashboard)/shell/budgets/budget-buttons";
import { BudgetPace, budgetPeriodText } from "@/app/(dashboard)/shell/budgets/budget-pace";
import { BudgetSql } from "@/app/(dashboard)/shell/budgets/budget-sql";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { lazyDialog } from "@/components/dialogs/lazy-dialog";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { useLastValue } from "@/components/use-last";
import { t } from "@/lib/base/languages/texts";
import { budgetName } from "@/lib/spend/budgets/labels";
import type { Budget } from "@/lib/spend/budgets/schema";

const BudgetDialog = lazyDialog(
  () => import("@/app/(dashboard)/shell/budgets/budget-dialog").then((module) => module.BudgetDialog),
  ({ open }) => open,
);

/** The budgets of networks, each for all of its campaigns together. */
export function NetworkBudgets() {
  const { data, error, refetch } = useGet(at("/projects/:project/budgets", { project: useProject().id }));
  const reason = useMissingRoleText("spend.write");
  const choices = useNetworkChoices();
  const [chosen, setChosen] = useState<Budget | "new" | null>(null);
  // The dialog keeps its text while it closes.
  const last = useLastValue(chosen);
  if (!data) return <NotLoaded error={error} retry={refetch} className="h-20" />;
  const budgets = data.budgets.filter(({ network }) => network !== null);
  const networks = choices.filter(({ value }) => !budgets.some(({ network }) => network === value));
  return (
    <Card>
      <CardHeader
        title={t("Network budgets")}
        description={
          budgets.length === 0
            ? t("No network has a budget. Set what all campaigns of a network may spend together.")
            : t("What all campaigns of a network may spend together.")
        }
        actions={
          <>
            {budgets.length > 0 ? <BudgetSql /> : null}
            <GatedButton reason={reason} size="sm" onClick={() => setChosen("new")}>
              {t("Set budget")}
            </GatedButton>
          </>
        }
      />
      {budgets.length > 0 ? (
        <CardBody>
          <ul className="grid grid-cols-1 gap-6">
            {budgets.map((budget) => (
              <li key={budget.id} className="grid grid-cols-1 gap-3">
                <div className="flex flex-wrap items-center gap-2">
                  <h3 className="font-medium text-sm">{budgetName(budget)}</h3>
                  <span className="me-auto text-muted text-sm">{budgetPeriodText(budget)}</span>
                  <BudgetButtons budget={budget} name={budgetName(budget)} onEdit={() => setChosen(budget)} />
                </div>
                <BudgetPace budget={budget} data={data} />
              </li>
            ))}
          </ul>
        </CardBody>
      ) : null}
      <BudgetDialog
        of={{ networks }}
        budget={typeof last === "object" && last ? last : undefined}
        open={chosen !== null}
        onClose={() => setChosen(null)}
      />
    </Card>
  );
}
