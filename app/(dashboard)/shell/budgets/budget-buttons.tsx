"use client";

import { Pencil, Trash2 } from "lucide-react";
import { toast } from "sonner";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { GatedButton } from "@/components/ui/gated";
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
  const refresh = useRefresh();
  const labelOf = (action: string) =>
    name === undefined ? {} : { "aria-label": `${action} the budget of ${name}` };
  const remove = () =>
    confirm({
      title: "Remove the budget?",
      description: "Its spend stays. Alerts about its pace end.",
      action: "Remove budget",
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", child(path, "/:id", { id: budget.id }));
        await refresh(path);
        toast.success("Budget removed");
      },
    });
  return (
    <>
      <GatedButton reason={reason} size="sm" onClick={onEdit} {...labelOf("Edit")}>
        <Pencil />
        Edit
      </GatedButton>
      <GatedButton reason={reason} size="sm" onClick={() => void remove()} {...labelOf("Remove")}>
        <Trash2 />
        Remove
      </GatedButton>
    </>
  );
}
