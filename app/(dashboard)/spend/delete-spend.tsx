"use client";

import { createContext, type ReactNode, useState } from "react";
import { toast } from "sonner";
import { at, type BodyOf, child, mutate, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { ConfirmDialog } from "@/components/dialogs/confirm-dialog";
import { fullDay } from "@/components/format";
import { Skeleton } from "@/components/ui/skeleton";
import { useLastValue } from "@/components/use-last";
import { t } from "@/lib/base/languages/texts";
import type { ListedSpend } from "@/lib/spend/list/schema";
import { spendPartText } from "./spend-levels";

type Removal = BodyOf<"/projects/:project/spend/remove", "POST">;
export type RemovalFilter = {
  [Name in Exclude<keyof Removal, "rows" | "part">]?: NonNullable<Removal[Name]> | undefined;
};

/** The rows to delete: one visible row, or a filter whose rows the server counts. */
export type SpendToDelete = {
  title: string;
  filter: RemovalFilter;
  part?: NonNullable<Removal["part"]>;
  rows: number | null;
  row?: ListedSpend;
};

/** Asks for confirmation of a deletion; null without the permission. */
export const DeleteSpendContext = createContext<((toDelete: SpendToDelete) => void) | null>(null);

/** Lets components inside it delete spend. */
export function DeletesSpend({ children }: { children: ReactNode }) {
  const [toDelete, setToDelete] = useState<SpendToDelete | null>(null);
  const reason = useMissingRoleText("spend.write");
  return (
    <DeleteSpendContext value={reason ? null : setToDelete}>
      {children}
      <DeleteSpend toDelete={toDelete} onClose={() => setToDelete(null)} />
    </DeleteSpendContext>
  );
}

type DeleteSpendProps = { toDelete: SpendToDelete | null; onClose: () => void };

function DeleteSpend({ toDelete: chosen, onClose }: DeleteSpendProps) {
  const { id, currency } = useProject();
  const path = at("/projects/:project/spend", { project: id });
  const refresh = useRefresh();
  const toDelete = useLastValue(chosen);
  const counting = chosen !== null && chosen.row === undefined;
  const { data, error } = useGet(
    toDelete && counting ? withQuery(path, { limit: 1, ...toDelete.filter }) : null,
    {
      staleTime: 0,
    },
  );
  const totals = data?.totals;
  const format = figureFormat(currency);
  const amount = toDelete?.row ? toDelete.row.amount_minor : totals?.amount_minor;
  const count = toDelete?.rows ?? totals?.rows;

  return (
    <ConfirmDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={toDelete?.title ?? ""}
      description={
        error ? (
          <p>{error.message}</p>
        ) : count === undefined || amount === undefined ? (
          <Skeleton className="h-10" />
        ) : (
          <>
            <p>
              {toDelete?.row
                ? `${fullDay(toDelete.row.day)}, ${toDelete.row.campaign.name}, ${spendPartText(toDelete.row)}: `
                : `${t("{count2, plural, one {# row} other {# rows}} of spend,", { count2: count })} `}
              <strong className="num font-medium text-ink">{format.full("money", amount)}</strong>.
            </p>
            <p>{t("Reports update immediately. To undo, import the spend again.")}</p>
          </>
        )
      }
      action={t("Delete spend")}
      destructive
      onConfirm={async () => {
        if (count === undefined) throw new Error(t("Cairn is still counting the rows to delete."));
        await mutate("POST", child(path, "/remove"), {
          ...toDelete?.filter,
          part: toDelete?.part,
          rows: count,
        });
        await refresh(path);
        toast.success(t("{count, plural, one {One row was} other {# rows were}} deleted", { count }));
      }}
    />
  );
}
