import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import type { Column } from "@/components/table/table-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { budgetColumnIds, budgetColumns, figuresOfBudget } from "@/lib/spend/budgets/columns";
import type { BudgetList } from "@/lib/spend/budgets/schema";

export type Budgets = { data: BudgetList | undefined; failed: boolean };

/** The figures of each campaign's budget. */
export function budgetCellColumns({ data, failed }: Budgets): Column<Campaign>[] {
  const format = figureFormat(data?.currency ?? "USD");
  const byCampaign = new Map(
    data?.budgets.flatMap((one) => (one.campaign ? [[one.campaign.id, figuresOfBudget(one)]] : [])),
  );
  return budgetColumnIds.map((id): Column<Campaign> => {
    const { label, meaning, unit } = budgetColumns[id];
    return {
      id,
      header: label,
      hint: meaning,
      hidden: true,
      align: "end",
      sort: "desc",
      cell: (campaign) =>
        data || failed ? (
          <span className="num whitespace-nowrap">
            {format.even(unit, byCampaign.get(campaign.id)?.[id] ?? null)}
          </span>
        ) : (
          <Skeleton className="my-0.5 ms-auto w-10" />
        ),
    };
  });
}
