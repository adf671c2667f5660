"use client";

import { Pencil, Trash2 } from "lucide-react";
import { at, child } from "@/app/(dashboard)/shell/api";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { GatedButton } from "@/components/ui/gated";
import { t } from "@/lib/base/languages/texts";
import type { Budget } from "@/lib/spend/budgets/schema";

type BudgetButtonsProps = {
  budget: Budget;
  /** The owner's name for screen readers, if several budgets are on the screen. */
  name?: string;
  onEdit: () => void;
};

/** Edits or removes a budget. */
export function BudgetButtons({ budget, name, onEdit }: BudgetButtonsProps) {
  const path = at("/projects/:project/budgets", { project: useProject().id });
  const reason = useMissingRoleText("spend.write");
  const remove = useRemoval(path);
  const labelOf = (action: string) =>
    name === undefined ? {} : { "aria-label": t("{action} the budget of {name}", { action, name }) };
  const onRemove = () =>
    remove(child(path, "/:id", { id: budget.id }), {
      title: t("Remove the budget?"),
      description: t("Its spend stays. Alerts about its pace end."),
      action: t("Remove budget"),
      done: t("Budget removed"),
    });
  return (
    <>
      <GatedButton reason={reason} size="sm" onClick={onEdit} {...labelOf(t("Edit"))}>
        <Pencil />
        {t("Edit")}
      </GatedButton>
      <GatedButton reason={reason} size="sm" onClick={() => void onRemove()} {...labelOf(t("Remove"))}>
        <Trash2 />
        {t("Remove")}
      </GatedButton>
    </>
  );
}
