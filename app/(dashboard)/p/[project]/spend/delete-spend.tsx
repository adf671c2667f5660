"use client";

import { toast } from "sonner";
import { asking, at, call, within } from "@/app/(dashboard)/api";
import { useGet, useRefresh } from "@/app/(dashboard)/data";
import { figureFormat, fullDay } from "@/app/(dashboard)/figure-format";
import { useProject } from "@/app/(dashboard)/session";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { useLast } from "@/components/use-last";
import type { ListedSpend } from "@/lib/facts/spend/list/schema";
import type { RemovalFilter, RemovedPart } from "./address";

/** What is to be deleted: a row that is seen, or as many as the server counts. */
export type ToDelete = {
  title: string;
  filter: RemovalFilter;
  part?: RemovedPart;
  rows: number | null;
  row?: ListedSpend;
};

type DeleteSpendProps = {
  toDelete: ToDelete | null;
  describe: (row: ListedSpend) => string;
  onClose: () => void;
};

export function DeleteSpend({ toDelete: chosen, describe, onClose }: DeleteSpendProps) {
  const { id, currency } = useProject();
  const path = at("/projects/:project/spend", { project: id });
  const refresh = useRefresh();
  const toDelete = useLast(chosen);
  const counting = chosen !== null && chosen.row === undefined;
  const { data, error } = useGet(
    toDelete && counting ? asking(path, { limit: 1, ...toDelete.filter }) : null,
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
                ? `${fullDay(toDelete.row.day)}, ${toDelete.row.campaign.name}, ${describe(toDelete.row)}: `
                : `${count.toLocaleString()} ${count === 1 ? "row" : "rows"} of spend, `}
              <strong className="num font-medium text-ink">{format.full("money", amount)}</strong>.
            </p>
            <p>Reports of these days change at once. To bring it back, import it again.</p>
          </>
        )
      }
      action="Delete spend"
      destructive
      onConfirm={async () => {
        if (count === undefined) throw new Error("It is not known yet what this deletes.");
        await call("POST", within(path, "/remove"), {
          ...toDelete?.filter,
          part: toDelete?.part,
          rows: count,
        });
        await refresh(path);
        toast.success(`${count === 1 ? "One row was" : `${count} rows were`} deleted`);
      }}
    />
  );
}
