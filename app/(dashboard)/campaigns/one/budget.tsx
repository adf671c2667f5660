"use client";

import { Wallet } from "lucide-react";
import { useState } from "react";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { BudgetButtons } from "@/app/(dashboard)/shell/budgets/budget-buttons";
import { BudgetPace, budgetPeriodText } from "@/app/(dashboard)/shell/budgets/budget-pace";
import { BudgetSql } from "@/app/(dashboard)/shell/budgets/budget-sql";
import { useGet } from "@/app/(dashboard)/shell/data";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { lazyDialog } from "@/components/dialogs/lazy-dialog";
import { EmptyState } from "@/components/empty-state";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";

const BudgetDialog = lazyDialog(
  () => import("@/app/(dashboard)/shell/budgets/budget-dialog").then((module) => module.BudgetDialog),
  ({ open }) => open,
);

/** The campaign's budget, and whether its spend keeps pace with it. */
export function CampaignBudget({ campaign }: { campaign: Campaign }) {
  const path = at("/projects/:project/budgets", { project: useProject().id });
  const reason = useMissingRoleText("spend.write");
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useGet(withQuery(path, { campaign: campaign.id }));
  if (!data) return <NotLoaded error={error} retry={refetch} className="h-40" />;
  const [budget] = data.budgets;
  return (
    <Card>
      <CardHeader
        title={t("Budget")}
        description={budget && budgetPeriodText(budget)}
        actions={
          budget ? (
            <>
              <BudgetSql campaign={campaign.id} />
              <BudgetButtons budget={budget} onEdit={() => setOpen(true)} />
            </>
          ) : null
        }
      />
      <CardBody>
        {budget ? (
          <BudgetPace budget={budget} data={data} />
        ) : (
          <EmptyState
            icon={Wallet}
            title={t("No budget")}
            actions={
              <GatedButton reason={reason} onClick={() => setOpen(true)}>
                {t("Set budget")}
              </GatedButton>
            }
          >
            {t("Set what this campaign may spend each month or in a period, to see whether it keeps pace.")}
          </EmptyState>
        )}
      </CardBody>
      <BudgetDialog of={{ campaign }} budget={budget} open={isOpen} onClose={() => setOpen(false)} />
    </Card>
  );
}
